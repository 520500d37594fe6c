"""A problem seen as an ODE."""

import pytest

from support.textbook import initial, system
from symplex.expression.render import to_text
from symplex.problem import Problem
from symplex.propose.textbook.odes.ode import lone_ode, ode_of
from symplex.work.budget import Budget


def view(equation, **rest):
    ode = lone_ode(initial(equation, 1, 2, **rest), Budget.unlimited())
    assert ode is not None
    return ode


def test_the_coefficients_of_a_linear_equation():
    linear = view("x*u_xx + (u_x - u)*exp(x) = sin(x) + u_xx").linear
    assert linear is not None
    assert [to_text(one) for one in linear.coefficients] == ["-exp(x)", "exp(x)", "x - 1"]
    assert to_text(linear.right) == "sin(x)"


def test_linear_after_a_divisor_is_removed():
    assert view("u_x/u = x").linear is not None
    assert view("(u + u_x)^2 - u^2 - u_x^2 - 2*u*u_x + u_x = 0").linear is not None


@pytest.mark.parametrize("equation", ["u_x = u^2", "u_x*u = 1", "u_xx + sin(u) = 0"])
def test_equations_that_are_not_linear(equation):
    assert view(equation).linear is None


def test_the_highest_derivative_in_each_branch():
    assert [to_text(one) for one in view("x*u_x + u^2 = 1").solved] == ["(1 - u#0^2)/x"]
    assert len(view("u_x^2 = u").solved) == 2
    assert view("u_x + exp(u_x) = u").solved == ()


def test_the_orders_of_a_system():
    problem = system(["u_tt = v", "v_t = u"], "u = 1", "v = 0")
    ode = ode_of(problem, Budget.unlimited())
    assert ode is not None
    assert ode.orders == {"u": 2, "v": 1}


def test_other_problems_are_none():
    heat = Problem(["u_t = u_xx"], {"x": [0, 1], "t": [0, 1]}, [("t = 0", "u = x")])
    assert ode_of(heat, Budget.unlimited()) is None
    assert lone_ode(initial("u_xx = u", 0, 1, 1, 0), Budget.unlimited(), (1,)) is None
