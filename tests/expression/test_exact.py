"""Constants compared exactly."""

from fractions import Fraction

import flint
import pytest

from symplex.expression import OPERATORS, apply, number
from symplex.expression.evaluate import value_of
from symplex.expression.exact import Order, compare, enclosure
from symplex.expression.parse import parse

EQUAL = [
    ("pi/2", "2*pi/4"),
    ("0.1 + 0.2", "0.3"),
    ("sqrt(8)", "2*sqrt(2)"),
    ("sqrt(6)", "sqrt(2)*sqrt(3)"),
    ("1/sqrt(2)", "sqrt(2)/2"),
    ("3^(3/2)", "3*sqrt(3)"),
    ("(sqrt(2) + 1)*(sqrt(2) - 1)", "1"),
    ("exp(1)*2", "exp(1) + exp(1)"),
    ("1/(pi + 1)", "1/(1 + pi)"),
    ("max(pi, 3) - min(abs(-pi), 4)", "0"),
    ("relu(-2) + sign(sqrt(2) - 1)", "1"),
    ("(pi + 1)^2", "pi^2 + 2*pi + 1"),
    ("sqrt(10^100)", "10^50"),
]
LESS = [
    ("1", "1 + 10^(-13)"),
    ("pi", "pi*(1 + 10^(-400))"),
    ("10^300", "10^300 + 1"),
    ("10^50", "sqrt(10^100 + 1)"),
    ("355/113 - 1", "355/113 - 10^(-30) - pi + pi"),
    ("-((10^300)^1000)^1000", "-exp(100)"),
]
UNDECIDED = [("exp(log(2))", "2"), ("tanh(exp(exp(20)))", "1"), ("sin(pi/6)", "1/2")]


@pytest.mark.parametrize(("first", "second"), EQUAL)
def test_equal_constants_have_one_normal_form(first, second):
    assert compare(parse(first), parse(second)) is Order.EQUAL


@pytest.mark.parametrize(("first", "second"), LESS)
def test_different_constants_are_told_apart_however_close(first, second):
    assert compare(parse(first), parse(second)) is Order.LESS
    assert compare(parse(second), parse(first)) is Order.GREATER


@pytest.mark.parametrize(("first", "second"), UNDECIDED)
def test_what_nothing_shows_is_unknown(first, second):
    assert compare(parse(first), parse(second)) is Order.UNKNOWN


@pytest.mark.parametrize("name", OPERATORS)
def test_every_operator_has_a_ball_around_its_value(name):
    row = OPERATORS[name]
    constant = apply(row, *[number(Fraction(1, 3)), number(Fraction(2, 7))][: row.arity])
    ball = enclosure(constant)
    assert ball is not None
    assert abs(ball - value_of(constant)) < 1e-12


def test_an_enclosure_exists_only_where_the_constant_is_defined():
    ball = enclosure(parse("sqrt(2)"))
    assert ball is not None
    assert (ball**2).contains(flint.arb(2))
    for undefined in ("log(-1)", "1/(pi - pi)", "sqrt(-2)", "(-8)^(1/3)", "0*log(0)"):
        assert enclosure(parse(undefined)) is None


def test_the_working_precision_is_given_back():
    before = flint.ctx.prec
    compare(parse("exp(1)"), parse("exp(2)"))
    assert flint.ctx.prec == before


@pytest.mark.parametrize(
    "text",
    [
        "+".join(f"exp({index})" for index in range(150)),
        "*".join(f"(pi+sqrt({index}))" for index in range(2, 90)),
        "((((10^900)^1000)^1000)^1000)^(1/1000)",
        "exp(" * 60 + "1" + ")" * 60,
        "(1+" * 80 + "pi" + ")^1000" * 80,
    ],
)
def test_large_constants_end(text):
    compare(parse(text), number(1))
