"""Verification in this very process: the order of the steps, and what becomes of each line."""

import pytest

from symplex.errors import ExpressionError
from symplex.expression import CONSTANT, leaf, symbol
from symplex.notation.problem_files import bundled
from symplex.problem import Problem
from symplex.proof import here
from symplex.proof.answer import read_answer
from symplex.proof.here import verify_here
from symplex.proof.kernel.lines import Unproved
from symplex.proof.kernel.region import Ends, Region
from symplex.proof.verdict import Verdict
from symplex.reasons import Code, Reason
from symplex.work.budget import Limits

HEAT = bundled("heat")
TRUE = read_answer(HEAT, "sin(x)*cos(y)*exp(-2*t)")
X = Region({"x": Ends(None, None)}, ("x",))
ZERO, NOT_ZERO = symbol("x") - symbol("x"), symbol("x") * 2 - symbol("x")


def test_the_truth_is_exact_and_its_notion_is_named():
    certificate = verify_here(HEAT, TRUE)
    assert (certificate.status, certificate.notion) == (Verdict.EXACT, "classical")
    assert certificate.is_complete
    assert certificate.checks[0].what == "the answer is defined"


def test_no_time_is_no_proof():
    certificate = verify_here(HEAT, TRUE, Limits(seconds=0))
    assert (certificate.status, certificate.is_complete) == (Verdict.APPROXIMATE, False)
    assert "the time limit of 0 s was reached" in str(certificate)


def test_a_wrong_answer_ends_at_the_first_step(monkeypatch):
    monkeypatch.setattr(here, "prove", None)
    certificate = verify_here(HEAT, {"u": TRUE["u"] * 2})
    assert certificate.status is Verdict.REFUTED
    assert len(certificate.checks) == 1


def test_what_is_too_large_is_not_proved():
    certificate = verify_here(HEAT, TRUE, Limits(nodes=5))
    assert certificate.status is Verdict.APPROXIMATE
    assert certificate.remarks[-1].code is Code.PROOF_TOO_LONG
    wrong = {"u": TRUE["u"] * 2}
    assert verify_here(HEAT, wrong, Limits(nodes=5)).status is Verdict.REFUTED
    assert verify_here(HEAT, wrong, Limits(nodes=5, examined=5)).status is Verdict.APPROXIMATE


def test_fitted_constants_are_not_exact_numbers():
    certificate = verify_here(HEAT, {"u": leaf(CONSTANT, 1.0) * TRUE["u"]})
    assert certificate.status is Verdict.APPROXIMATE
    assert certificate.level == "numeric"
    assert certificate.remarks[-1] == Reason(Code.PROOF_FITTED_CONSTANTS)


UNSEEN = Reason(Code.LINE_CONDITION, text="u = x"), Reason(Code.PLACE_REGION, region="t = 0")


@pytest.mark.parametrize(
    ("residuals", "status"),
    [
        ([ZERO], Verdict.CONJECTURED),
        ([ZERO, ZERO], Verdict.CONJECTURED),
        ([ZERO, NOT_ZERO], Verdict.APPROXIMATE),
        ([], Verdict.APPROXIMATE),
    ],
)
def test_only_missing_identities_make_a_conjecture(monkeypatch, residuals, status):
    missing = tuple((residual, X) for residual in residuals)
    line = Unproved(*UNSEEN, Reason(Code.ZERO_NOT_SHOWN), missing)
    monkeypatch.setattr(here, "prove", lambda *_: ([line], None))
    certificate = verify_here(HEAT, TRUE)
    assert certificate.status is status
    assert certificate.checks[0].reason == line.reason
    assert (certificate.checks[0].point is not None) is (NOT_ZERO in residuals)


def test_an_identity_that_no_rule_knows_is_conjectured():
    problem = Problem(["u_x = u"], {"x": [-1, 1]}, [("x = 0", "u = pi/4")])
    machin = "exp(x)*(4*atan(1/5) - atan(1/239))"
    certificate = verify_here(problem, read_answer(problem, machin))
    assert certificate.status is Verdict.CONJECTURED
    assert "missing: a proof of u = pi/4 [x = 0]" in str(certificate)


def test_what_is_no_answer_is_an_error():
    with pytest.raises(ExpressionError, match="expected a formula for each of u"):
        verify_here(HEAT, {})
    with pytest.raises(ExpressionError, match="found z"):
        verify_here(HEAT, {"u": symbol("z")})


def test_what_holds_on_the_doubled_box_alone_says_so():
    heat = Problem(["u_t = u_xx"], {"x": [-1, 1], "t": [0, 1]}, [("t = 0", "u = x")])
    certificate = verify_here(heat, read_answer(heat, "x/(x + 5)*(x + 5)"))
    assert certificate.status is Verdict.APPROXIMATE
    only = [check.reason.code is Code.PROOF_BOX_ONLY for check in certificate.checks]
    # At x = -5 the condition holds as a limit; that u extends to t = 1 is not asked on the box.
    assert only == [True, False, False, False]
    nowhere = verify_here(heat, read_answer(heat, "x/(x + 3/2)*(x + 3/2)"))
    assert not any(check.reason.code is Code.PROOF_BOX_ONLY for check in nowhere.checks)
