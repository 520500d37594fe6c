import numpy as np
import pytest

from symplex.expression.encoding import TreeEncoding
from symplex.expression.operators import ADD, EXP, MULTIPLY
from symplex.numerics.evaluation.sampling import Loss, Sampling, draw
from symplex.problem import Problem
from symplex_benchmarks.rivals.symbolic.lbfgs import LBFGS
from symplex_benchmarks.rivals.symbolic.queue import Scored
from symplex_benchmarks.rivals.symbolic.scorer import Scorer, ScorerSettings
from symplex_benchmarks.rivals.symbolic.words import vocabulary_of

DECAY = Problem(["u_t = -2*u"], {"t": [0, 1]}, [("t = 0", "u = 3")])
ENCODING = TreeEncoding(vocabulary_of(DECAY, (ADD, MULTIPLY, EXP)))
T, C = ENCODING.symbol("t"), ENCODING.free
RIGHT = C * ENCODING.apply(EXP, C * T)


@pytest.fixture
def objective():
    return draw(DECAY, np.random.default_rng(0), Sampling(loss=Loss.EQUATION))


def test_the_best_are_fitted_on_the_equation_as_well(objective):
    found = Scorer(objective, ENCODING).score([RIGHT])[0]
    assert found.loss < 1e-15
    assert found.tree.constants == pytest.approx((3, -2), abs=1e-5)


def test_the_others_are_fitted_on_the_conditions_alone(objective):
    worse = [ENCODING.slot(50.0) * T, *(T + t for t in (T, T + T, T * T))]
    found = Scorer(objective, ENCODING, ScorerSettings(share=0.01)).score([*worse, RIGHT])
    assert found[-1].loss < 1e-15
    assert found[0].tree.constants == (50,)


def test_what_was_scored_is_not_scored_again(objective):
    scorer = Scorer(objective, ENCODING)
    first = scorer.score([RIGHT, T, RIGHT])
    assert scorer.candidates == 2
    assert scorer.score([T, RIGHT]) == [first[1], first[0]]
    assert scorer.candidates == 2


def test_a_problem_without_conditions_is_scored_by_its_equation():
    free = Problem(["u_t = -2*u"], {"t": [0, 1]})
    scorer = Scorer(draw(free, np.random.default_rng(0)), ENCODING)
    assert scorer.score([ENCODING.apply(EXP, C * T)])[0].loss < 1e-15


def test_the_scale_is_the_loss_of_zero(objective):
    assert Scorer(objective, ENCODING).scale() == pytest.approx(90)


def test_refitting_lowers_a_loss(objective):
    scorer = Scorer(objective, ENCODING)
    rough = RIGHT.with_constants((2.0, -1.0))
    before = Scored(rough, float(scorer.losses(ENCODING.batch([rough]))[0]))
    assert scorer.refit(before, LBFGS(steps=100)).loss < 1e-12 < before.loss
