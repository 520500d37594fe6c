"""The child process in which SymPy runs."""

import json
import math
import subprocess
import sys

import pytest

from symplex.exact.sympy_client import NoAnswerError, SympyClient, forms_of
from symplex.expression.parse import Scope, parse
from symplex.work.budget import Budget, OutOfBudget

# The child process: other forms of a formula, and no harm from a question that never ends.

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


# The process behind the client: each question in a fork of its own.

WORKER = "from symplex.exact.sympy_worker import main; main()"


def conversation(*questions):
    """The worker's replies, the first of which says that it is ready."""
    lines = "".join(json.dumps({"seconds": 999, **question}) + "\n" for question in questions[:1])
    done = subprocess.run(
        [sys.executable, "-c", WORKER], input=lines, capture_output=True, text=True, check=True
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_it_ends_when_its_input_ends():
    (ready,) = conversation()
    assert "ready" in ready


@pytest.fixture(scope="module")
def worker():
    process = subprocess.Popen(
        [sys.executable, "-c", WORKER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    process.stdout.readline()
    yield process
    process.stdin.close()
    process.wait()
    process.stdout.close()


def reply_to(worker, **question):
    whole = {"symbols": {"x": "real"}, "seconds": 999, "objects": 100_000, "number": 7, **question}
    worker.stdin.write(json.dumps(whole) + "\n")
    worker.stdin.flush()
    reply = json.loads(worker.stdout.readline())
    assert reply.pop("number") == 7  # whoever asked can tell whose answer it is
    return reply


def test_a_formula_is_answered_with_its_forms(worker):
    assert reply_to(worker, formula="x - x") == {"answer": ["0"], "objects": 2}
    assert "x" in reply_to(worker, formula="x")["answer"]


def test_a_question_that_takes_too_much_is_ended_and_the_next_one_answered(worker):
    endless = "+".join(f"sin({n}*x)^9*cos(x/{n})^9" for n in range(2, 30))
    assert reply_to(worker, formula=endless, objects=2_000) == {"ended": "work"}
    assert reply_to(worker, formula="x - x")["answer"] == ["0"]


def test_a_formula_that_is_none_has_no_answer(worker):
    assert reply_to(worker, formula="x +")["answer"] is None
