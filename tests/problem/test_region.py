"""Faces, corners and points of a box."""

from symplex.expression import number
from symplex.expression.parse import parse
from symplex.problem.equation import INTERIOR, Region

LEFT = Region((("x", number(0)),))
RIGHT = Region((("x", parse("2*pi")),))
START = Region((("t", number(0)),))
CORNER = Region((("x", number(0)), ("t", number(0))))


def test_the_interior_fixes_nothing():
    assert INTERIOR.is_interior
    assert not LEFT.is_interior
    assert str(INTERIOR) == "interior"
    assert str(CORNER) == "x = 0, t = 0"


def test_free_variables_are_those_not_fixed():
    assert LEFT.free(("x", "t")) == ("t",)
    assert CORNER.free(("x", "t")) == ()


def test_faces_meet_unless_a_variable_has_two_values():
    assert LEFT.meets(START)
    assert LEFT.meets(CORNER)
    assert not LEFT.meets(RIGHT)


def test_the_same_region_may_be_written_differently():
    assert RIGHT.same_as(Region((("x", parse("pi*2")),)))
    assert not LEFT.same_as(CORNER)
