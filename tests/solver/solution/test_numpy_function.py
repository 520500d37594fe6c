"""Formulas as plain NumPy functions."""

import inspect
import timeit

import numpy as np
import pytest
from hypothesis import given

from support.strategies import SCOPE, floats, numbers, symbols, trees
from symplex.errors import ExpressionError
from symplex.expression import OPERATORS, Symbol, apply, leaf
from symplex.expression.evaluate import evaluate
from symplex.expression.parse import Scope, parse
from symplex.solver.solution.numpy_function import numpy_function

NAMES = ("x", "y", "kappa")
X, Y = np.linspace(-2, 2, 9), np.linspace(-1, 3, 9)


def function(*texts: str):
    scope = Scope(("x", "y"), ("kappa",))
    formulas = {f"u{place}": parse(text, scope) for place, text in enumerate(texts)}
    return numpy_function(formulas, NAMES)


@pytest.mark.parametrize("name", OPERATORS)
def test_every_operator_has_the_value_of_plain_evaluation(name):
    arguments = [leaf(Symbol(x)) for x in ("x", "y")][: OPERATORS[name].arity]
    formula = apply(name, *arguments)
    found = numpy_function({"u": formula}, NAMES)(X, Y, 1.0)
    expected = np.broadcast_to(evaluate(formula, {"x": X, "y": Y}), 9)
    np.testing.assert_allclose(found, expected, rtol=1e-15)


@pytest.mark.parametrize("text", ["x^(1/3)", "x^(-1)", "x^(-3/2)", "x^5", "2.5", "x", "kappa*x*y"])
def test_powers_numbers_and_symbols(text):
    scope = Scope(("x", "y"), ("kappa",))
    expected = evaluate(parse(text, scope), {"x": X, "y": Y, "kappa": 0.5})
    np.testing.assert_allclose(function(text)(X, Y, 0.5), np.broadcast_to(expected, 9), rtol=1e-15)


@given(trees(symbols | numbers | floats))
def test_any_tree_has_the_value_of_plain_evaluation(formula):
    names = (*SCOPE.variables, *SCOPE.parameters)
    points = dict(zip(names, (X, Y, X + 1, np.float64(0.5)), strict=True))
    found = numpy_function({"u": formula}, names)(*points.values())
    expected = np.broadcast_to(evaluate(formula, points), 9)
    same = np.isclose(found, expected, rtol=1e-9, atol=0, equal_nan=True)
    # A root of rounding noise may be undefined in one and tiny in the other.
    assert np.all(same | ~np.isfinite(found) | ~np.isfinite(expected))


def test_arguments_broadcast_even_where_the_formula_does_not_need_them():
    for text in ("x*y*kappa", "x", "3", "exp(y)"):
        assert function(text)(X[:, None], Y[:4], 1.0).shape == (9, 4)
    assert function("x*y*kappa")(1, 2, 3) == 6
    assert function("x*y*kappa")(1, 2, 3).shape == ()


def test_a_result_belongs_to_the_caller():
    identity, number, pair = function("x"), function("3"), function("x*y*kappa", "x*y*kappa")
    x = X.copy()
    identity(x, 0.0, 0.0)[:] = 7
    np.testing.assert_array_equal(x, X)
    number(0.0, 0.0, 0.0)[...] = 7
    assert number(0.0, 0.0, 0.0) == 3
    found = pair(X, X, 1.0)
    found["u0"][:] = 7
    np.testing.assert_array_equal(found["u1"], X * X)


def test_a_system_has_arrays_by_unknown():
    found = function("x + y", "kappa*(x + y)")(X, Y, 2.0)
    np.testing.assert_array_equal(found["u1"], 2 * found["u0"])


def test_the_arguments_have_their_names():
    found = function("x*y*kappa")
    assert list(inspect.signature(found).parameters) == list(NAMES)
    assert found(kappa=3, x=1, y=2) == 6
    with pytest.raises(TypeError, match="kappa"):
        found(1, 2)
    assert found.__name__ == "u0"


def test_names_are_data_and_never_code():
    hostile = "x):\n    raise SystemExit\ndef f("
    formula = apply("sin", leaf(Symbol(hostile)))
    assert numpy_function({"__import__('os')": formula}, [hostile])(0.0) == 0


def test_undefined_values_are_not_finite_and_nothing_is_warned():
    assert np.isnan(function("log(x)")(-1.0, 0.0, 0.0))
    assert np.isinf(function("1/x")(0.0, 0.0, 0.0))
    assert np.isinf(function("exp(x)*y*kappa")(1e4, 1.0, 1.0))


def test_nothing_cannot_be_evaluated():
    with pytest.raises(ExpressionError, match="none was found"):
        numpy_function({}, NAMES)


def test_it_costs_little_more_than_its_numpy_calls():
    found, x, y = function("sin(x)*cos(y)*exp(-2*kappa)"), np.linspace(0, 1, 100), np.ones(100)
    kappa = np.linspace(1, 2, 100)

    def by_hand() -> object:
        return np.sin(x) * np.cos(y) * np.exp(-2 * kappa)

    # The best of many short runs; the bound is far above the 1.2 of a quiet machine.
    best = [
        min(timeit.repeat(f, number=200, repeat=30)) for f in (lambda: found(x, y, kappa), by_hand)
    ]
    assert best[0] < 3 * best[1]
