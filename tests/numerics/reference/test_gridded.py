"""States on a grid are looked up between its nodes."""

import numpy as np
import pytest

from support.reasons import refused
from symplex.numerics.reference.gridded import Gridded
from symplex.reasons import Code


def grid(size, times=(0.0, 1.0)):
    x, t = np.linspace(-1, 1, size), np.linspace(*times, size)
    return Gridded("t", t, {"x": x}, np.abs(x)[None] + t[:, None])


@pytest.mark.parametrize("times", [(0.0, 1.0), (1.0, 0.0)])
def test_values_between_nodes(times):
    points = {"x": np.array([-0.5, 0.0, 0.73]), "t": np.array([0.1, 1.0, 0.37])}
    assert grid(5, times).values(points)[0] == pytest.approx([0.6, 1.0, 1.1])


def test_a_grid_has_no_derivatives():
    with refused(Code.REFERENCE_NO_DERIVATIVES):
        grid(5).values({"x": np.zeros(1), "t": np.zeros(1)}, ("x",))


def test_the_distance_is_seen_between_the_nodes_of_the_coarser():
    assert grid(5).distance(grid(9)) == pytest.approx(0)
    assert grid(4).distance(grid(9)) == pytest.approx(1 / 3)
