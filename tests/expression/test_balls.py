"""The operator table on balls."""

from fractions import Fraction

import flint
import pytest
from flint import arb

from symplex.expression import apply, number
from symplex.expression.evaluate import evaluate, interpret
from symplex.expression.exact import ball_backend, rational
from symplex.expression.operators import OPERATORS, Operator, power
from symplex.expression.parse import Scope, parse


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
