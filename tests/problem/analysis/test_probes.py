"""Random values for every symbol."""

import numpy as np

from symplex.expression import Derivative, number
from symplex.problem import Problem, Region
from symplex.problem.analysis.classify import COUNT, draw

HEAT = Problem(
    ["u_t = k*u_xx"], {"x": [0, 1], "t": [2, 3]}, [("t = 2", "u = x")], parameters={"k": [5, 6]}
)


def test_every_symbol_and_derivative_has_values_in_its_range():
    values = draw(HEAT)
    assert {"x", "t", "k", Derivative("u"), Derivative("u", ("x", "x"))} <= values.keys()
    assert all(column.shape == (COUNT,) for column in values.values())
    assert np.all((values["k"] >= 5) & (values["k"] <= 6))
    assert np.all(np.abs(values[Derivative("u")]) <= 2)


def test_a_region_fixes_its_variables_and_moves_nothing_else():
    free, fixed = draw(HEAT), draw(HEAT, Region((("t", number(2)),)))
    assert np.all(fixed["t"] == 2)
    np.testing.assert_array_equal(free["x"], fixed["x"])


def test_the_seed_decides():
    np.testing.assert_array_equal(draw(HEAT, seed=1)["x"], draw(HEAT, seed=1)["x"])
    assert np.any(draw(HEAT, seed=1)["x"] != draw(HEAT, seed=2)["x"])
