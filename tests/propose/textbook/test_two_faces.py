"""Linear transport fed by what was there at first and by what flows in."""

import pytest

from support.partial import named
from support.textbook import is_solved, proposals
from symplex.problem import Problem

FACES = named("fed from two faces")


def fed(equation, first, wall, at="x = 0", **parameters):
    """A problem on 0 < x < 3, 0 < t < 2."""
    conditions = [("t = 0", f"u = {first}"), (at, wall)]
    return Problem([equation], {"x": [0, 3], "t": [0, 2]}, conditions, parameters=parameters)


@pytest.mark.parametrize(
    ("equation", "first", "wall"),
    [
        ("u_t + u_x = 0", "0", "u = sin(t)"),  # a signal
        ("u_t + c*u_x = -k*u", "0", "u = t"),
        ("u_t + u_x = -u", "exp(-x)", "u = cos(t)"),
        ("u_t + u_x = 1", "0", "u = 0"),
        ("u_t + (1 + x)*u_x = 0", "x", "u = t"),  # curved characteristics
        ("u_t + u_x = -x*u", "exp(-x)", "u = exp(t)"),  # mortality that grows with age
    ],
)
def test_answers_that_agree_on_the_characteristic(equation, first, wall):
    assert is_solved(FACES, fed(equation, first, wall, c=[1, 2], k=["1/4", 1]))


@pytest.mark.parametrize(
    ("equation", "first", "wall"),
    [
        ("u_t + 2*u_x = -k*u", "0", "u = 1"),
        ("u_t + u_x = -k*u", "exp(-x)", "u = b"),  # McKendrick
    ],
)
def test_a_jump_from_the_edge(equation, first, wall):
    assert is_solved(FACES, fed(equation, first, wall, k=["1/4", 1], b=[2, 3]))


def test_a_wall_at_the_upper_end():
    assert is_solved(FACES, fed("u_t - u_x = 0", "3 - x", "u = t", at="x = 3"))


@pytest.mark.parametrize("equation", ["u_t + u*u_x = 0", "u_t = u_xx"])
def test_what_is_left_alone(equation):
    assert proposals(FACES, fed(equation, "0", "u = 0")) == []
