"""The problems of outsiders and of the authors that are not bundled: file, truth, proof."""

import tomllib

import pytest

from support.checkout import BENCHMARKS
from support.residuals import residual
from symplex.expression.parse import parse
from symplex.notation.problem_files import load
from symplex.proof.verdict import Verdict
from symplex.proof.verify import verify

FOLDER = BENCHMARKS / "unseen"
ANSWERS = tomllib.loads((FOLDER / "answers.toml").read_text(encoding="utf-8"))


def stated(name):
    problem = load(str(FOLDER / f"{name}.toml"))
    return problem, {u: parse(ANSWERS[name][u], problem.answer_scope) for u in problem.unknowns}


def test_files_and_truths_belong_together():
    files = {path.stem for path in FOLDER.glob("*.toml")} - {"answers"}
    assert files == {*ANSWERS}


@pytest.mark.parametrize("name", ANSWERS)
def test_the_truth_satisfies_the_statement(name):
    problem, truth = stated(name)
    for equation in problem.all_equations:
        assert residual(problem, equation, truth) < 1e-11, equation.text


@pytest.mark.parametrize("name", [*ANSWERS][::4])
def test_the_truth_is_proved(name):
    assert verify(*stated(name)).status is Verdict.EXACT
