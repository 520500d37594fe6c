import numpy as np
import pytest

from symplex.notation.problem_files import load
from symplex.problem import Problem
from symplex_benchmarks.rivals.ssde.grid import known_values


def test_an_initial_condition_is_known_on_all_of_space():
    grid = known_values(load("heat"))
    assert grid is not None
    assert grid.names == ("x", "y")
    x, y = np.meshgrid(grid.axes["x"], grid.axes["y"], indexing="ij")
    assert grid.values == pytest.approx(np.sin(x) * np.cos(y))


def test_faces_are_known_and_the_interior_is_not():
    grid = known_values(load("poisson-quartic"))
    assert grid is not None
    x, y = np.meshgrid(grid.axes["x"], grid.axes["y"], indexing="ij")
    on_faces = (np.abs(x) == 1) | (np.abs(y) == 1)
    assert np.array_equal(np.isfinite(grid.values), on_faces)
    assert grid.values[on_faces] == pytest.approx((x**4 + 1.2 * y**4)[on_faces])


def test_slopes_alone_give_no_values():
    assert known_values(Problem(["u_xx = 0"], {"x": [0, 1]}, [("x = 0", "u_x = 1")])) is None


def test_the_first_axis_can_be_taken_off():
    grid = known_values(load("heat"))
    assert grid is not None
    rest = grid.without_first(np.arange(len(grid.axes["y"]), dtype=float))
    assert rest.names == ("y",)
    assert rest.values[2] == 2
