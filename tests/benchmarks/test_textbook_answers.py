"""True answers from textbooks that an older prover could not prove: what is proved stays proved."""

import tomllib

import pytest

from support.checkout import BENCHMARKS
from symplex.problem import Problem
from symplex.proof.answer import read_formulas
from symplex.proof.verdict import Verdict
from symplex.proof.verify import verify
from symplex.work.budget import Limits

FOLDER = BENCHMARKS / "textbook_answers"
ANSWERS = tomllib.loads((FOLDER / "answers.toml").read_text(encoding="utf-8"))
OPEN = tomllib.loads((FOLDER / "open.toml").read_text(encoding="utf-8"))
PROVED = [name for name in ANSWERS if name not in OPEN]
QUICK = (
    "stokes-first-problem",
    "digital-option",
    "membrane-on-the-floor",
    "shock-of-an-exponential-flux",
)


def certificate(name):
    problem = Problem.from_file(str(FOLDER / f"{name}.toml"))
    return verify(problem, read_formulas(problem, ANSWERS[name]), Limits(seconds=999))


@pytest.mark.parametrize("name", QUICK)
def test_the_truth_is_exact(name):
    found = certificate(name)
    assert found.status is Verdict.EXACT, str(found)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in PROVED if name not in QUICK])
def test_the_other_truths_are_exact(name):
    found = certificate(name)
    assert found.status is Verdict.EXACT, str(found)


@pytest.mark.slow
@pytest.mark.parametrize("name", OPEN)
def test_what_is_open_says_why(name):
    """The reason is the one on record; an answer that is proved by now leaves the list."""
    found = certificate(name)
    assert found.status in (Verdict.APPROXIMATE, Verdict.CONJECTURED), str(found)
    assert OPEN[name]["because"] in str(found)


def test_every_problem_has_a_truth():
    names = {path.stem for path in FOLDER.glob("*.toml")} - {"answers", "open"}
    assert names == set(ANSWERS)
    assert set(OPEN) <= names
