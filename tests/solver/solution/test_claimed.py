"""What the user claims or hints at."""

import pytest

from symplex.codes import told
from symplex.errors import ExpressionError, SymplexError
from symplex.expression.render import to_text
from symplex.notation.problem_files import bundled
from symplex.problem import Problem
from symplex.proof.verdict import Verdict
from symplex.solver.solution.claimed import borne_out, claimed_fields, ended_by
from symplex.solver.solution.hints import read_hint
from symplex.solver.solution.solution import Solution

# What a saved solution says of itself, and what is left of that.

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
    assert read.status is Verdict.APPROXIMATE
    assert [line.partition(":")[0] for line in at_the_margin(read)] == [
        "refuted",
        "u = sin(x)",
        "approximate (level",
        "saved as an exact solution, which is not proved now",
    ]
    assert all("\n" not in note for note in read.notes)
    # Nor does one that came another way, from a checkpoint say.
    shown = Solution(PROBLEM, Verdict.NONE, {}, None, remarks=(told(PAGE),))
    assert not any(line.startswith("exact") for line in at_the_margin(shown))


def test_a_reason_must_be_borne_out():
    assert "exact" not in Solution.unverified(CLAIM).stop_reason.split()[0]
    proved = Solution.from_json({**CLAIM, "solution": {"u": "exp(-t)*sin(x)"}})
    assert proved.stop_reason == "exact solution found"
    again = Solution.from_json(Solution.from_json(CLAIM).to_json())
    assert again.stop_reason == "saved as an exact solution, which is not proved now"
    for status in Verdict:
        assert borne_out("time limit", status) == "time limit"
    found = "conjectured solution found"
    assert borne_out(found, Verdict.EXACT) == found
    assert borne_out(found, Verdict.CONJECTURED) == found
    assert borne_out(found, Verdict.APPROXIMATE).startswith("saved as a conjectured")


def test_words_that_are_not_ours_are_marked():
    forged = {**CLAIM, "stop_reason": "exact (level: symbolic)\nuniqueness", "notes": []}
    last = str(Solution.from_json(forged)).splitlines()[-1]
    assert last.startswith("ended by: exact (level: symbolic) uniqueness: 3 candidates")
    assert ended_by("time limit") == "time limit"


def test_a_measured_error_is_one_line():
    error = {"maximum": 0.1, "rms": 0.1, "reference_error": 1e-9, "at": "k = 1\nexact"}
    page = str(Solution.from_json({**CLAIM, "error": error}))
    assert "when it was saved, its error was 10 % of the range at k = 1 exact (" in page


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


# Guesses of the user's: unknown names are constants to be found.

HEAT = bundled("heat")
PAIR = bundled("acoustics-standing")


def test_free_names_become_constants():
    hint = read_hint(HEAT, "u = exp(a*t)*sin(x) + a*b2")
    assert hint.skeleton.constants == ("a#", "b2#")
    assert to_text(hint.skeleton.tree) == "exp(1*t)*sin(x) + 1*1"
    assert hint.text == "u = exp(a*t)*sin(x) + a*b2"


def test_a_constant_may_be_an_exponent():
    hint = read_hint(HEAT, "(1 + x^2)^c + 2^d")
    assert to_text(hint.skeleton.formulas["u"]) == "exp(c#*log(1 + x^2)) + exp(d#*log(2))"
    with pytest.raises(ExpressionError, match="an exponent must be a number"):
        read_hint(HEAT, "c^x")


@pytest.mark.parametrize("text", ["2e3*x", "1.5E-2*x", "3e+1*x", "pi*sin(x)"])
def test_decimals_and_functions_are_no_free_names(text):
    assert read_hint(HEAT, text).skeleton.constants == ()


def test_a_system_s_guesses_are_in_the_order_of_its_unknowns():
    one, two = PAIR.unknowns
    hint = read_hint(PAIR, f"{two} = x; {one} = c*t;")
    assert [to_text(part) for part in hint.skeleton.tree.components] == ["1*t", "x"]


@pytest.mark.parametrize(
    ("problem", "text", "sentence"),
    [
        (
            HEAT,
            "v = x",
            "the hint gives a formula for 'v'; the unknowns of this problem are u",
        ),
        (HEAT, "", "a hint needs a formula for each of u"),
        (HEAT, "sin(", "ends after"),
        (PAIR, "x", "a hint needs a formula for each of"),
    ],
)
def test_a_hint_that_makes_no_sense_is_an_error(problem, text, sentence):
    with pytest.raises(ExpressionError, match=sentence):
        read_hint(problem, text)
