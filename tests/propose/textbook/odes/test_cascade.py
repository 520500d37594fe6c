"""Systems solved one unknown after another."""

import pytest

from support.textbook import is_solved, proposals, system
from symplex.propose.textbook.catalogue import METHODS
from symplex.propose.textbook.odes.cascade import Cascade

METHOD = next(method for method in METHODS if isinstance(method, Cascade))


@pytest.mark.parametrize(
    "equations",
    [
        ["u_t = u*v", "v_t = -v"],
        ["u_t = -2*t*u", "v_t = u - v"],
        ["v_t = u*v", "u_t = -u^2"],
    ],
)
def test_triangular_systems(equations):
    assert is_solved(METHOD, system(equations, "u = 1", "v = 1"))


def test_coupled_systems_are_left_alone():
    assert proposals(METHOD, system(["u_t = v^2", "v_t = u^2"], "u = 1", "v = 1")) == []
