"""One line of a certificate: only the kernel makes it a proof."""

from dataclasses import replace

import pytest

from support.checks import check as unshown
from support.checks import proved
from symplex.notation.problem_files import bundled
from symplex.proof.answer import read_answer
from symplex.proof.certificate import Check, read_check
from symplex.proof.here import prove
from symplex.proof.kernel.lines import Proved
from symplex.proof.verdict import Verdict
from symplex.reasons import Code, Reason
from symplex.work.budget import Budget

TOO_LONG = Reason(Code.ALGEBRA_TOO_LARGE)
OPEN = unshown("u = 0", "x = 0", worst=2e-9, reason=TOO_LONG, point={"x": 0.0})
DIGITS = unshown("u = x", "t = 0", verdict=Verdict.CONJECTURED)
REFUTED = replace(OPEN, verdict=Verdict.REFUTED)


@pytest.fixture(scope="module")
def line():
    """A line that the kernel has proved."""
    heat = bundled("heat")
    answer = read_answer(heat, "sin(x)*cos(y)*exp(-2*t)")
    return prove(heat, answer, Budget.unlimited())[0][-1]


def test_a_line_of_the_kernels_is_a_proved_check(line):
    check = Check.of(line)
    assert (check.proved, check.verdict.level, check.worst) == (True, "symbolic", 0.0)
    assert (check.subject, check.place) == (line.subject, line.place)
    assert check.reason == line.reason


def test_nothing_else_is(line):
    with pytest.raises(TypeError, match="only the kernel makes a proved line"):
        Proved(OPEN.subject, OPEN.place, TOO_LONG)
    with pytest.raises(TypeError, match="only the kernel proves"):
        unshown("u = 0", proof=True)
    with pytest.raises(ValueError, match="is not what the kernel proved"):
        replace(Check.of(line), subject=OPEN.subject)
    with pytest.raises(TypeError):
        unshown("u = 0", proved=True)


def test_the_level_follows_from_the_outcome():
    levels = [check.verdict.level for check in (DIGITS, OPEN, REFUTED)]
    assert levels == ["high-precision", "numeric", "numeric"]
    outcomes = [check.verdict.of_line for check in (proved("u = 0"), DIGITS, OPEN, REFUTED)]
    assert outcomes == ["proved", "conjectured", "open", "REFUTED"]


def test_a_check_has_one_outcome(line):
    with pytest.raises(ValueError, match="by it alone"):
        replace(Check.of(line), verdict=Verdict.CONJECTURED)
    both = REFUTED.to_json() | {"conjectured": True}
    with pytest.raises(ValueError, match="more than one of"):
        read_check(both, "numeric")


def test_a_residual_that_was_not_computed_is_none_and_not_zero():
    assert unshown("u = 1", "x = 1").worst is None
    assert replace(OPEN, point=None).worst is None
    assert replace(OPEN, worst=float("inf")).worst is None
    assert OPEN.worst == 2e-9


@pytest.mark.parametrize("check", [proved("u = 0"), DIGITS, OPEN, REFUTED], ids=repr)
def test_what_was_saved_is_read_as_it_was_claimed(check):
    assert read_check(check.to_json(), "numeric") == check


@pytest.mark.parametrize(
    ("level", "outcome"),
    [("symbolic", "proved"), ("high-precision", "conjectured"), ("numeric", "open")],
)
def test_digits_are_no_proof_whatever_was_saved(level, outcome):
    saved = proved("u = 0").to_json() | {"level": level}
    assert read_check(saved, "symbolic").verdict.of_line == outcome


def test_text_is_no_flag():
    with pytest.raises(TypeError, match="expected true or false"):
        read_check(OPEN.to_json() | {"proved": "false"}, "numeric")
