"""Equations on regions."""

from symplex.expression import Derivative, Symbol, leaf, number, symbol
from symplex.expression.parse import Scope, parse, parse_equation
from symplex.problem import Problem
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
