"""Integrals, solutions and differential equations from SymPy."""

import math

import pytest

from symplex.exact.requests import (
    antiderivative,
    general_solutions,
    have_same_form,
    zeros_of,
)
from symplex.exact.work import MAX_OBJECTS
from symplex.expression import Derivative, leaf, symbol
from symplex.expression.parse import Scope, parse
from symplex.expression.render import to_text
from symplex.work.budget import Budget, OutOfBudget

SCOPE = Scope(("x", "y"), ("k",), ("u", "v"))
ENDS = {"x": (0.1, 1.0), "k": (1.0, 2.0)}


def formula(text):
    return parse(text, SCOPE)


def test_an_antiderivative():
    found = antiderivative(formula("x*exp(k*x)"), "x", ENDS, Budget.unlimited())
    assert found is not None
    assert "exp(k*x)" in to_text(found)


def test_no_antiderivative_in_our_language():
    assert antiderivative(formula("exp(x)/x"), "x", ENDS, Budget.unlimited()) is None


def test_zeros():
    found = zeros_of(formula("y^2 - k*y"), "y", ENDS, Budget.unlimited())
    assert set(found) == {formula("0"), formula("k")}


def test_a_differential_equation():
    u, rate = leaf(Derivative("u")), leaf(Derivative("u", ("x",)))
    (found,) = general_solutions([rate - formula("k") * u], "x", ["u"], ENDS, Budget.unlimited())
    assert found["u"].symbols == {"x", "k", "c#1"}


def test_names_are_never_code():
    name = "__import__('os').system('true')"
    (found,) = zeros_of(symbol(name) - formula("k"), name, ENDS, Budget.unlimited())
    assert found == formula("k")


def test_no_time_is_no_answer():
    with pytest.raises(OutOfBudget):
        antiderivative(formula("x"), "x", ENDS, Budget(0))


def test_an_impatient_budget_asks_nobody():
    assert antiderivative(formula("x"), "x", ENDS, Budget(patient=False)) is None


def test_the_same_form_up_to_numbers():
    assert have_same_form(formula("3*sin(x) + 2*x"), formula("x*5 + 7*sin(x)"))
    assert have_same_form(formula("sin(x)^2 + cos(x)^2"), formula("1"))
    assert not have_same_form(formula("sin(x)"), formula("cos(x)"))


def test_what_takes_too_many_objects_has_no_answer(monkeypatch):
    hard = formula("(sin(x) + cos(k*x))^9*tan(x + k)^7"), formula("cos(x + k)^8/sin(x)^9")
    budget = Budget(math.inf, steps=1e9)
    monkeypatch.setattr("symplex.exact.requests.MAX_OBJECTS", 1_000)
    assert not have_same_form(*hard, budget)
    assert budget.steps == 1e9 - MAX_OBJECTS
