"""A problem seen as an ODE: forms, constants of integration, sieves."""

import pytest

from support.textbook import formula, initial, system
from symplex.expression import number
from symplex.expression.parse import Scope, parse
from symplex.expression.render import to_text
from symplex.problem import Problem
from symplex.problem.method import Family
from symplex.problem.residuals import residual_of, satisfies
from symplex.propose.textbook.odes.constant_coefficients import ConstantCoefficients
from symplex.propose.textbook.odes.constants import completed
from symplex.propose.textbook.odes.forms import decaying
from symplex.propose.textbook.odes.guesses import guesses
from symplex.propose.textbook.odes.ode import Ode, lone_ode, ode_of
from symplex.propose.textbook.smaller import (
    Condition,
    derivative,
    families,
    interval_around,
    smaller_problem,
)
from symplex.work.budget import Budget

# A problem seen as an ODE.


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


# What is tried as one solution.


def tried(problem):
    return list(guesses(Ode(problem, Budget.unlimited())))


def test_simple_functions_come_first_and_the_statements_own_last():
    found = tried(initial("u_x = u^2 + atan(x)", 1, 2, 1))
    assert found[:2] == [formula("1"), formula("x")]
    assert formula("atan(x)") in found[-3:]


def test_roots_are_tried_only_where_they_are_real():
    assert formula("sqrt(x)") in tried(initial("u_x = u", 1, 2, 1))
    assert formula("sqrt(x)") not in tried(initial("u_x = u", -1, 1, 1))


# The sieve in floating point.

SCOPE = Scope(("x", "c"), ("k",))


@pytest.mark.parametrize(
    ("text", "passes"),
    [
        ("exp(x)", True),
        ("c*exp(x)", True),
        ("exp(x) + 1/1000", False),
        ("log(-x)*exp(x)", False),  # nowhere defined
        ("x^2", False),
        ("exp(2000 + x)", False),  # infinite everywhere
    ],
)
def test_solutions_pass_and_others_do_not(text, passes):
    problem = initial("u_x = u", 0, 1).changed(conditions=())
    assert satisfies(problem, {"u": parse(text, SCOPE)}) is passes


def test_what_must_vanish_at_a_condition():
    (condition,) = initial("u_x = u", 0, 1, "k", at=1, parameters={"k": [0, 1]}).conditions
    residual = residual_of(condition, {"u": parse("x^2*c", SCOPE)})
    assert to_text(residual) == "1^2*c - k"


# Quotients of exponentials, written to show their signs.


def forms(text):
    problem = initial("u_x = k*u", 0, 1, parameters={"k": [1, 2]})
    family = Family("by hand", {"u": parse(text, Scope(("x",), ("k",)))})
    return [
        to_text(one.formulas["u"]) for one in decaying(Ode(problem, Budget.unlimited()), family)
    ]


def test_growing_exponentials_are_divided_out():
    assert "(1 - exp(-(k*x)))/(1 + exp(-(k*x)))" in forms("(exp(k*x) - 1)/(exp(k*x) + 1)")


def test_other_formulas_have_no_other_form():
    assert forms("exp(k*x)") == []
    assert forms("x/(1 + x)") == []


# Constants of integration from the conditions.

WITH_CONSTANTS = Scope(("x", "c1", "c2"), ("k",))


def found(problem, text):
    """What becomes of a family whose constants are written c1 and c2."""
    formula = parse(text, WITH_CONSTANTS)
    names = tuple(name for name in ("c1", "c2") if name in formula.symbols)
    family = Family("by hand", {"u": formula}, names)
    ode = Ode(problem, Budget.unlimited())
    return [(to_text(one.formulas["u"]), one.constants) for one in completed(ode, family)]


def test_constants_that_enter_linearly():
    problem = initial("u_xx = u", 0, 1, 1, 1)
    assert found(problem, "c1*exp(x) + c2*exp(-x)") == [("exp(x)", ())]


def test_a_constant_inside_a_function():
    assert found(initial("u_x = exp(-u)", 0, 1, 0), "log(x + c1)") == [("log(x + 1)", ())]


def test_one_constant_after_another():
    problem = initial("u_xx = u_x^2", 0, "1/2", 0, 1)
    assert found(problem, "c2 - log(c1 - x)") == [("-log(1 - x)", ())]


def test_the_branch_that_does_not_solve_the_equation_is_dropped():
    problem = initial("u_x = 2*sqrt(u)", 0, 1, 1)
    assert found(problem, "(x + c1)^2") == [("(x + 1)^2", ())]


def test_formulas_that_do_not_solve_the_equation_are_dropped():
    assert found(initial("u_x = u", 0, 1, 1), "c1*exp(2*x)") == []


def test_what_is_not_found_stays_free():
    free = found(initial("u_x = u", 0, 1), "c1*exp(x)")
    assert free == [("c1*exp(x)", ("c1",))]


# Smaller problems made from formulas.


def test_a_problem_that_methods_can_solve():
    whole = initial("u_x = u", 0, 1, 1, parameters={"k": [1, 2]})
    p = derivative("p#", "s")
    problem = smaller_problem(
        whole,
        ("s", interval_around(0.0, 0.5)),
        ("p#",),
        [derivative("p#", "s", 1) - p],
        [Condition(number(0), p, number(3))],
    )
    assert problem.parameters == whole.parameters
    twice = (ConstantCoefficients(), ConstantCoefficients())
    (family,) = families(twice, problem, Budget.unlimited())  # the same formula is handed over once
    assert family.constants == ()
    assert set(family.formulas) == {"p#"}
