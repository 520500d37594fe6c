"""Problems with their true solutions: the bundled ones and the collection's.

Owns reading the two answers files. Every truth here is the only solution of its problem (in the
sense of the verifier: classical, viscosity, entropy or weak), so an answer that differs
from it anywhere is wrong; the answers file says why for each.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, final

import symplex
from symplex.expression import Expression
from symplex.expression.parse import parse
from symplex.expression.render import to_text
from symplex.problem import Problem

BENCHMARKS = Path(__file__).parents[1]
BUNDLED = Path(symplex.__file__).parent / "problem" / "bundled"

Answer = Mapping[str, Expression]
"""A formula for each unknown."""


@final
@dataclass(frozen=True)
class Case:
    """A problem, its true solution and answers that are known to be wrong."""

    problem: Problem
    truth: Answer
    wrong: tuple[Expression, ...] = ()
    """For the first unknown: wrong branches and the like, found by hand."""
    beyond: str = ""
    """Why a proof of the truth is not expected; empty if it is."""

    @property
    def name(self) -> str:
        """The problem's name."""
        return self.problem.name


def load() -> tuple[Case, ...]:
    """Every case, the bundled problems first."""
    collection = BENCHMARKS / "collection"
    hard = _table(Path(__file__).parent / "wrong.toml")
    return (
        *_read(BENCHMARKS / "answers.toml", BUNDLED, hard),
        *_read(collection / "answers.toml", collection, hard),
    )


def _table(path: Path) -> Mapping[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _read(answers: Path, problems: Path, hard: Mapping[str, Any]) -> tuple[Case, ...]:
    return tuple(
        _case(Problem.from_file(problems / f"{name}.toml"), entry, hard.get(name, ()))
        for name, entry in _table(answers).items()
    )


def _case(problem: Problem, entry: Mapping[str, Any], hard: Sequence[str]) -> Case:
    scope = problem.answer_scope
    truth = {name: parse(entry[name], scope) for name in problem.unknowns}
    wrong = (*entry.get("wrong", ()), *entry.get("misprints", ()), *hard)
    return Case(
        problem, truth, tuple(parse(text, scope) for text in wrong), entry.get("beyond", "")
    )


def text_of(answer: Answer) -> str:
    """An answer as the command line takes it."""
    return "; ".join(f"{name}={to_text(formula)}" for name, formula in answer.items())
