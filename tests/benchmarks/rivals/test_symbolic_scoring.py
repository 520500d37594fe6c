"""How the symbolic rivals score formulas and fit their constants."""

import math

import numpy as np
import pytest

from symplex.expression import CONSTANT, Derivative, Symbol, leaf, symbol
from symplex.expression.encoding import TreeEncoding
from symplex.expression.operators import ADD, EXP, LOG, MULTIPLY
from symplex.expression.vocabulary import Vocabulary
from symplex.numerics.evaluation.evaluator import evaluator
from symplex.numerics.evaluation.objective import Objective, PointSet, Term, frozen
from symplex.numerics.evaluation.sampling import Loss, Sampling, draw
from symplex.problem import Problem
from symplex_benchmarks.rivals.symbolic.lbfgs import LBFGS, fit, weights_of
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


WORDS = Vocabulary((ADD, MULTIPLY, EXP, LOG, Symbol("x"), CONSTANT))
POLYNOMIALS = TreeEncoding(WORDS)
X = POLYNOMIALS.symbol("x")


def values_of(values, x, weight=1.0):
    difference = leaf(Derivative("u")) - symbol("data")
    points = PointSet(frozen({"x": x, "data": values}), (Term(difference, weight),))
    return evaluator(Objective(("u",), ("x",), (), (points,)), WORDS)


@pytest.fixture
def x():
    return np.linspace(-1, 1, 40)


def test_constants_are_found(x):
    made = values_of(1.7 * np.exp(-0.6 * x) + 0.3, x)
    tree = POLYNOMIALS.free * POLYNOMIALS.apply(EXP, POLYNOMIALS.free * X) + POLYNOMIALS.free
    found = fit(made, POLYNOMIALS.batch([tree]), LBFGS(steps=200, tolerance=0))
    assert found.losses[0] < 1e-18
    assert found.trees.constants == pytest.approx([1.7, -0.6, 0.3], abs=1e-7)


def test_each_tree_of_a_batch_is_fitted_as_if_it_were_alone(x):
    made = values_of(2 * x + 1, x)
    trees = [POLYNOMIALS.free * X, X, POLYNOMIALS.free * X + POLYNOMIALS.free]
    together = fit(made, POLYNOMIALS.batch(trees))
    for index, tree in enumerate(trees):
        alone = fit(made, POLYNOMIALS.batch([tree]))
        assert together.losses[index] == pytest.approx(alone.losses[0], rel=1e-9, abs=1e-25)
    assert together.losses[2] < 1e-20 < together.losses[0] < together.losses[1]


def test_the_fit_of_a_line_is_that_of_least_squares(x):
    values = np.sin(3 * x)
    found = fit(values_of(values, x), POLYNOMIALS.batch([POLYNOMIALS.free * X]), LBFGS(tolerance=0))
    assert found.trees.constants[0] == pytest.approx(np.dot(x, values) / np.dot(x, x), abs=1e-9)


def test_an_undefined_tree_has_an_infinite_loss_and_spoils_no_other(x):
    made = values_of(x, x)
    undefined = POLYNOMIALS.apply(LOG, X) * POLYNOMIALS.free
    found = fit(made, POLYNOMIALS.batch([undefined, POLYNOMIALS.slot(3.0) * X]))
    assert math.isinf(found.losses[0])
    assert found.losses[1] < 1e-20


def test_no_loss_rises(x):
    rng = np.random.default_rng(0)
    made = values_of(np.tanh(5 * x), x)
    trees = [
        POLYNOMIALS.apply(EXP, POLYNOMIALS.slot(a) * X) * POLYNOMIALS.slot(b)
        for a, b in rng.normal(size=(20, 2)).tolist()
    ]
    batch = POLYNOMIALS.batch(trees)
    before = fit(made, batch, LBFGS(steps=0)).losses
    assert np.all(fit(made, batch, LBFGS(steps=5)).losses <= before)


def test_the_weights_are_those_of_the_loss(x):
    made = values_of(x, x, weight=4.0)
    batch = POLYNOMIALS.batch([X * X])
    residuals = made.residuals(batch.tokens, batch.constants)[0]
    loss = fit(made, batch).losses[0]
    assert float(weights_of(made) @ residuals**2) == pytest.approx(loss)
