"""The wider answers: solitons, weak solutions, data that are attained as limits. All are exact."""

import tomllib

import pytest

from support.checkout import BENCHMARKS
from symplex.problem import Problem
from symplex.proof.answer import read_formulas
from symplex.proof.certificate import Status
from symplex.proof.verify import verify
from symplex.work.budget import Limits

FOLDER = BENCHMARKS / "wider"
ANSWERS = tomllib.loads((FOLDER / "answers.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ANSWERS)
def test_the_truth_is_exact(name):
    problem = Problem.from_file(str(FOLDER / f"{name}.toml"))
    certificate = verify(problem, read_formulas(problem, ANSWERS[name]), Limits(seconds=999))
    assert certificate.status is Status.EXACT, str(certificate)


def test_every_problem_has_a_truth():
    assert {path.stem for path in FOLDER.glob("*.toml")} - {"answers"} == set(ANSWERS)
