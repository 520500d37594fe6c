"""Derivatives as they were written."""

from symplex.expression import Derivative, Symbol, number, symbol
from symplex.expression.differentiated import Differentiated, placeholder, text_with
from symplex.expression.parse import Scope, parse, read

SCOPE = Scope(("x", "t"), ("k",), ("u",))


def test_a_placeholder_has_a_name_that_no_formula_can_use():
    assert placeholder(3) == Derivative("diff#3")


def test_the_text_writes_every_derivative_again():
    for text in ("x*diff(k*diff(u*u_x, x), x, 2, t) - diff(abs(x), x)", "diff(sign(x), x, t, x)"):
        reading = read(text, SCOPE)
        assert text_with(reading.kept, reading.differentiated) == text


def test_more_than_ten_placeholders_are_told_apart():
    text = " + ".join(f"diff(x^{power}, x)" for power in range(2, 14))
    reading = read(text, SCOPE)
    assert text_with(reading.kept, reading.differentiated) == text


def test_substitution_reaches_the_formula_and_what_stands_for_inner_derivatives():
    inner, outer = read("diff(k*diff(k*u^2, x), x)", SCOPE).differentiated
    values = {Symbol("k"): number(2)}
    assert inner.substitute(values) == Differentiated(parse("2*u^2", SCOPE), ("x",))
    changed = outer.substitute(values)
    assert changed.formula == parse("2*(2*(2*u*u_x))", SCOPE)
    assert changed.with_placeholders.tokens[-1] == placeholder(0)
    assert symbol("k").root not in changed.with_placeholders.tokens
