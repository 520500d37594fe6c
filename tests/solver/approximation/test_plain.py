"""Fitted formulas made plain: forms, digits, nested products."""

import numpy as np
import pytest

from support.digits import digits_of
from support.reference_values import reference_values_of
from symplex.expression import CONSTANT, Symbol, apply, leaf, number, symbol
from symplex.expression.evaluate import evaluate
from symplex.expression.parse import Scope, parse
from symplex.expression.render import to_text
from symplex.numerics.evaluation.simplified import simplified
from symplex.problem import Problem
from symplex.solver.approximation.digits import rounded
from symplex.solver.approximation.forms import forms
from symplex.solver.approximation.terms import written

# Sums of products with what is shared taken out.

X, T = symbol("x"), symbol("t")


def test_a_polynomial_in_one_variable():
    terms = [({}, 1.0), ({X: 1}, 2.0), ({X: 2}, 3.0)]
    assert to_text(written(terms)) == "1 + (2 + 3*x)*x"


def test_even_powers_alone():
    assert to_text(written([({}, 1.0), ({X: 2}, 2.0), ({X: 4}, 3.0)])) == "1 + (2 + 3*x^2)*x^2"


def test_what_most_terms_share_comes_first():
    terms = [({X: 1, T: 2}, 2.0), ({T: 2}, 3.0), ({X: 1}, 4.0), ({X: 1, T: 1}, 5.0)]
    formula = written(terms)
    at = {"x": np.array([0.3, 2.0]), "t": np.array([1.5, -1.0])}
    x, t = at["x"], at["t"]
    np.testing.assert_allclose(evaluate(formula, at), 2 * x * t**2 + 3 * t**2 + 4 * x + 5 * x * t)
    assert formula.size < 24


def test_a_lone_term_and_none():
    assert to_text(written([({X: 3}, 2.0)])) == "2*x^3"
    assert written([]) == number(0)


# A formula as short as it is on a box.

COLUMNS = {"x": np.linspace(0, 1, 11), "t": np.linspace(0.5, 2, 11)}
SCOPE = Scope(variables=("x", "t"), parameters=(), unknowns=())


def c(value):
    return leaf(CONSTANT, value)


@pytest.mark.parametrize(
    ("text", "shorter"),
    [
        ("abs(x)", "x"),
        ("abs(-x - 1)", "-(-x - 1)"),
        ("max(t, -x)", "t"),
        ("min(t, -x)", "-x"),
        ("max(x, 0.5)", "max(x, 1/2)"),
        ("x*1 + 0", "x"),
        ("--x", "x"),
    ],
)
def test_what_is_not_there_is_not_written(text, shorter):
    assert to_text(simplified(parse(text, SCOPE), COLUMNS)) == to_text(parse(shorter, SCOPE))


@pytest.mark.parametrize(
    ("formula", "shorter"),
    [
        (c(2.0) * (c(3.0) * X), c(6.0) * X),
        (apply("square", c(-3.0)) * X, c(9.0) * X),
        (X + c(-2.0) * X, X - c(2.0) * X),
        (c(-2.0) + X, X - c(2.0)),
        (X - c(-2.0) * X / c(4.0), X + c(2.0) * X / c(4.0)),
        (c(1.0) * X + c(0.0), X),
    ],
)
def test_constants_are_joined(formula, shorter):
    assert simplified(formula, COLUMNS) == shorter


def test_no_value_changes():
    formula = apply("abs", c(-2.0) * (X + c(-3.0) * apply("exp", c(0.5) * c(2.0) * X)))
    short = simplified(formula, COLUMNS)
    assert short.size < formula.size
    np.testing.assert_allclose(evaluate(short, COLUMNS), evaluate(formula, COLUMNS))
    assert Symbol("x") in short.tokens


# What surrounds a sum or quotient.

BAR = Problem(
    ["u_t = u_xx"],
    {"x": [0, 1], "t": [0, 1]},
    [("t = 0", "u = sin(pi*x)"), ("x = 0", "u = 0"), ("x = 1", "u = 0")],
)
LINE = Problem(["u_x = u"], {"x": [1, 2]}, [("x = 1", "u = 3")])


def texts(problem, solution):
    found = forms(problem, "u", reference_values_of(problem, solution).known)
    return [to_text(form.wrap(symbol("v"))) for form in found]


