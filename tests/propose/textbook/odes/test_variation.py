"""Variation of parameters."""

from support.textbook import formula, initial
from symplex.expression.calculus import differentiate
from symplex.propose.textbook.odes.ode import Ode
from symplex.propose.textbook.odes.variation import variation
from symplex.work.budget import Budget


def particular(equation, *basis):
    ode = Ode(initial(equation, 1, 2), Budget.unlimited())
    assert ode.linear is not None
    return ode, variation(ode, ode.linear, [formula(text) for text in basis])


def test_a_particular_solution():
    ode, found = particular("u_xx - 2*u_x + u = exp(x)/x", "exp(x)", "x*exp(x)")
    assert found is not None
    left = differentiate(found, "x", 2) - 2 * differentiate(found, "x") + found
    assert ode.arithmetic.are_equal(left, formula("exp(x)/x"))


def test_without_a_right_hand_side_it_is_zero():
    assert particular("u_xx = u", "exp(x)", "exp(-x)")[1] == formula("0")


def test_an_integral_that_is_not_elementary_is_declined():
    assert particular("u_xx - u = 1/x", "exp(x)", "exp(-x)")[1] is None
