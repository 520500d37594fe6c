"""The box of the variables, its faces, corners and points."""

from fractions import Fraction

import numpy as np
import pytest

from symplex.expression import number
from symplex.expression.parse import parse
from symplex.problem.box import Box, Interval, same_value
from symplex.problem.equation import INTERIOR, Region

# Intervals and boxes.

UNIT = Interval(number(0), number(1))
TURN = Interval(number(0), parse("2*pi"))
BOX = Box({"x": TURN, "t": UNIT, "k": Interval(number(2), number(3))}, ("x", "t"))


def test_equal_values_may_be_written_differently():
    assert same_value(parse("2*pi/4"), parse("pi/2"))
    assert not same_value(number(0), number(Fraction(1, 10**9)))
    assert not same_value(parse("1 + 10^(-13)"), number(1))
    assert not same_value(parse("exp(log(2))"), number(2))  # true, but nothing shows it


def test_an_interval_contains_its_ends():
    assert UNIT.contains(number(0))
    assert UNIT.contains(number(1))
    assert UNIT.contains(number(Fraction(1, 2)))
    assert not UNIT.contains(number(2))
    assert not UNIT.contains(parse("1 + 10^(-300)"))
    assert UNIT.has_end(number(1))
    assert not UNIT.has_end(number(Fraction(1, 2)))
    assert str(TURN) == "[0, 2*pi]"


def test_points_are_uniform_and_drawn_symbol_by_symbol():
    points = BOX.sample(np.random.default_rng(7), 5)
    rng = np.random.default_rng(7)
    for name, (low, high) in {"x": (0, 2 * np.pi), "t": (0, 1), "k": (2, 3)}.items():
        np.testing.assert_array_equal(points[name], rng.uniform(low, high, 5))


def test_a_face_has_the_other_variables():
    face = BOX.face(["t"])
    assert tuple(face.intervals) == ("x", "k")
    assert face.variables == ("x",)


def test_a_widened_box_says_where():
    wider = BOX.widened({"t": Interval(number(0), number(2))})
    assert wider.ends["t"] == (0, 2)
    assert wider.widened_in == ("t",)
    assert BOX.ends["t"] == (0, 1)


@pytest.mark.parametrize(("x", "inside"), [(0.0, True), (3.0, True), (-0.1, False), (7.0, False)])
def test_a_box_contains_its_boundary(x, inside):
    assert BOX.contains({"x": x, "t": 1.0, "k": 2.0}) is inside


# Faces, corners and points of a box.

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