def test_the_data_and_the_faces_of_a_statement():
    found = texts(BAR, "exp(-t)*sin(pi*x)")
    assert found[0] == "v"
    assert {"sin(pi*x)*v", "sin(pi*x) + t*v", "x*(x - 1)*v"} <= set(found)


@pytest.mark.filterwarnings("error")
def test_large_values_have_no_exponential():
    assert "log(v)" in texts(LINE, "9 + x")
    assert "log(v)" not in texts(LINE, "900 + x")


def test_a_rectangle_on_whose_faces_the_solution_vanishes():
    edges = ("x = 0", "x = 1", "y = 0", "y = 1")
    plate = Problem(
        ["u_xx + u_yy = -1"], {"x": [0, 1], "y": [0, 1]}, [(where, "u = 0") for where in edges]
    )
    found = texts(plate, "x*(1 - x)*y*(1 - y)")
    assert "sin(pi*x)*sin(pi*y)*v" in found
    assert "x*(x - 1)*(y*(y - 1))/(-2*(x*(x - 1) + y*(y - 1)) + 1)*v" in found


def test_functions_where_the_values_allow_them():
    assert {"exp(v)", "sqrt(v)", "v^2", "log(v)"} <= set(texts(LINE, "3*exp(x - 1)"))
    assert "-exp(v)" in texts(LINE, "-3*exp(x - 1)")
    assert "exp(v)" not in texts(LINE, "x - 1.5")
    assert any("tanh(v)" in text for text in texts(LINE, "x - 1.5"))
    assert "log(v)" not in texts(LINE, "100*x")


def test_at_one_point_the_distance_from_there():
    assert "3 + (x - 1)*v" in texts(LINE, "3*exp(x - 1)")


@pytest.mark.parametrize("solution", ["2 + exp(-t)*sin(pi*x)", "exp(-t)*sin(pi*x)"])
def test_a_form_around_its_target_is_the_solution(solution):
    reference = reference_values_of(BAR, solution)
    for form in forms(BAR, "u", reference.known):
        used = form.weight > 0
        whole = evaluate(form.wrap(symbol("v")), {**reference.known.columns, "v": form.target})
        np.testing.assert_allclose(whole[used], reference.known.values["u"][used], atol=1e-9)


# Constants have as many digits as the error warrants.

UNIT_LINE = Problem(["u_x = u"], {"x": [0, 1]}, [("x = 0", "u = 1")])


def test_a_coarse_formula_has_few_digits():
    reference = reference_values_of(UNIT_LINE, "exp(x)")
    formula = c(0.8731265561) + c(1.6903090293) * X
    found = rounded({"u": formula}, reference)
    assert found is not None
    short, error = found
    assert digits_of(short["u"]) <= 3
    assert error.maximum <= 1.1 * reference.measure({"u": formula}).maximum


def test_an_accurate_formula_keeps_its_digits():
    reference = reference_values_of(UNIT_LINE, "1.23456789*exp(x)", error=1e-12)
    formula = c(1.2345678912) * apply("exp", X)
    short, error = rounded({"u": formula}, reference) or (None, None)
    assert 8 <= digits_of(short["u"]) <= 11
    assert error.maximum < 2e-9


def test_every_constant_has_its_own_digits():
    reference = reference_values_of(UNIT_LINE, "100*x")
    short, _ = rounded({"u": c(100.23456) * X + c(0.0123456)}, reference) or (None, None)
    assert len(repr(short["u"].constants[1])) < len("0.0123456")


def test_terms_that_cancel_are_refused():
    formula = c(12345678.5) * X - c(12345677.6) * X
    assert rounded({"u": formula}, reference_values_of(UNIT_LINE, "x")) is None


def test_nothing_to_round():
    reference = reference_values_of(UNIT_LINE, "x")
    assert rounded({"u": X}, reference) == ({"u": X}, reference.measure({"u": X}))
    assert rounded({"u": apply("log", X)}, reference) is None


@pytest.mark.parametrize(("value", "digits"), [(0.5, 1), (-120.0, 2), (0.0123, 3)])
def test_digits_are_counted_from_the_first_that_is_not_0(value, digits):
    assert digits_of(c(value)) == digits
