"""The process behind the client: each question in a fork of its own."""

import json
import subprocess
import sys

import pytest

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
