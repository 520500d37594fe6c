"""Equations and conditions, and their residuals."""

import pytest

from symplex.expression import Derivative, Expression, Symbol, leaf, number, symbol
from symplex.expression.evaluate import evaluate
from symplex.expression.parse import Scope, parse, parse_equation
from symplex.problem import Problem
from symplex.problem.equation import Equation
from symplex.problem.residuals import residuals_of

# Equations on regions.

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


def transmission(right: str = "0") -> Equation:
    text = f"diff(k*(3 + sign(x))*u_x, x) = {right}"
    return Problem([text], {"x": [-1, 1]}, parameters={"k": [1, 2]}).equations[0]


def test_a_flux_is_kept_as_it_was_written():
    stated = transmission()
    assert stated.left == parse("k*(3 + sign(x))*u_xx", SCOPE)
    (flux,) = stated.differentiated
    assert (flux.formula, flux.by) == (parse("k*(3 + sign(x))*u_x", SCOPE), ("x",))
    assert stated.with_placeholders == leaf(Derivative("diff#0"))


def test_the_coefficient_of_a_recorded_derivative_can_be_read_off():
    stated = transmission("u + abs(x)*diff(u^2, x)")
    first, second = leaf(Derivative("diff#0")), leaf(Derivative("diff#1"))
    factor = parse("abs(x)", SCOPE)
    assert stated.with_placeholders == first - (leaf(Derivative("u")) + factor * second)
    assert stated.residual.derivatives == {Derivative("u", ("x",) * order) for order in range(3)}


def test_an_equation_without_such_derivatives_has_its_residual():
    heat = equation("u_t = k*u_xx")
    assert heat.with_placeholders == heat.residual
    assert not heat.differentiated


def test_substitution_changes_every_form_alike():
    changed = transmission("k*x").substitute({Symbol("k"): number(2)})
    assert changed.text == "diff(2*(3 + sign(x))*u_x, x) = 2*x"
    assert changed.left == parse("2*(3 + sign(x))*u_xx", SCOPE)
    assert changed.differentiated[0].formula == parse("2*(3 + sign(x))*u_x", SCOPE)
    assert changed.with_placeholders == leaf(Derivative("diff#0")) - 2 * symbol("x")


HEAT = Problem(
    ["u_t = k*u_xx"],
    {"x": [0, "pi"], "t": [0, 1]},
    [("t = 0", "u = sin(x)"), ("x = pi", "u = 0"), ("x = 0, t = 0", "u_x = 1")],
    parameters={"k": [1, 2]},
)


def formula(text: str) -> Expression:
    return parse(text, Scope(("x", "t"), ("k", "c")))


def test_the_residuals_of_a_solution_vanish() -> None:
    for residual in residuals_of(HEAT, {"u": formula("exp(-k*t)*sin(x)")}):
        assert float(evaluate(residual, {"x": 0.7, "t": 0.3, "k": 1.4})) == pytest.approx(0.0)


def test_conditions_are_taken_at_their_faces() -> None:
    equation, start, face, corner = residuals_of(HEAT, {"u": formula("c*x*t")})
    assert float(evaluate(equation, {"c": 5.0, "x": 2.0, "t": 0.5, "k": 1.0})) == 10.0
    assert "t" not in start.symbols
    assert "x" not in face.symbols
    assert not corner.symbols & {"x", "t"}
    assert float(evaluate(corner, {"c": 5.0})) == -1.0


def test_systems_are_put_into_every_equation() -> None:
    problem = Problem(["u_t = v", "v_t = u"], {"t": [0, 1]}, unknowns=["u", "v"])
    found = residuals_of(problem, {"u": formula("exp(t)"), "v": formula("2*exp(t)")})
    assert [float(evaluate(residual, {"t": 0.0})) for residual in found] == [-1.0, 1.0]
