"""Every problem of the handbook: its file, what is told of it, and its true solution."""

import tomllib

import pytest

from support.checkout import BENCHMARKS
from support.residuals import residual
from symplex.expression.parse import parse
from symplex.notation.problem_files import bundled, bundled_names
from symplex.problem.analysis.classify import Linearity, classify
from symplex.problem.overview import check
from symplex.proof.verdict import Verdict
from symplex.proof.verify import verify
from symplex.work.budget import Limits

LEAST, SPREAD = 150, 15
"""How many problems there must be, and of how many the proof is in `make test`."""
FILE = BENCHMARKS / "handbook" / "answers.toml"
ANSWERS = tomllib.loads(FILE.read_text(encoding="utf-8")) if FILE.is_file() else {}
NAMES = bundled_names("handbook")
TOLD = {"family": str, "nonlinear": bool, "readable": bool, "why": str, "beyond": str}
"""What an entry may tell beside the solution; a problem is linear if nothing is said."""


def truth(name: str, change: str = "{}"):
    problem = bundled(name)
    texts = {unknown: ANSWERS[name][unknown] for unknown in problem.unknowns}
    return {u: parse(change.format(text), problem.answer_scope) for u, text in texts.items()}


def spread(names: list[str]) -> list[str]:
    """Some names at even distances, so that most families are among them."""
    count = min(SPREAD, len(names))
    return [names[index * len(names) // count] for index in range(count)]


def test_every_problem_has_a_truth_and_there_are_enough():
    assert sorted(NAMES) == sorted(ANSWERS)
    assert len(NAMES) >= LEAST


@pytest.mark.parametrize("name", NAMES)
def test_the_file_is_read_named_and_stated_back(name):
    problem = bundled(name)
    assert problem.name == name
    assert problem.equations[0].text in str(check(problem))


@pytest.mark.parametrize("name", NAMES)
def test_the_entry_has_each_unknown_and_what_is_told(name):
    entry = ANSWERS[name]
    assert {*entry} - {*TOLD} == {*bundled(name).unknowns}
    assert {"family", "readable"} <= {*entry}
    for key, kind in TOLD.items():
        assert isinstance(entry.get(key, kind()), kind), key
    assert entry["family"]


@pytest.mark.parametrize("name", NAMES)
def test_nonlinear_means_what_the_program_means(name):
    problem = bundled(name)
    kinds = [classify(problem, equation).linearity for equation in problem.equations]
    assert ANSWERS[name].get("nonlinear", False) is any(
        kind is not Linearity.LINEAR for kind in kinds
    )


@pytest.mark.parametrize("name", NAMES)
def test_the_truth_satisfies_the_statement(name):
    problem, answer = bundled(name), truth(name)
    for equation in problem.all_equations:
        assert residual(problem, equation, answer) < 1e-11, f"{equation.text} at {equation.region}"


@pytest.mark.parametrize("name", NAMES)
def test_a_perturbed_truth_does_not(name):
    problem, answer = bundled(name), truth(name, "1.001*({})")
    worst = max(residual(problem, equation, answer) for equation in problem.all_equations)
    assert worst > 1e-9


def check_proof(name: str) -> None:
    # Patient: on a busy machine the usual limit says nothing about the proof.
    certificate = verify(bundled(name), truth(name), Limits(seconds=999))
    if ANSWERS[name].get("beyond"):
        assert certificate.status is not Verdict.REFUTED, str(certificate)
    else:
        assert certificate.status is Verdict.EXACT, str(certificate)


@pytest.mark.parametrize("name", spread(list(ANSWERS)))
def test_some_truths_are_proved(name):
    check_proof(name)


@pytest.mark.slow
@pytest.mark.parametrize("name", ANSWERS)
def test_every_truth_is_proved(name):
    check_proof(name)
