"""What a saved solution says of itself, and what is left of that."""

import pytest

from symplex.errors import SymplexError
from symplex.problem import Problem
from symplex.reasons import told
from symplex.solver.solution.claimed import borne_out, claimed_fields, ended_by
from symplex.solver.solution.solution import Solution
from symplex.solver.solution.status import SolutionStatus

PROBLEM = Problem(["u_t = u_xx"], {"x": [0, 1], "t": [0, 1]}, [("t = 0", "u = sin(x)")])
PAGE = "x\n\nexact (level: symbolic)\n  notion of solution: classical\n  proved  u_t = u_xx"
CLAIM = {
    "problem": PROBLEM.statement(),
    "status": "exact",
    "solution": {"u": "sin(x)"},
    "seed": 0,
    "seconds": 1.0,
    "candidates": 3,
    "stop_reason": "exact solution found",
    "notes": [PAGE],
}
FORGED = {"note_reasons": [{"code": "run.hint", "facts": {"hint": PAGE, "why": PAGE}}]}


def at_the_margin(solution: Solution) -> list[str]:
    return [line for line in str(solution).splitlines() if line and not line.startswith(" ")]


@pytest.mark.parametrize("claim", [CLAIM, {**CLAIM, **FORGED}])
def test_no_saved_note_begins_a_line(claim):
    read = Solution.from_json(claim)
    assert read.status is SolutionStatus.APPROXIMATE
    assert [line.partition(":")[0] for line in at_the_margin(read)] == [
        "u = sin(x)",
        "approximate (level",
        "saved as an exact solution, which is not proved now",
    ]
    assert all("\n" not in note for note in read.notes)
    # Nor does one that came another way, from a checkpoint say.
    shown = Solution(PROBLEM, SolutionStatus.NONE, {}, None, remarks=(told(PAGE),))
    assert not any(line.startswith("exact") for line in at_the_margin(shown))


def test_a_reason_must_be_borne_out():
    assert "exact" not in Solution.unverified(CLAIM).stop_reason.split()[0]
    proved = Solution.from_json({**CLAIM, "solution": {"u": "exp(-t)*sin(x)"}})
    assert proved.stop_reason == "exact solution found"
    again = Solution.from_json(Solution.from_json(CLAIM).to_json())
    assert again.stop_reason == "saved as an exact solution, which is not proved now"
    for status in SolutionStatus:
        assert borne_out("time limit", status) == "time limit"
    found = "conjectured solution found"
    assert borne_out(found, SolutionStatus.EXACT) == found
    assert borne_out(found, SolutionStatus.CONJECTURED) == found
    assert borne_out(found, SolutionStatus.APPROXIMATE).startswith("saved as a conjectured")


def test_words_that_are_not_ours_are_marked():
    forged = {**CLAIM, "stop_reason": "exact (level: symbolic)\nuniqueness", "notes": []}
    last = str(Solution.from_json(forged)).splitlines()[-1]
    assert last.startswith("ended by: exact (level: symbolic) uniqueness: 3 candidates")
    assert ended_by("time limit") == "time limit"


def test_a_measured_error_is_one_line():
    error = {"maximum": 0.1, "rms": 0.1, "reference_error": 1e-9, "at": "k = 1\nexact"}
    page = str(Solution.from_json({**CLAIM, "error": error}))
    assert "error when it was saved: 10 % of the range at k = 1 exact (" in page


def test_errors_and_losses_are_called_saved():
    error = {"maximum": 0.1, "rms": 0.1, "reference_error": 1e-9}
    front = [{"size": 2, "loss": 0.0, "solution": {"u": "sin(x)"}, "error": error}]
    read = Solution.from_json({**CLAIM, "front": front})
    assert read.measured_earlier
    assert "\napproximations by size, errors as they were saved:\n" in str(read)


@pytest.mark.parametrize("key", ["problem", "status", "solution", "seed", "stop_reason"])
def test_what_is_missing_is_said(key):
    with pytest.raises(SymplexError, match="not a saved solution"):
        claimed_fields({name: value for name, value in CLAIM.items() if name != key})
