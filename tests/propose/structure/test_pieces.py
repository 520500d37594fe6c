"""Kinks: pieces in corners, and where a function is not smooth."""

from fractions import Fraction

import pytest

from support.views import PLANE, seen
from symplex.expression.parse import Scope, parse
from symplex.expression.render import to_text
from symplex.propose.structure.fitting import accepted
from symplex.propose.structure.pieces import corners, joined, kinks, plain_pieces

SCOPE = Scope(("x", "t"))


def test_corners_lie_inside_of_the_box():
    found = list(corners(seen("x", PLANE)))
    assert len(found) == 18
    assert all(low >= -1 and high <= 1 + 1e-12 for low, high in (one.box["x"] for one in found))


def test_pieces_are_joined_as_the_values_say():
    pieces = [parse(text, SCOPE) for text in ("x - t/2", "0", "x + 7")]
    found = list(joined(seen("min(x - t/2, 0)", PLANE), pieces))
    assert [to_text(one) for one in found] == ["min(x - t/2, 0)"]


def test_pieces_are_straight_quadratic_or_distances():
    for text in ("1 - 2*x + t", "x^2 + t*x - 1", "sqrt(2 + x^2) - t"):
        assert accepted(seen(text, PLANE), plain_pieces(("x", "t")), starts=8), text
    assert accepted(seen("sin(3*x*t)", PLANE), plain_pieces(("x", "t")), starts=8) == []


def test_smooth_functions_have_no_kinks():
    assert kinks(seen("exp(2*x)*sin(9*x)", PLANE), "x") == []


def test_kinks_are_located():
    assert kinks(seen("abs(x - 0.3)", PLANE), "x") == pytest.approx([0.3], abs=0.01)


def polygon(count):
    """A convex polygon with so many sides, and the sides."""
    places = [Fraction(2 * k, count) - 1 for k in range(1, count)]
    text = " + ".join(f"abs(x - ({place}))" for place in places)
    sides = [
        " + ".join(f"{1 if place <= middle else -1}*(x - ({place}))" for place in places)
        for middle in (Fraction(2 * k + 1, count) - 1 for k in range(count))
    ]
    return seen(text, {"x": (-1.0, 1.0)}), [parse(side, Scope(("x",))) for side in sides]


def test_a_few_sides_are_joined_and_many_are_left_alone(monkeypatch):
    assert list(joined(*polygon(6)))

    def unexpected(_):
        raise AssertionError("there are half a million ways")

    monkeypatch.setattr("symplex.propose.structure.pieces._joins", unexpected)
    assert list(joined(*polygon(20))) == []
