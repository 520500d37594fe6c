"""Linear ordinary equations whose source has steps or corners."""

import pytest

from support.partial import named
from support.textbook import initial, is_solved, proposals

SOURCES = named("a source in pieces")
RANGES = {"k": ["1/2", 2], "b": ["1/2", 2]}


@pytest.mark.parametrize(
    ("equation", "values"),
    [
        ("u_x + u = (1 + sign(x - 1))/2", (0,)),
        ("u_x + k*u = (1 + sign(x - b))/2", (0,)),  # switched on at any time
        ("u_x + u = (sign(x - 1) - sign(x - 2))/2", (1,)),
        ("u_x + 2*u = max(x - 1, 0)", (0,)),
        ("u_x + 2*x*u = (1 + sign(x - 1))/2*x", (0,)),
        ("u_xx + k^2*u = (1 + sign(x - 1))/2", (0, 1)),
        ("u_xx + u = abs(x - 1)", (0, 0)),
        ("u_xx + u = (1 - sign(x - pi/2))/2*sin(x)", (0, 0)),  # in resonance for a while
        ("u_xxx - u_x = sign(x - 1)", (0, 0, 1)),
    ],
)
def test_responses_to_changes(equation, values):
    assert is_solved(SOURCES, initial(equation, 0, 3, *values, parameters=RANGES))


@pytest.mark.parametrize(
    ("equation", "at"),
    [
        ("u_x + u = x", None),  # one piece
        ("u_x + u^2 = sign(x - 1)", None),
        ("u_x + abs(x - 1)*u = sign(x - 1)", None),
        ("u_x + u = sign(x - 1)", 3),  # a value at the end
    ],
)
def test_what_is_left_alone(equation, at):
    assert proposals(SOURCES, initial(equation, 0, 3, 1, at=at)) == []
