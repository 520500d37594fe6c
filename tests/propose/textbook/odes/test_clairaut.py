"""Clairaut's equation."""

import pytest

from support.textbook import initial, is_solved, proposals
from symplex.propose.textbook.odes.clairaut import Clairaut

METHOD = Clairaut()


@pytest.mark.parametrize(
    ("equation", "value"), [("u = x*u_x + u_x^2", 4), ("u = x*u_x - exp(u_x)", -1)]
)
def test_the_line_through_the_start(equation, value):
    assert is_solved(METHOD, initial(equation, 0, 1, value))


def test_other_equations_are_left_alone():
    assert proposals(METHOD, initial("u = x^2*u_x + u_x^2", 0, 1, 1)) == []
    assert proposals(METHOD, initial("u_x = u^2", 0, 1, 1)) == []
