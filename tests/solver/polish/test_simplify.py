"""Shorter forms of a formula."""

import numpy as np
import pytest

from symplex.exact.sympy_client import NoAnswerError
from symplex.expression import CONSTANT, Expression, apply, leaf, symbol, tuple_of
from symplex.expression.evaluate import evaluate
from symplex.expression.parse import Scope, parse
from symplex.expression.render import to_text
from symplex.problem import Problem
from symplex.problem.analysis.extent import verification_box
from symplex.reasons import Code
from symplex.solver.polish import simplify
from symplex.solver.polish.fold import folded, without_roots_of_squares, without_signs
from symplex.solver.polish.simplify import MAX_NODES, Forms, shorter_forms, weight
from symplex.solver.polish.tidy import tidied
from symplex.work.budget import OutOfBudget

# Shorter ways to write a formula.

SCOPE = Scope(variables=("x", "y", "t"))
HEAT = Problem(
    ["u_t = u_xx"],
    {"x": [-1, 1], "t": [0, 1]},
    [("t = 0", "u = 3.25*sin(2*x)")],
)


def formula(text: str) -> Expression:
    return parse(text, SCOPE)


def test_shorter_forms_begin_with_the_shortest() -> None:
    forms = shorter_forms(formula("sin(x)^2 + cos(x)^2 + abs(t)"), verification_box(HEAT))
    assert to_text(forms.shortest_first[0]) in {"t + 1", "1 + t"}


def test_a_sign_is_known_only_where_the_problem_fixes_it() -> None:
    """Without a condition on a face of x, all of space is meant, whatever the interval says."""
    problem = Problem(["u_t = u_x"], {"x": [0, 1], "t": [0, 1]}, [("t = 0", "u = x")])
    forms = shorter_forms(formula("abs(x) + abs(t)"), verification_box(problem))
    assert to_text(forms.shortest_first[0]) in {"t + abs(x)", "abs(x) + t"}


def test_digits_and_fraction_bars_weigh_half_a_node() -> None:
    assert weight(formula("x + 1")) == 3
    assert weight(formula("x + 13/4")) == 3 + 1.5


@pytest.mark.parametrize("ending", [NoAnswerError(), OutOfBudget(Code.BUDGET_TIME, seconds=0)])
def test_a_rewriting_that_is_stopped_is_reported(
    monkeypatch: pytest.MonkeyPatch, ending: Exception
) -> None:
    def stopped(*_: object) -> list[Expression]:
        raise ending

    monkeypatch.setattr(simplify, "forms_of", stopped)
    long = formula("abs(x)*1 + 0")
    forms = shorter_forms(long, HEAT.box)
    assert forms == Forms((formula("abs(x)"), long), complete=False)


@pytest.mark.parametrize(
    ("text", "is_asked"),
    [
        ("sin(x)*cos(y)*exp(-2*t)", False),
        ("exp(-x*t)", False),
        ("x^2*t/3", False),
        ("exp(x)*exp(y)", True),  # exp(x + y)
        ("x*t + x", True),
        ("abs(t)", True),  # t, where that is positive
        ("sin(x)/exp(t)", True),
        ("exp(2*log(t))", True),
        ("-(x - t)", True),
        ("sin(7/10*x)", True),
        ("1 + x", True),
    ],
)
def test_sympy_is_asked_where_something_may_be_rewritten(
    monkeypatch: pytest.MonkeyPatch, text: str, *, is_asked: bool
) -> None:
    questions: list[Expression] = []
    monkeypatch.setattr(simplify, "forms_of", lambda tree, *_: questions.append(tree) or [])
    found = shorter_forms(formula(text), HEAT.box)
    assert found.complete
    assert bool(questions) is is_asked


@pytest.mark.parametrize(
    "text", ["sin(x)*cos(y)*exp(-2*t)", "exp(-x*t)", "x^2*t/3", "t*sin(x - y)"]
)
def test_sympy_finds_nothing_where_it_is_not_asked(text: str) -> None:
    tree = formula(text)
    ends = dict.fromkeys(("x", "y", "t"), (0.5, 2.0))
    forms = simplify.forms_of(tree, ends, simplify.Budget())
    assert min(map(weight, forms), default=weight(tree)) >= weight(tree)


def test_large_formulas_are_not_rewritten(monkeypatch: pytest.MonkeyPatch) -> None:
    questions: list[Expression] = []
    monkeypatch.setattr(simplify, "forms_of", lambda tree, *_: questions.append(tree) or [])
    large = formula(" + ".join(["sin(x)*t"] * MAX_NODES))
    assert shorter_forms(large, HEAT.box).complete
    shorter_forms(formula("sin(x)*x"), HEAT.box)
    assert questions == [formula("sin(x)*x")]


# Constants that stand together become one.


def slot(value: float) -> Expression:
    return leaf(CONSTANT, value)


def test_constants_that_stand_together_are_joined() -> None:
    x = symbol("x")
    joined = folded(slot(6.0) * x / slot(2.0) + slot(1.0) - (slot(3.0) - symbol("t")))
    assert len(joined.constants) == 2
    points = {"x": np.array([0.5, 2.0]), "t": np.array([1.0, 3.0])}
    assert np.allclose(evaluate(joined, points), 3 * points["x"] - 2 + points["t"])


def test_signs_are_dropped_only_where_they_are_known() -> None:
    text = "abs(t) + relu(t) + max(t, 0) + sqrt(t^2) + max(t, -t) + abs(x)"
    plain = without_signs(formula(text), {"t"})
    assert to_text(plain) == "t + t + t + t + t + abs(x)"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sqrt(x^2)", "abs(x)"),
        ("1 - sqrt(max(x^2, y^2))", "1 - max(abs(x), abs(y))"),
        ("sqrt(min((x - 1)^2, max(x^2, y^2)))", "min(abs(x - 1), max(abs(x), abs(y)))"),
        ("sqrt(max(x^2, y))", "sqrt(max(x^2, y))"),
        ("sqrt(x^2 + y^2)", "sqrt(x^2 + y^2)"),
    ],
)
def test_roots_of_squares_become_plain_kinks(text, expected):
    scope = Scope(("x", "y"))
    assert without_roots_of_squares(parse(text, scope)) == parse(expected, scope)


def test_exact_numbers_are_not_joined() -> None:
    assert folded(formula("2*x*3 + 1 + 4")) == formula("2*x*3 + 1 + 4")


def test_a_system_keeps_its_components() -> None:
    x = symbol("x")
    pair = apply(tuple_of(2), slot(2.0) * slot(3.0) * x, slot(1.0) + slot(4.0))
    assert [part.constants for part in folded(pair).components] == [(6.0,), (5.0,)]


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
