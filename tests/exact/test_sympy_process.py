"""The child process in which SymPy runs."""

import json
import subprocess
import sys

import pytest

from symplex.exact.sympy_client import NoAnswerError, SympyClient
from symplex.expression.parse import Scope, parse
from symplex.expression.transport import to_words
from symplex.work.budget import Budget, OutOfBudget
from symplex.work.clock import Deadline

# The child process: answers, and no harm from a question that never ends.

SCOPE = Scope(("x", "t"))
ENDLESS = "+".join(f"sin({n}*x)^9*cos(x/{n})^9" for n in range(2, 30))


def question(text, other="x"):
    words = [to_words(parse(one, SCOPE)) for one in (text, other)]
    return {"task": "same form", "formula": words[0], "other": words[1]}


def test_a_question_that_takes_too_long_costs_only_itself():
    client = SympyClient()
    client.ask(question("x"), Budget.unlimited())
    budget = Budget(Deadline(), steps=20_000)
    with pytest.raises(NoAnswerError):
        client.ask(question(ENDLESS), budget, 5_000)
    assert budget.steps == 15_000
    assert client.ask(question("t - t + x"), Budget.unlimited()) == [True]
    client.close()


def test_an_answer_does_not_depend_on_earlier_questions():
    texts = ("sin(x)^2 + cos(x)^2", "sqrt(t^2) - t", "exp(x)*exp(-x)", "x - t")
    answers = {}
    for order in (texts, texts[::-1]):
        client = SympyClient()
        for text in order:
            answers.setdefault(text, []).append(client.ask(question(text, "1"), Budget.unlimited()))
        client.close()
    assert all(first == second for first, second in answers.values())


def test_no_time_is_no_answer():
    with pytest.raises(OutOfBudget):
        SympyClient().ask({}, Budget(Deadline(0.0)))


def test_text_that_is_no_formula_is_answered_with_nothing():
    client = SympyClient()
    assert client.ask({**question("x"), "formula": "__import__('os')"}, Budget.unlimited()) is None
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


def test_a_question_is_answered_and_its_work_counted(worker):
    reply = reply_to(worker, **question("x - x", "0"))
    assert reply["answer"] == [True]
    assert reply["objects"] > 0


def test_a_question_that_takes_too_much_is_ended_and_the_next_one_answered(worker):
    assert reply_to(worker, **question(ENDLESS), objects=2_000) == {"ended": "work"}
    assert reply_to(worker, **question("x"))["answer"] == [True]


def test_a_formula_that_is_none_has_no_answer(worker):
    assert reply_to(worker, **{**question("x"), "formula": ["x +"]})["answer"] is None
