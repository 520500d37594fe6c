"""Lists that were fixed before a method was written for them: each file and its true solution."""

import tomllib

import pytest

from support.checkout import BENCHMARKS
from support.residuals import residual
from symplex.expression.parse import parse
from symplex.notation.problem_files import load
from symplex.problem.overview import check
from symplex.proof.verdict import Verdict
from symplex.proof.verify import verify
from symplex.work.budget import Limits

SIZES = {"textbook": 40, "parametric": 30}
"""How many problems each folder must hold."""
UNPROVED = {"textbook": 3, "parametric": 1}
"""Of how many, at most, the proof may be out of reach."""
SPREAD = 10
"""Of how many problems in each folder the proof is in `make test`."""
TOLD = {"family": str, "source": str, "verified": bool}
"""What an entry may tell beside the solution; it is proved if nothing is said."""


def answers(folder: str) -> dict[str, dict]:
    return tomllib.loads((BENCHMARKS / folder / "answers.toml").read_text(encoding="utf-8"))


def stated(folder: str, name: str, change: str = "{}"):
    """A problem, its true solution (changed, if so asked) and what is told of it."""
    problem, entry = load(str(BENCHMARKS / folder / f"{name}.toml")), answers(folder)[name]
    truth = {u: parse(change.format(entry[u]), problem.answer_scope) for u in problem.unknowns}
    return problem, truth, entry


def proofs(folder: str) -> list:
    """Every problem of a folder; all are slow but some at even distances."""
    names = [*answers(folder)]
    quick = {names[index * len(names) // SPREAD] for index in range(SPREAD)}
    return [
        pytest.param(folder, name, marks=() if name in quick else pytest.mark.slow)
        for name in names
    ]


ALL = [(folder, name) for folder in SIZES for name in answers(folder)]
PROOFS = [case for folder in SIZES for case in proofs(folder)]


@pytest.mark.parametrize("folder", SIZES)
def test_files_and_truths_belong_together(folder):
    files = {path.stem for path in (BENCHMARKS / folder).glob("*.toml")} - {"answers"}
    assert files == {*answers(folder)}
    assert len(files) >= SIZES[folder]


@pytest.mark.parametrize("folder", SIZES)
def test_few_truths_are_beyond_a_proof(folder):
    beyond = [name for name, entry in answers(folder).items() if not entry.get("verified", True)]
    assert len(beyond) <= UNPROVED[folder]


@pytest.mark.parametrize(("folder", "name"), ALL)
def test_the_file_is_read_and_the_entry_is_complete(folder, name):
    problem, _, entry = stated(folder, name)
    assert problem.name == name
    assert problem.equations[0].text in str(check(problem))
    assert {*entry} - {*TOLD} == {*problem.unknowns}
    assert entry["family"]
    assert entry["source"]
    for key, kind in TOLD.items():
        assert isinstance(entry.get(key, kind()), kind), key


@pytest.mark.parametrize(("folder", "name"), ALL)
def test_the_truth_satisfies_the_statement_and_a_perturbed_one_does_not(folder, name):
    problem, truth, _ = stated(folder, name)
    for equation in problem.all_equations:
        assert residual(problem, equation, truth) < 1e-11, equation.text
    _, wrong, _ = stated(folder, name, "1.001*({})")
    assert max(residual(problem, equation, wrong) for equation in problem.all_equations) > 1e-9


@pytest.mark.parametrize(("folder", "name"), PROOFS)
def test_the_truth_is_proved(folder, name):
    problem, truth, entry = stated(folder, name)
    # Patient: on a busy machine the usual limit says nothing about the proof.
    certificate = verify(problem, truth, Limits(seconds=999))
    if entry.get("verified", True):
        assert certificate.status is Verdict.EXACT, str(certificate)
    else:
        assert certificate.status is not Verdict.REFUTED, str(certificate)
