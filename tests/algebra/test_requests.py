"""Integrals, solutions and differential equations from SymPy."""

from symplex.algebra.requests import (
    antiderivative,
    general_solutions,
    have_same_form,
    zeros_of,
)
from symplex.expression import Derivative, leaf, symbol
from symplex.expression.parse import Scope, parse
from symplex.expression.render import to_text

SCOPE = Scope(("x", "y"), ("k",), ("u", "v"))
ENDS = {"x": (0.1, 1.0), "k": (1.0, 2.0)}


def formula(text):
    return parse(text, SCOPE)


def test_an_antiderivative():
    found = antiderivative(formula("x*exp(k*x)"), "x", ENDS)
    assert found is not None
    assert "exp(k*x)" in to_text(found)


def test_no_antiderivative_in_our_language():
    assert antiderivative(formula("exp(x)/x"), "x", ENDS) is None


def test_zeros():
    found = zeros_of(formula("y^2 - k*y"), "y", ENDS)
    assert set(found) == {formula("0"), formula("k")}


def test_a_differential_equation():
    u, rate = leaf(Derivative("u")), leaf(Derivative("u", ("x",)))
    (found,) = general_solutions([rate - formula("k") * u], "x", ["u"], ENDS)
    assert found["u"].symbols == {"x", "k", "c#1"}


def test_names_are_never_code():
    name = "__import__('os').system('true')"
    (found,) = zeros_of(symbol(name) - formula("k"), name, ENDS)
    assert found == formula("k")


def test_no_time_is_no_answer():
    assert antiderivative(formula("x"), "x", ENDS, 0) is None


def test_the_same_form_up_to_numbers():
    assert have_same_form(formula("3*sin(x) + 2*x"), formula("x*5 + 7*sin(x)"))
    assert have_same_form(formula("sin(x)^2 + cos(x)^2"), formula("1"))
    assert not have_same_form(formula("sin(x)"), formula("cos(x)"))


def test_a_likeness_that_is_not_seen_in_time_is_none():
    hard = formula("(sin(x) + cos(k*x))^9*tan(x + k)^7"), formula("cos(x + k)^8/sin(x)^9")
    assert not have_same_form(*hard, seconds=0.05)
