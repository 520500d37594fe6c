import numpy as np
import pytest

from symplex.expression.encoding import TreeEncoding
from symplex.expression.operators import ADD, EXP, MULTIPLY
from symplex.numerics.evaluation.sampling import draw
from symplex.problem import Problem
from symplex_benchmarks.rivals.fex.settings import FEXSettings
from symplex_benchmarks.rivals.fex.tuning import Finalists
from symplex_benchmarks.rivals.symbolic.queue import Scored
from symplex_benchmarks.rivals.symbolic.scorer import Scorer
from symplex_benchmarks.rivals.symbolic.words import vocabulary_of

DECAY = Problem(["u_t = -2*u"], {"t": [0, 1]}, [("t = 0", "u = 3")])
ENCODING = TreeEncoding(vocabulary_of(DECAY, (ADD, MULTIPLY, EXP)))
T = ENCODING.symbol("t")
ROUGH = ENCODING.slot(2.0) * ENCODING.apply(EXP, ENCODING.slot(-1.0) * T)


def _finalists(promising):
    scorer = Scorer(draw(DECAY, np.random.default_rng(0)), ENCODING)
    made = Finalists(scorer, FEXSettings(finalists=2, promising=promising), solved=1e-12)
    trees = [ROUGH, T, ENCODING.free * T]
    losses = scorer.losses(ENCODING.batch(trees)).tolist()
    made.offer([Scored(tree, loss) for tree, loss in zip(trees, losses, strict=True)])
    return made


@pytest.fixture
def finalists():
    return _finalists(promising=0)


def test_the_best_of_the_new_are_fitted_before_they_are_compared():
    assert _finalists(promising=3).solved


def test_long_fits_find_the_numbers(finalists):
    assert not finalists.solved
    assert finalists.tune()
    assert finalists.solved
    assert finalists.best.tree.constants == pytest.approx((3, -2), abs=1e-5)


def test_adam_and_lbfgs_together_find_them_too(finalists):
    finalists.tune_long()
    assert finalists.solved


def test_an_empty_buffer_cannot_be_tuned():
    scorer = Scorer(draw(DECAY, np.random.default_rng(0)), ENCODING)
    assert not Finalists(scorer, FEXSettings(), solved=0.0).tune()
