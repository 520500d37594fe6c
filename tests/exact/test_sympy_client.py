"""The child process: other forms of a formula, and no harm from a question that never ends."""

import math

import pytest

from symplex.exact.sympy_client import NoAnswerError, SympyClient, forms_of
from symplex.expression.parse import Scope, parse
from symplex.work.budget import Budget, OutOfBudget

SCOPE = Scope(("x", "t"))
ENDS = {"x": (-1.0, 1.0), "t": (0.0, 1.0)}
ENDLESS = "+".join(f"sin({n}*x)*cos(x/{n})" for n in range(2, 30))


def question(text, sign="real"):
    return {"formula": text, "symbols": {"x": sign}}


def test_other_forms_are_formulas_of_our_own():
    found = forms_of(parse("x*t + x", SCOPE), ENDS, Budget.unlimited())
    assert parse("x*(t + 1)", SCOPE) in found


def test_the_signs_of_the_box_may_be_used():
    assert parse("t", SCOPE) in forms_of(parse("sqrt(t^2)", SCOPE), ENDS, Budget.unlimited())
    assert parse("x", SCOPE) not in forms_of(parse("sqrt(x^2)", SCOPE), ENDS, Budget.unlimited())


def test_a_question_that_takes_too_long_costs_only_itself():
    client = SympyClient()
    client.ask(question("x"), Budget.unlimited())
    budget = Budget(math.inf, steps=20_000)
    with pytest.raises(NoAnswerError):
        client.ask(question(ENDLESS), budget, 5_000)
    assert budget.steps == 15_000
    assert client.ask(question("x - x"), Budget.unlimited()) == ["0"]
    client.close()


def test_an_answer_does_not_depend_on_earlier_questions():
    texts = ("sin(x)^2 + cos(x)^2", "sqrt(t^2) - t", "exp(x)*exp(-x)", "x - t")
    answers = {}
    for order in (texts, texts[::-1]):
        client = SympyClient()
        for text in order:
            answers.setdefault(text, []).append(
                client.forms_of(parse(text, SCOPE), ENDS, Budget.unlimited())
            )
        client.close()
    assert all(first == second for first, second in answers.values())


def test_no_time_is_no_answer():
    with pytest.raises(OutOfBudget):
        SympyClient().ask({}, Budget(0))


def test_text_that_is_no_formula_is_answered_with_nothing():
    client = SympyClient()
    assert client.ask(question("__import__('os')"), Budget.unlimited()) is None
    client.close()
