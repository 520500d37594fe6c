"""Formulas as a person would write them: how hard one is to read, and other forms of it."""

import numpy as np
import pytest

from symplex.exact.readable.forms import forms_of
from symplex.exact.readable.layout import tidied
from symplex.exact.readable.measure import effort
from symplex.expression import CONSTANT, Expression, leaf, symbol
from symplex.expression.evaluate import evaluate
from symplex.expression.parse import Scope, parse
from symplex.expression.render import to_text
from symplex.work.budget import Budget

SCOPE = Scope(variables=("x", "y", "t"), parameters=("a", "k"))
ENDS = {"x": (-2.0, 2.0), "y": (-2.0, 2.0), "t": (0.0, 1.0), "a": (0.5, 2.0), "k": (0.5, 2.0)}


def formula(text: str) -> Expression:
    return parse(text, SCOPE)


def easiest(text: str) -> str:
    return to_text(forms_of(formula(text), ENDS).easiest_first[0])


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("exp(1)/(exp(1)^2 - 1)*exp(y) - exp(1)/(exp(1)^2 - 1)*exp(-y)", "sinh(y)/sinh(1)"),
        ("(exp(a*x) - 1)^2*exp(-a*x)/(2*a^2)", "(cosh(a*x) - 1)/a^2"),
        ("(exp(2*x) - 1)/(exp(2*x) + 1)", "tanh(x)"),
        ("sin(x)*cos(a*t) + cos(x)*sin(a*t)", "sin(x + a*t)"),
        ("cos(x)*cos(t) - sin(x)*sin(t)", "cos(x + t)"),
        ("1 - cos(x)^2", "sin(x)^2"),
        ("sin(x)/cos(x)", "tan(x)"),
        ("exp(-x)*exp(x*t)", "exp(x*(t - 1))"),
        ("x^2 - 2*a*x*t + a^2*t^2", "(x - a*t)^2"),
        ("k*x*t + k*y*t", "k*t*(x + y)"),
        ("sqrt(a)*sqrt(t)/sqrt(k)", "sqrt(a*t/k)"),
        ("sqrt(t^2) + abs(t)", "2*t"),
        ("abs(x) + max(x, -3)", "x + abs(x)"),
        ("sin(x)^2 + cos(x)^2 + abs(t)", "t + 1"),
        ("log(x^2 + 1)/2 - log(t + 1)/2", "log((x^2 + 1)/(t + 1))/2"),
        ("3*sin(x) - 4*sin(x)^3", "sin(3*x)"),
        ("k*abs(y/k - t) + k*relu(x/k - t)", "abs(y - k*t) + relu(x - k*t)"),
    ],
)
def test_forms_that_a_person_would_write(text: str, written: str) -> None:
    found = forms_of(formula(text), ENDS).easiest_first[0]
    assert effort(found) <= effort(formula(written)), to_text(found)


@pytest.mark.parametrize(
    "text",
    [
        "exp(x)*sin(x)*cos(t) - exp(-x)*sin(t)*cos(x)",
        "(exp(x) + exp(-3*x))/(exp(t) - 3)",
        "log(a*t + 1) - 3*log(k*x^2 + 1)",
        "sqrt(a + x^2)*sqrt(a + x^2)*t^(3/2)/sqrt(t*k)",
        "erf((x - t)/(2*sqrt(t*k))) - erf(-x)*sin(x)^4",
        "max(x, t) + relu(-t) + min(x, 2*t - 7) + sign(x - y)",
    ],
)
def test_all_forms_have_the_same_values(text: str) -> None:
    rng = np.random.default_rng(0)
    points = {name: rng.uniform(low + 0.01, high, 40) for name, (low, high) in ENDS.items()}
    values = evaluate(formula(text), points)
    for form in forms_of(formula(text), ENDS).easiest_first:
        assert np.allclose(evaluate(form, points), values, rtol=1e-9, atol=1e-9), to_text(form)


def test_a_sign_is_used_only_where_it_is_known() -> None:
    assert easiest("sqrt(x^2)") == "abs(x)"
    assert easiest("abs(-t)") == "t"


def test_the_formula_itself_is_among_its_forms() -> None:
    tree = formula("x*1 + 0 + x")
    assert tree in forms_of(tree, ENDS).easiest_first


def test_fitted_constants_are_left_where_they_are() -> None:
    tree = leaf(CONSTANT, 1.5) * symbol("x") + symbol("x")
    assert forms_of(tree, ENDS).easiest_first == (tree,)


def test_a_search_that_is_stopped_is_reported() -> None:
    tree = formula("sinh(x)*cosh(t) + cosh(x)*sinh(t)")
    forms = forms_of(tree, ENDS, Budget(steps=3))
    assert not forms.complete
    assert tree in forms.easiest_first


def test_digits_brackets_and_numbers_in_exponentials_count() -> None:
    assert effort(formula("x + 1")) == 3
    assert effort(formula("x + 13/4")) == 3 + 1.5
    assert effort(formula("x*(t + 1)")) == 5 + 0.5
    assert effort(formula("exp(1)")) > effort(formula("sinh(1)"))


# Numbers where a person would write them.


@pytest.mark.parametrize(
    ("text", "tidy"),
    [
        ("1/2*(x - t)", "(x - t)/2"),
        ("x + -1*t", "x - t"),
        ("1*x + 0", "x"),
        ("x*(-3)", "-3*x"),
        ("x^2/4/t", "x^2/(4*t)"),
        ("-(-x)", "x"),
        ("x - -2*t", "x + 2*t"),
        ("0*x + t", "t"),
        ("0*log(x)", "0*log(x)"),
        ("2*(x/4)", "x/2"),
        ("1/4*x*t", "x*t/4"),
        ("-x + t", "t - x"),
        ("cos(-4/5*t)", "cos(4/5*t)"),
        ("x - sin(-2*t)", "x + sin(2*t)"),
        ("tanh(-x)*cosh(-x)", "-tanh(x)*cosh(x)"),
        ("exp(-x)", "exp(-x)"),
        ("2*sin(-x)", "-2*sin(x)"),
        ("x - 2*sin(-x)", "x + 2*sin(x)"),
        ("t*sin(-x)", "-t*sin(x)"),
    ],
)
def test_numbers_go_to_their_usual_places(text: str, tidy: str) -> None:
    assert to_text(tidied(formula(text))) == tidy
