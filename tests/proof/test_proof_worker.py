"""The process in which answers are verified."""

import subprocess
import sys

from symplex.expression.transport import to_words
from symplex.notation.problem_files import bundled
from symplex.problem.transport import to_data
from symplex.proof.answer import read_answer
from symplex.proof.certificate import Certificate
from symplex.proof.here import verify_here
from symplex.proof.proof_worker import _reply

PROBLEM = bundled("heat")


def question(**answer):
    words = {name: to_words(formula) for name, formula in answer.items()}
    return {"problem": to_data(PROBLEM), "answer": words, "limits": {"seconds": 8.0}}


def test_the_reply_is_the_certificate():
    answer = read_answer(PROBLEM, "sin(x)*cos(y)*exp(-2*t)")
    reply = _reply(question(**answer))
    assert Certificate.from_json(reply["certificate"]) == verify_here(PROBLEM, answer)


def test_what_is_no_answer_is_said():
    assert "expected a formula for each of u" in _reply(question())["refused"]


def test_it_loads_nothing_of_the_search():
    code = (
        "import sys, symplex.proof.proof_worker as w; w._warm_up();"
        "seen = 'torch', 'sympy', 'symplex.solver', 'symplex.numerics', 'symplex.notation';"
        "print([m for m in seen if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
