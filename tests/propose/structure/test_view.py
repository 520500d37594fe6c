"""Functions known by their values: slopes, restrictions, outer functions, memory."""

import numpy as np
import pytest

from support.views import PLANE, seen
from symplex.propose.structure.view import Remembered, View


def test_slopes_are_those_of_the_formula():
    view = seen("exp(x)*sin(3*t)", PLANE, 0.0)
    points = view.points(20, 1, 0.7)
    slopes = view.slopes(points)
    x, t = points["x"], points["t"]
    assert slopes["x"] == pytest.approx(np.exp(x) * np.sin(3 * t), abs=1e-10)
    assert slopes["t"] == pytest.approx(3 * np.exp(x) * np.cos(3 * t), abs=1e-10)


def test_a_view_with_a_variable_held_has_the_others():
    view = seen("x + 2*t", PLANE, 0.0).at({"t": 0.5})
    assert view.names == ("x",)
    assert view.values({"x": np.array([0.25])}) == pytest.approx([1.25])


def test_errors_grow_through_outer_functions():
    view = seen("2 + x", PLANE, 1e-9).through(np.log, 1.0)
    assert view.values({"x": np.zeros(1), "t": np.zeros(1)}) == pytest.approx([np.log(2)])
    assert view.error == 1e-9
    assert view.tolerance >= 1e-9


def test_a_function_that_is_nothing_but_noise_is_zero():
    assert seen("0*x", PLANE, 1e-9).is_zero
    assert not seen("x", PLANE, 1e-9).is_zero


def test_costly_values_are_counts_for_once():
    counts = []

    def costly(columns):
        counts.append(len(columns["x"]))
        return columns["x"]

    view = View({"x": (0.0, 1.0)}, Remembered(costly), 0.0)
    points = {"x": np.linspace(0, 1, 5)}
    assert np.array_equal(view.values(points), view.values(points))
    view.values({"x": np.linspace(0, 1, 6)})
    assert counts == [5, 6]
