"""Verification in a child: the same certificate, and no harm from a proof that never ends."""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from support.reasons import codes_of
from symplex.errors import ExpressionError
from symplex.expression import CONSTANT, leaf, symbol
from symplex.expression.transport import to_words
from symplex.notation.problem_files import bundled
from symplex.problem.transport import to_data
from symplex.proof.answer import read_answer
from symplex.proof.certificate import Certificate
from symplex.proof.here import verify_here
from symplex.proof.proof_worker import _reply
from symplex.proof.prover_process import GRACE
from symplex.proof.verdict import Verdict
from symplex.proof.verify import PROCESS_CLIENT, ProofClient, start, verify_in_child
from symplex.reasons import Code, Reason
from symplex.work.budget import Limits
from symplex.work.worker.client import WorkerClient

HEAT = bundled("heat")
TRUE = "sin(x)*cos(y)*exp(-2*t)"
HOSTILE = """
import symplex.proof.proof_worker as worker
from symplex.work.worker.server import serve
def reply(question):
    {act}
    return worker._reply(question)
serve(reply)
"""


def hostile(act: str) -> ProofClient:
    """A client whose worker does something else before it verifies."""
    return ProofClient(WorkerClient(HOSTILE.format(act=act), GRACE))


@pytest.mark.parametrize(
    ("name", "text", "status"),
    [
        ("heat", TRUE, Verdict.EXACT),
        ("heat", f"0.99*{TRUE}", Verdict.REFUTED),
        ("hj-concave", "abs(x) + t/2", Verdict.EXACT),
        ("parametric-heat", "exp(-2*kappa*t)*sin(x)*cos(y)", Verdict.EXACT),
    ],
)
def test_the_certificate_is_the_one_that_is_made_here(name, text, status):
    problem = bundled(name)
    answer = read_answer(problem, text)
    certificate = verify_in_child(problem, answer)
    assert certificate.status is status
    assert certificate == verify_here(problem, answer)


def test_fitted_constants_arrive_as_they_are():
    answer = {"u": leaf(CONSTANT, 0.1 + 0.2) * symbol("x")}
    assert verify_in_child(HEAT, answer) == verify_here(HEAT, answer)
    nearly = {"u": leaf(CONSTANT, 1 + 2**-52) * read_answer(HEAT, TRUE)["u"]}
    certificate = verify_in_child(HEAT, nearly)
    assert certificate.status is Verdict.APPROXIMATE
    assert "fitted constants are not exact numbers" in str(certificate)


def test_what_is_no_answer_is_an_error_of_the_callers():
    with pytest.raises(ExpressionError, match="expected a formula for each of u"):
        verify_in_child(HEAT, {})
    with pytest.raises(ExpressionError, match="found z"):
        verify_in_child(HEAT, {"u": symbol("z")})


@pytest.mark.parametrize(
    ("act", "seconds", "reason"),
    [
        ("str(7**(10**9))", 0.5, Reason(Code.PROOF_STOPPED, seconds=0.5)),
        ("__import__('time').sleep(9999)", 0.5, Reason(Code.PROOF_STOPPED, seconds=0.5)),
        ("bytearray(3 << 30)", 999.0, Reason(Code.PROOF_OUT_OF_MEMORY)),
        ("__import__('os').abort()", 999.0, Reason(Code.PROOF_DIED, detail="aborted")),
        ("[][0]", 999.0, Reason(Code.PROOF_DIED, detail="IndexError")),
    ],
)
def test_a_proof_that_is_stopped_is_no_exception_and_no_proof(act, seconds, reason):
    client = hostile(act)
    certificate = client.verify(HEAT, read_answer(HEAT, TRUE), Limits(seconds))
    assert certificate.status is Verdict.APPROXIMATE
    assert not certificate.is_complete
    assert [check.what for check in certificate.checks] == [e.text for e in HEAT.all_equations]
    assert certificate.remarks == (reason,)
    assert all(check.reason == reason for check in certificate.checks)
    client.close()


def test_a_worker_that_cannot_be_started_is_no_exception():
    client = ProofClient(WorkerClient("raise SystemExit", GRACE))
    certificate = client.verify(HEAT, read_answer(HEAT, TRUE))
    assert certificate.status is Verdict.APPROXIMATE
    assert codes_of(certificate.remarks) == [Code.PROOF_DIED]


def test_no_time_and_all_the_time_are_limits_too():
    answer = read_answer(HEAT, TRUE)
    none = verify_in_child(HEAT, answer, Limits(seconds=-1))
    assert (none.status, none.is_complete) == (Verdict.APPROXIMATE, False)
    assert verify_in_child(HEAT, answer, Limits(seconds=float("inf"))).is_exact


def test_threads_may_share_it():
    texts = [TRUE, f"0.99*{TRUE}", "x"] * 3
    with ThreadPoolExecutor(4) as threads:
        found = threads.map(lambda text: verify_in_child(HEAT, read_answer(HEAT, text)), texts)
    assert [certificate.is_exact for certificate in found] == [text == TRUE for text in texts]


def test_it_can_be_started_ahead_of_time():
    PROCESS_CLIENT.close()
    start()
    assert PROCESS_CLIENT._worker.process is not None
    assert not PROCESS_CLIENT._worker._is_ready  # nobody has waited for it
    assert verify_in_child(HEAT, read_answer(HEAT, TRUE)).is_exact


def test_starting_it_is_light_and_leaves_nothing_behind():
    code = (
        "import sys, symplex.proof.verify as child; child.start();"
        "print(child.PROCESS_CLIENT._worker.process);"
        "print([m for m in ('torch', 'sympy', 'mpmath') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    process, loaded = done.stdout.splitlines()
    assert loaded == "[]"
    with pytest.raises(subprocess.CalledProcessError):
        subprocess.run(["kill", "-0", process], check=True, stderr=subprocess.DEVNULL)


def test_a_warm_child_is_asked_again():
    answer = read_answer(HEAT, f"0.99*{TRUE}")
    numbers = set()
    for _ in range(5):
        verify_in_child(HEAT, answer)
        numbers.add(PROCESS_CLIENT._worker.process)
    assert len(numbers) == 1


# The process in which answers are verified.

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


def test_it_loads_nothing_of_the_search_and_nothing_late():
    """Each proof has a fork of its own, which would load again what the worker has not loaded."""
    answers = [question(**read_answer(PROBLEM, one)) for one in (TRUE, f"{TRUE} + abs(x)")]
    code = (
        "import json, sys, symplex.proof.proof_worker as w; early = set(sys.modules);"
        "replies = [w._reply(one) for one in json.loads(sys.stdin.read())];"
        "seen = 'torch', 'sympy', 'symplex.solver', 'symplex.numerics', 'symplex.notation';"
        "print([one for one in seen if one in sys.modules], set(sys.modules) - early)"
    )
    command, told = [sys.executable, "-c", code], json.dumps(answers)
    done = subprocess.run(command, capture_output=True, text=True, check=True, input=told)
    assert done.stdout.strip() == "[] set()"
