import numpy as np
import pytest

from symplex.expression.encoding import TreeEncoding
from symplex.numerics.evaluation.sampling import draw
from symplex.problem import Problem
from symplex_benchmarks.rivals.fex.fex import choices_of
from symplex_benchmarks.rivals.fex.search import ShapeSearch
from symplex_benchmarks.rivals.fex.settings import FEXSettings, Shape
from symplex_benchmarks.rivals.symbolic.scorer import Scorer
from symplex_benchmarks.rivals.symbolic.words import in_order, vocabulary_of

SYSTEM = Problem(
    ["u_x = v", "v_x = -u"],
    {"x": [0, 1]},
    [("x = 0", "u = 0"), ("x = 0", "v = 1")],
    unknowns=["u", "v"],
)


@pytest.fixture
def search():
    choices = choices_of(SYSTEM)
    encoding = TreeEncoding(vocabulary_of(SYSTEM, in_order(choices.operators)))
    settings = FEXSettings(batch=12)
    scorer = Scorer(draw(SYSTEM, np.random.default_rng(0), settings.sampling), encoding)
    return ShapeSearch(scorer, Shape.DEPTH1, choices, settings, seed=0), scorer


def test_an_epoch_scores_a_tree_for_each_unknown(search):
    found = search[0].epoch()
    assert len(found) == search[0].candidates == 12
    assert all(len(one.tree.components) == 2 for one in found)


def test_losses_are_those_of_the_trees_and_learning_lowers_them(search):
    one, scorer = search
    found = [each for each in one.epoch() if np.isfinite(each.loss)]
    again = scorer.losses(scorer.encoding.batch([each.tree for each in found]))
    assert again == pytest.approx([each.loss for each in found], rel=1e-6)
    assert min(again) < 0.2 * scorer.scale()
