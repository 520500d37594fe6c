"""Linear equations with constant coefficients."""

import pytest

from support.textbook import initial, is_solved, proposals
from symplex.expression.render import to_text
from symplex.problem import Problem
from symplex.propose.textbook.odes.constant_coefficients import ConstantCoefficients

METHOD = ConstantCoefficients()


@pytest.mark.parametrize(
    "equation",
    [
        "u_xx + 3*u_x + u = 0",  # irrational exponents
        "u_xx - 6*u_x + 9*u = 0",  # a double one
        "u_xx + 2*u_x + 10*u = exp(-x)*sin(3*x)",  # complex ones, in resonance
        "u_xx + 4*u = x*cos(2*x)",
        "u_xx - 4*u = cosh(2*x) + sin(x)^2",
        "u_xx + u = 1/cos(x)",  # by integrals
    ],
)
def test_equations_of_the_second_order(equation):
    assert is_solved(METHOD, initial(equation, 0, 1, 1, -2))


@pytest.mark.parametrize(
    "equation",
    [
        "u_xxxx - u = x^2",
        "u_xxxx + 2*u_xx + u = cos(x)",
        "u_xxxx + 4*u = 0",
    ],
)
def test_equations_of_the_fourth_order(equation):
    assert is_solved(METHOD, initial(equation, 0, 1, 1, 0, 0, 2))


def test_parameters_stay_symbols():
    damped = {"c": ["1/10", "4/5"]}
    assert is_solved(METHOD, initial("u_xx + 2*c*u_x + u = 0", 0, 3, 1, 0, parameters=damped))
    forced = {"w": [2, 3], "k": [1, 2]}
    assert is_solved(METHOD, initial("u_xx + w^2*u = cos(k*x/2)", 0, 1, 0, 0, parameters=forced))


def test_conditions_may_stand_at_both_ends():
    problem = Problem(["u_xx - u = x"], {"x": [0, 1]}, [("x = 0", "u = 0"), ("x = 1", "u_x = 0")])
    assert is_solved(METHOD, problem)


def test_constants_that_no_condition_fixes_stay_free():
    (family,) = proposals(METHOD, initial("u_xx - u = 0", 0, 1, 2))
    assert len(family.constants) == 1
    assert family.constants[0] in family.formulas["u"].symbols


def test_a_common_factor_is_divided_out():
    (family,) = proposals(METHOD, initial("x*u_xx = x*u_x", 1, 2, 0, "exp(1)"))
    assert to_text(family.formulas["u"]) == "exp(x) - exp(1)"


@pytest.mark.parametrize("equation", ["u_xx + x*u = 0", "u_xx + u^2 = 0", "u_xx = 1 + abs(u)"])
def test_other_equations_are_left_alone(equation):
    assert proposals(METHOD, initial(equation, 0, 1, 1, 0)) == []


def test_exponents_that_have_no_closed_form_are_declined():
    quintic = "u_xxxxx - u_x - u = 0"
    assert proposals(METHOD, initial(quintic, 0, 1, 1, 0, 0, 0, 0)) == []
