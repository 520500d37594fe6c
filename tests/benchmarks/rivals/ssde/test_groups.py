import numpy as np
import pytest

from symplex.expression import CONSTANT, Symbol
from symplex.expression.encoding import TreeEncoding
from symplex.expression.operators import ADD, MULTIPLY, SIN
from symplex.expression.vocabulary import Vocabulary
from symplex_benchmarks.rivals.ssde.grid import Grid
from symplex_benchmarks.rivals.ssde.groups import GroupScorer
from symplex_benchmarks.rivals.symbolic.lbfgs import LBFGS

ENCODING = TreeEncoding(Vocabulary((ADD, MULTIPLY, SIN, Symbol("x"), Symbol("y"), CONSTANT)))
X_AXIS, Y_AXIS = np.linspace(0, 1, 9), np.linspace(1, 2, 8)
VALUES = np.sin(X_AXIS)[:, None] * Y_AXIS**2
SINE = ENCODING.free * ENCODING.apply(SIN, ENCODING.symbol("x"))


def scorer(values=VALUES, most=4):
    return GroupScorer(Grid({"x": X_AXIS, "y": Y_AXIS}, values), ENCODING, LBFGS(), most)


def test_the_right_skeleton_fits_every_group_and_others_do_not():
    line = ENCODING.free * ENCODING.symbol("x")
    right, wrong = scorer().score([SINE, line])
    assert right.loss < 1e-18
    assert wrong.loss > 1e-6


def test_the_constants_of_all_groups_are_a_function_of_the_other_variable():
    assert scorer().constants(SINE, LBFGS(steps=100))[0] == pytest.approx(Y_AXIS**2, abs=1e-8)


def test_groups_with_too_little_data_have_no_constants():
    values = VALUES.copy()
    values[:, 3] = np.nan
    found = scorer(values).constants(SINE, LBFGS(steps=100))[0]
    assert np.isnan(found[3])
    assert np.isfinite(np.delete(found, 3)).all()


def test_single_points_say_nothing():
    lonely = np.full(VALUES.shape, np.nan)
    lonely[0] = 1.0
    assert scorer(lonely).is_empty
    assert not scorer().is_empty


def test_a_tree_is_scored_once():
    made = scorer()
    made.score([SINE, SINE])
    made.score([SINE])
    assert made.candidates == 1
