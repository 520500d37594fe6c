"""Plain functions in a space of functions, and what they leave."""

import pytest

from support.views import PLANE, seen
from symplex.expression import apply, number, symbol
from symplex.propose.structure.members import complement, plain_members
from symplex.propose.structure.recognise import recognise
from symplex.propose.structure.separation import span
from symplex.work.budget import Budget


def test_plain_members_are_found():
    found = span(seen("t + exp(t)*x^2", PLANE), "x")
    assert plain_members(found, []) == [number(1), symbol("x") ** 2]


def test_what_the_statement_offers_may_be_a_member():
    wave = apply("tanh", symbol("x"))
    found = span(seen("t + exp(t)*tanh(x)", PLANE), "x")
    assert plain_members(found, [wave]) == [number(1), wave]


def test_the_direction_that_is_left_is_recognised():
    found = span(seen("t + exp(t)*tanh(2*x)", PLANE), "x")
    rest = complement(found, plain_members(found, []))
    (first, *_) = recognise(rest, Budget.unlimited())
    assert max(first.formula.constants, key=abs) == pytest.approx(2, abs=1e-6) or any(
        abs(abs(value) - 2) < 1e-6 for value in first.formula.constants
    )
