"""Formulas on the surface where two pieces meet."""

import pytest

from symplex.expression import apply, tuple_of
from symplex.proof.pieces.cut import cut
from symplex.proof.pieces.surface_zero import first_derivative_of, vanishes_on
from symplex.proof.pieces.surfaces import interfaces


@pytest.fixture
def interface(read, context):
    pieces = cut(apply(tuple_of(1), read("abs(x - t)")), context)
    (found,) = interfaces(pieces, context)
    return found


def test_what_vanishes_there_and_what_does_not(interface, read):
    assert vanishes_on(interface, read("(x - t)*exp(y)"))
    assert not vanishes_on(interface, read("x + t"))


def test_the_normal_of_the_surface(interface, read, context):
    found = {name: first_derivative_of(interface, name) for name in ("x", "y", "t")}
    expected = {"x": read("1"), "y": read("0"), "t": read("-1")}
    assert context.normaliser.are_equal((found[name], expected[name]) for name in found)
