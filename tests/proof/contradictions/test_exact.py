import pytest

from support.statements import formula, on_rod, ordinary
from symplex.expression import number
from symplex.problem import INTERIOR, Region
from symplex.proof.contradictions.exact import (
    is_nonzero,
    is_smooth_at,
    is_zero,
    place,
    plain,
    points_of,
    shortest,
    shown,
    value_at,
)

HALF = {"x": number(1) / 2}


def test_points_lie_inside_and_hold_what_a_region_fixes():
    problem = on_rod("u_t = u_xx", ("x = pi", "u = 0"))
    for point in points_of(problem, problem.conditions[0].region):
        assert point["x"] == formula("pi")
        assert problem.domain["t"].contains(point["t"])
        assert not problem.domain["t"].has_end(point["t"])


def test_a_region_that_is_a_point_has_one():
    problem = ordinary("u_x = 0", ("x = 0", "u = 0"))
    assert len(list(points_of(problem, problem.conditions[0].region))) == 1
    assert len(list(points_of(problem, INTERIOR))) > 1


@pytest.mark.parametrize(
    ("text", "nonzero", "zero"),
    [
        ("1/3", True, False),
        ("0", False, True),
        ("1 + 10^(-13) - 1", True, False),
        ("sqrt(2)^2 - 2", False, True),
        ("sin(pi)", False, True),
        ("exp(1) - 2", True, False),
        ("sin(1)^2 + cos(1)^2 - 1", False, True),
    ],
)
def test_constants_are_told_from_zero_exactly(text, nonzero, zero):
    assert is_nonzero(formula(text)) is nonzero
    assert is_zero(formula(text)) is zero


def test_a_value_that_may_be_undefined_is_none():
    assert value_at(formula("x*log(x)"), {"x": number(0)}) is None
    assert value_at(formula("x^2"), {"x": number(3)}) == number(9)


def test_kinks_are_seen_at_points():
    assert not is_smooth_at(formula("abs(2*x - 1)"), HALF)
    assert is_smooth_at(formula("abs(x)"), HALF)


def test_constants_are_shortened():
    assert plain(formula("2*pi/pi")) == number(2)
    assert shortest(formula("sqrt(pi^2)")) == formula("pi")


def test_constants_and_points_in_sentences():
    assert shown(formula("1/4")) == "1/4"
    assert shown(formula("sin(pi)")) == "0"
    assert shown(formula("exp(1)")) == "exp(1) = 2.71828…"
    assert place({"x": number(1), "t": number(0)}) == "x = 1, t = 0"
    assert place(Region().values) == ""
