"""The child process: right answers, and no harm from a question that never ends."""

import time

import pytest

from symplex.algebra.sympy_client import PROCESS_CLIENT, SympyClient, TimeOutError, forms_of
from symplex.expression.parse import Scope, parse
from symplex.problem import Problem

SCOPE = Scope(("x", "t"))
BOX = Problem(["u_t = u_xx"], {"x": [-1, 1], "t": [0, 1]}, [("t = 0", "u = x")]).box


@pytest.mark.parametrize(
    ("text", "zero"),
    [
        ("sin(x - t) - sin(x)*cos(t) + cos(x)*sin(t)", True),
        ("sqrt(t^2) - t", True),
        ("sqrt(x^2) - x", False),
        ("sin(x)*1.000001 - sin(x)", False),
    ],
)
def test_zero_by_algebra(text, zero):
    assert (PROCESS_CLIENT.zero_by_algebra(parse(text, SCOPE), BOX.ends, 30) is not None) is zero


def test_factors_come_back_as_our_own_trees():
    constant, factors = PROCESS_CLIENT.factors_of(
        parse("3*x^2 + 6*x*t + 3*t^2", SCOPE), BOX.ends, 30
    )
    assert constant == 3
    assert [times for _, times in factors] == [2]


def test_a_question_that_takes_too_long_costs_only_itself():
    client = SympyClient()
    question = {"task": "zero", "formula": "x", "symbols": {"x": "real"}}
    client.ask(question, 60)
    endless = "+".join(f"sin({n}*x)^9*cos(x/{n})^9" for n in range(2, 30))
    start = time.monotonic()
    with pytest.raises(TimeOutError):
        client.ask({**question, "formula": endless}, 0.3)
    assert time.monotonic() - start < 5
    assert client.ask(question, 60) is None
    assert client.ask({**question, "formula": "x - x"}, 60) == "expansion"
    client.close()


def test_an_answer_does_not_depend_on_earlier_questions():
    texts = ("sin(x)^2 + cos(x)^2 - 1", "sqrt(t^2) - t", "exp(x)*exp(-x) - 1", "x - t")
    answers = {}
    for order in (texts, texts[::-1]):
        client = SympyClient()
        for text in order:
            answers.setdefault(text, []).append(
                client.zero_by_algebra(parse(text, SCOPE), BOX.ends, 60)
            )
        client.close()
    assert all(first == second for first, second in answers.values())


def test_other_forms_are_formulas_of_our_own():
    found = forms_of(parse("x*t + x", SCOPE), BOX.ends, 60)
    assert parse("x*(t + 1)", SCOPE) in found


def test_no_time_is_no_answer():
    with pytest.raises(TimeOutError):
        SympyClient().ask({}, 0)


def test_text_that_is_no_formula_is_answered_with_nothing():
    client = SympyClient()
    hostile = {"task": "zero", "formula": "__import__('os')", "symbols": {"x": "real"}}
    assert client.ask(hostile, 60) is None
    client.close()
