"""Functions of a combination, read off along a line."""

import numpy as np
import pytest

from support.views import seen
from symplex.expression.parse import Scope, parse
from symplex.propose.structure.level_sets import along
from symplex.propose.structure.symmetry import Symmetry

DISC = {"x": (-1.0, 1.0), "y": (-1.0, 1.0)}


def combined(text, factor="1", shift="0"):
    scope = Scope(("x", "y"))
    return Symmetry(("x", "y"), parse(text, scope), parse(factor, scope), parse(shift, scope))


def test_a_line_from_the_centre_crosses_all_circles():
    view = along(seen("exp(x^2 + y^2)", DISC), combined("x^2 + y^2"), "z")
    low, high = view.box["z"]
    assert low < 0.01
    assert high > 1.9
    z = np.linspace(low, high, 9)
    assert view.values({"z": z}) == pytest.approx(np.exp(z), abs=1e-8)


def test_factors_and_shifts_are_taken_off():
    moved = combined("x - y", "exp(y)", "3*y")
    view = along(seen("exp(y)*sin(x - y) + 3*y", DISC), moved, "z")
    z = np.linspace(-1, 1, 5)
    assert view.values({"z": z}) == pytest.approx(np.sin(z), abs=1e-8)


def test_other_variables_stay():
    space = {**DISC, "t": (0.0, 1.0)}
    view = along(seen("t*(x - y)", space), combined("x - y"), "z")
    assert view.names == ("z", "t")


def test_a_combination_that_is_defined_nowhere_has_no_line():
    assert along(seen("x", DISC), combined("log(-4 - x^2 - y)"), "z") is None
