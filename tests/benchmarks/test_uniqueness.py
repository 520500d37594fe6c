"""Problems with two proved solutions each: no certificate may call either the only one."""

import tomllib
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from support.checkout import BENCHMARKS
from symplex.codes import UniquenessCode
from symplex.expression import Expression
from symplex.expression.evaluate import evaluate
from symplex.expression.parse import parse
from symplex.problem import Problem
from symplex.problem.restrict import with_parameters
from symplex.proof.answer import read_formulas
from symplex.proof.here import verify_here
from symplex.proof.verdict import Verdict
from symplex.work.budget import Limits

LEAST, SPREAD = 238, 12
"""How many problems there must be, and of how many each solution is proved in `make test`."""
FOLDER = BENCHMARKS / "uniqueness"
ANSWERS, OTHERS = (
    tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    for name in ("answers", "others")
)
STEP = len(OTHERS) // SPREAD
FIRST, SECOND = list(ANSWERS)[::STEP], list(OTHERS)[STEP // 2 :: STEP]
"""Two spreads without a common problem."""


def solution(name: str, told: Mapping[str, Any]) -> tuple[Problem, dict[str, Expression]]:
    """A problem, for the parameters that an entry names, with the entry's solution of it.

    A condition that says something may say nothing for these: they are put in afterwards.
    """
    stated = Problem.from_file(FOLDER / f"{name}.toml")
    values = {k: parse(str(value)) for k, value in told.get("parameters", {}).items()}
    problem = with_parameters(stated, values)
    return problem, dict(read_formulas(problem, {u: told[u] for u in problem.unknowns}))


def check_solution(name: str, told: Mapping[str, Any]) -> None:
    # Patient: on a busy machine the usual limit says nothing about the proof.
    certificate = verify_here(*solution(name, told), Limits(seconds=999))
    assert certificate.status is Verdict.EXACT, str(certificate)
    assert (
        certificate.unique is None or certificate.unique.code is not UniquenessCode.UNIQUE_ONLY
    ), str(certificate)


def test_every_problem_has_two_solutions_and_there_are_enough():
    files = {path.stem for path in FOLDER.glob("*.toml")} - {"answers", "others"}
    assert files == set(ANSWERS) == set(OTHERS)
    assert len(files) >= LEAST


@pytest.mark.parametrize("name", FIRST)
def test_no_theorem_is_claimed_for_some_first_solutions(name):
    check_solution(name, ANSWERS[name])


@pytest.mark.slow
@pytest.mark.parametrize("name", ANSWERS)
def test_no_theorem_is_claimed_for_any_first_solution(name):
    check_solution(name, ANSWERS[name])


@pytest.mark.parametrize("name", SECOND)
def test_no_theorem_is_claimed_for_some_second_solutions(name):
    check_solution(name, OTHERS[name])


@pytest.mark.slow
@pytest.mark.parametrize("name", OTHERS)
def test_no_theorem_is_claimed_for_any_second_solution(name):
    check_solution(name, OTHERS[name])


@pytest.mark.parametrize("name", ANSWERS)
def test_the_two_are_different(name):
    problem, second = solution(name, OTHERS[name])
    chosen = {"parameters": OTHERS[name].get("parameters", {})}
    _, first = solution(name, {**ANSWERS[name], **chosen})
    points = problem.box.sample(np.random.default_rng(0), 100)
    gaps = (evaluate(first[u], points) - evaluate(second[u], points) for u in problem.unknowns)
    assert max(np.max(np.abs(gap)) for gap in gaps) > 1e-3
