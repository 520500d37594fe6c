"""The linear form of an equation, and derivatives by derivatives."""

import pytest

from support.statements import formula, on_rod
from symplex.expression import Derivative, number
from symplex.problem.coordinates import differentiate_by
from symplex.problem.linear_form import linear_form

U, U_X = Derivative("u"), Derivative("u", ("x",))


def form(state, equation):
    return linear_form(state(equation).equations[0].residual)


def test_coefficients_and_the_rest():
    found = form(on_rod, "u_t = 2*u_xx + x*u + sin(x)")
    assert found is not None
    assert found.coefficient("u", "t") == number(1)
    assert found.coefficient("u", "x") == number(0)
    assert found.rest.symbols == {"x"}
    assert not found.is_constant


def test_one_derivative_alone():
    found = form(on_rod, "3*u_t = sin(x)")
    assert found is not None
    assert found.alone == Derivative("u", ("t",))
    assert found.is_constant


@pytest.mark.parametrize(
    "equation", ["u_t + u*u_x = 0", "u_t = sign(u)", "u_t = abs(u_x)", "u_t = sqrt(u)"]
)
def test_what_is_not_linear_has_none(equation):
    assert form(on_rod, equation) is None


def test_others_are_held():
    residual = on_rod("u_t + u^2*u_x = 0").equations[0].residual
    assert differentiate_by(residual, U_X) == (formula("u^2"))
    assert differentiate_by(residual, U).derivatives == {U, U_X}
