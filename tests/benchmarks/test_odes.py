"""Ordinary differential equations of textbooks: every file, its entry, truth and proof."""

import tomllib
from collections import Counter

import pytest

from support.checkout import BENCHMARKS
from support.residuals import residual
from symplex.expression.parse import parse
from symplex.notation.problem_files import load
from symplex.problem.overview import check
from symplex.proof.verdict import Verdict
from symplex.proof.verify import verify
from symplex.work.budget import Limits

FOLDER = BENCHMARKS / "odes"
ANSWERS = tomllib.loads((FOLDER / "answers.toml").read_text(encoding="utf-8"))
TOLD = {"family", "source", "verified"}
"""What an entry may tell beside the solution; a truth is proved if nothing is said."""
FAMILIES = {
    "first-order linear": 10,
    "separable": 10,
    "Bernoulli": 6,
    "Riccati": 6,
    "exact": 6,
    "homogeneous": 6,
    "second-order homogeneous": 8,
    "second-order inhomogeneous": 10,
    "Euler": 6,
    "orders three and four": 8,
    "reduction of order": 8,
    "linear system": 10,
    "with parameters": 6,
}
SAMPLE = [*ANSWERS][::10]
"""Of these the proof is in `make test`."""


def stated(name: str, change: str = "{}"):
    problem = load(str(FOLDER / f"{name}.toml"))
    texts = {unknown: ANSWERS[name][unknown] for unknown in problem.unknowns}
    return problem, {u: parse(change.format(t), problem.answer_scope) for u, t in texts.items()}


def worst(problem, answer) -> float:
    return max(residual(problem, equation, answer) for equation in problem.all_equations)


def test_files_and_truths_belong_together():
    assert {path.stem for path in FOLDER.glob("*.toml")} - {"answers"} == {*ANSWERS}


def test_no_family_has_lost_a_problem():
    assert Counter(entry["family"] for entry in ANSWERS.values()) == FAMILIES


def test_few_truths_are_without_a_proof():
    assert sum(not entry.get("verified", True) for entry in ANSWERS.values()) <= 5


@pytest.mark.parametrize("name", ANSWERS)
def test_the_file_is_an_ordinary_problem_with_its_entry(name):
    problem, _ = stated(name)
    assert problem.name == name
    assert len(problem.domain) == 1
    assert problem.equations[0].text in str(check(problem))
    assert {*ANSWERS[name]} - TOLD == {*problem.unknowns}
    assert ANSWERS[name]["source"]


@pytest.mark.parametrize("name", ANSWERS)
def test_the_truth_satisfies_the_statement_and_a_perturbed_one_does_not(name):
    assert worst(*stated(name)) < 1e-11
    assert worst(*stated(name, "1.001*({})")) > 1e-9


def check_proof(name: str) -> None:
    # Patient: on a busy machine the usual limit says nothing about the proof.
    certificate = verify(*stated(name), Limits(seconds=999))
    if ANSWERS[name].get("verified", True):
        assert certificate.status is Verdict.EXACT, str(certificate)
    else:
        assert certificate.status in {Verdict.EXACT, Verdict.CONJECTURED}, str(certificate)


@pytest.mark.parametrize("name", SAMPLE)
def test_some_truths_are_proved(name):
    check_proof(name)


@pytest.mark.slow
@pytest.mark.parametrize("name", ANSWERS)
def test_every_truth_is_proved(name):
    check_proof(name)
