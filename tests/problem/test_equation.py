"""Equations on regions."""

from symplex.expression import Derivative
from symplex.expression.parse import Scope, parse, parse_equation
from symplex.problem.equation import Equation

SCOPE = Scope(("x", "t"), ("k",), ("u",))


def equation(text: str) -> Equation:
    return Equation(*parse_equation(text, SCOPE))


def test_the_residual_is_left_minus_right():
    assert equation("u_t = k*u_xx").residual == parse("u_t - k*u_xx", SCOPE)
    assert equation("u_t - u = 0").residual == parse("u_t - u", SCOPE)


def test_it_knows_what_it_is_made_of():
    heat = equation("u_t = k*u_xx + x")
    assert heat.derivatives == {Derivative("u", ("t",)), Derivative("u", ("x", "x"))}
    assert heat.symbols == {"k", "x"}
    assert heat.order == 2
    assert equation("x = 1").order == 0


def test_a_given_value_may_stand_on_either_side():
    given = (Derivative("u", ("t",)), parse("x^2", SCOPE))
    assert equation("u_t = x^2").given_value() == given
    assert equation("x^2 = u_t").given_value() == given
    assert equation("2*u_t = x^2").given_value() is None
    assert equation("u_t = u").given_value() is None
