"""Exact values of formulas: balls, signs and sums."""

from fractions import Fraction

import flint
import pytest
from flint import arb

from symplex.expression import OPERATORS, apply, number
from symplex.expression.evaluate import evaluate, interpret, value_of
from symplex.expression.exact import (
    RATIONAL,
    NoNormalForm,
    Order,
    ball_backend,
    compare,
    enclosure,
    rational,
    sign_of,
    sum_of,
    tree_of,
)
from symplex.expression.operators import Operator, power
from symplex.expression.parse import Scope, parse

# Constants compared exactly.

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


# The normal form of constants.


def test_a_rational_constant_is_one_number():
    assert sum_of(parse("2/3 + 4*(1/6)^2 - 1"), sign_of) == {RATIONAL: Fraction(-2, 9)}
    assert sum_of(parse("pi - pi"), sign_of) == {}


@pytest.mark.parametrize(
    "text",
    ["sqrt(12)*pi/4 - 2^(-5/2)", "exp(pi + 1)*3 + 2/(1 + sqrt(7))", "abs(1 - pi)*max(2, erf(1))"],
)
def test_a_normal_form_has_the_value_of_the_constant(text):
    constant = parse(text)
    assert value_of(tree_of(sum_of(constant, sign_of))) == pytest.approx(value_of(constant))


@pytest.mark.parametrize(
    "text", ["1/(pi - pi)", "0^(-1)", "(10^900)^1000", "(1 + pi)^8*(2 + exp(1))^8"]
)
def test_what_is_undefined_or_too_large_has_none(text):
    with pytest.raises(NoNormalForm):
        sum_of(parse(text), sign_of)


def test_a_branch_whose_sign_is_unknown_stays_an_atom():
    undecided = sum_of(parse("abs(exp(log(2)) - 2)"), lambda _: Order.UNKNOWN)
    ((atoms, coefficient),) = undecided.items()
    assert (len(atoms), coefficient) == (1, 1)


# The operator table on balls.


def ball(text, **values):
    scope = Scope(tuple(values))
    return interpret(parse(text, scope), ball_backend(), {n: arb(v) for n, v in values.items()})


FUNCTIONS = [row for row in OPERATORS.values() if not row.is_tuple]


@pytest.mark.parametrize("row", [*FUNCTIONS, power(Fraction(2, 3)), power(-2)], ids=str)
def test_every_operator_encloses_the_value_of_numpy(row: Operator):
    formula = apply(row, *(number(Fraction(value, 7)) for value in (3, 5)[: row.arity]))
    found = interpret(formula, ball_backend(), {})
    assert found.is_finite()
    assert float(found) == pytest.approx(float(evaluate(formula)), rel=1e-14)


@pytest.mark.parametrize("text", ["log(x)", "sqrt(x)", "x^(1/3)", "asin(x - 1)", "1/(x - x)"])
@pytest.mark.parametrize("outer", ["{}", "sign({})", "sin({})", "tanh({})", "0*({})", "abs({})"])
def test_an_undefined_argument_is_never_lost(text, outer):
    assert not ball(outer.format(text), x=-1).is_finite()


def test_zero_has_roots():
    assert ball("x^(1/3) + sqrt(x) + x^(2/3)", x=0) == 0
    assert not ball("x^(-1/3)", x=0).is_finite()


def test_the_precision_is_that_of_the_context():
    with flint.ctx.workprec(500):
        value = ball("pi*x^(2/101)", x=3)
        assert value.rel_accuracy_bits() > 450


def test_an_exact_number_stays_exact():
    assert rational(Fraction(2, 3)) == flint.fmpq(2, 3)
    assert rational(5) == 5
