"""The wider answers: solitons, weak solutions, data that are attained as limits. They are exact."""

import tomllib

import pytest

from support.checkout import BENCHMARKS
from symplex.problem import Problem
from symplex.proof.answer import read_formulas
from symplex.proof.verdict import Verdict
from symplex.proof.verify import verify
from symplex.reasons import Code
from symplex.work.budget import Limits

FOLDER = BENCHMARKS / "wider"
ANSWERS = tomllib.loads((FOLDER / "answers.toml").read_text(encoding="utf-8"))
REFUSED = {
    "camassa-holm-peakon": Code.WEAK_FLUX_DISCONTINUOUS,
    # h and h·v do not determine v where h = 0.
    "ritter-dam-break": Code.ATTAINED_NOT_BETWEEN,
}
"""Solutions in a sense that the page on the meaning of exact does not ask for."""


def certified(name):
    problem = Problem.from_file(str(FOLDER / f"{name}.toml"))
    return verify(problem, read_formulas(problem, ANSWERS[name]), Limits(seconds=999))


@pytest.mark.parametrize("name", [name for name in ANSWERS if name not in REFUSED])
def test_the_truth_is_exact(name):
    certificate = certified(name)
    assert certificate.status is Verdict.EXACT, str(certificate)


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused_is_not_refuted(name):
    certificate = certified(name)
    assert certificate.status is Verdict.APPROXIMATE, str(certificate)
    assert REFUSED[name] in {check.reason.code for check in certificate.checks}


def test_every_problem_has_a_truth():
    assert {path.stem for path in FOLDER.glob("*.toml")} - {"answers"} == set(ANSWERS)
