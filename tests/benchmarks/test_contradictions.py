"""Contradictions are named where they are, and nowhere else."""

import random
import tomllib

import pytest

from support.checkout import BENCHMARKS
from symplex.errors import ProblemError
from symplex.expression import Derivative, Symbol
from symplex.expression.operator_facts import jet
from symplex.expression.render import to_text
from symplex.expression.text import derivative_text
from symplex.notation.problem_files import bundled, bundled_names
from symplex.problem import Problem
from symplex.proof.answer import read_formulas
from symplex.solver.consistency import check, contradictions

FOLDER = BENCHMARKS / "contradictions"
NO_PROBLEMS = {"answers.toml", "open.toml", "others.toml", "skeletons.toml", "wrong.toml"}
KNOWN = {"contradiction-faces"}
"""What is contradictory outside of its folder."""


def read(path):
    try:
        return Problem.from_file(path)
    except ProblemError as error:
        pytest.fail(str(error))


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.toml")), ids=lambda path: path.stem)
def test_contradictions_are_named_with_two_facts(path):
    found = contradictions(read(path))
    assert found
    for one in found:
        assert one.first
        assert one.second
        assert one.why


@pytest.mark.parametrize(
    "path", sorted((FOLDER / "consistent").glob("*.toml")), ids=lambda path: path.stem
)
def test_near_misses_are_not(path):
    assert contradictions(read(path)) == ()


def test_corner_jumps_are_notes():
    for name in ("corner-jump", "elliptic-corner-jump"):
        assert len(check(read(FOLDER / "consistent" / f"{name}.toml")).notes) == 2


@pytest.mark.parametrize("folder", ["", "handbook"])
def test_no_bundled_problem_is_called_contradictory(folder):
    names = bundled_names(folder)
    assert len(names) >= 14
    assert {name: contradictions(bundled(name)) for name in names} == dict.fromkeys(names, ())


MEANING = BENCHMARKS / "meaning"
FOLDERS = sorted({path.parent for path in BENCHMARKS.rglob("*.toml")} - {BENCHMARKS})


@pytest.mark.parametrize(
    "folder",
    [f for f in FOLDERS if not {FOLDER, MEANING} & {f, f.parent}],
    ids=lambda folder: folder.name,
)
def test_no_problem_with_an_answer_is_called_contradictory(folder):
    paths = [path for path in sorted(folder.glob("*.toml")) if path.name not in NO_PROBLEMS]
    named = {path.stem for path in paths if contradictions(read(path))}
    assert named <= KNOWN


ANSWERS = tomllib.loads((BENCHMARKS / "handbook" / "answers.toml").read_text(encoding="utf-8"))
SOME = sorted(ANSWERS)[::10]


def with_more_data(name):
    """A problem of the handbook with further conditions that its true solution satisfies."""
    problem = bundled(name)
    truth = read_formulas(problem, {u: ANSWERS[name][u] for u in problem.unknowns})
    choices = [
        (variable, end, Derivative(unknown, (variable,) * order))
        for variable, interval in problem.domain.items()
        for end in (interval.low, interval.high)
        for unknown in problem.unknowns
        for order in range(3)
    ]
    statement = problem.statement()
    for variable, end, derivative in random.Random(name).sample(choices, min(5, len(choices))):
        value = jet(truth, frozenset({derivative}))[derivative].substitute({Symbol(variable): end})
        equation = f"{derivative_text(derivative)} = {to_text(value)}"
        more = [
            *statement["conditions"],
            {"where": f"{variable} = {to_text(end)}", "equation": equation},
        ]
        try:
            problem = Problem.from_statement({**statement, "conditions": more})
        except ProblemError:
            continue  # stated already, or too long
        statement["conditions"] = more
    return problem


@pytest.mark.parametrize("name", SOME)
def test_data_of_a_true_solution_are_never_called_contradictory(name):
    assert contradictions(with_more_data(name)) == ()


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(set(ANSWERS) - set(SOME)))
def test_data_of_any_true_solution_are_never_called_contradictory(name):
    assert contradictions(with_more_data(name)) == ()
