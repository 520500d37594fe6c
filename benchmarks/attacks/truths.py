"""Every statement in the repository whose solution is known, with that solution.

Owns reading the answers files: the bundled problems, the handbook and the three folders of the
benchmarks.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import final

from attacks.cases import Statement
from near_misses.cases import BENCHMARKS, BUNDLED
from symplex.expression import Expression
from symplex.expression.parse import parse
from symplex.problem import Problem


@final
@dataclass(frozen=True)
class Truth:
    """A problem and its solution."""

    problem: Problem
    solution: Mapping[str, Expression]

    @property
    def name(self) -> str:
        """The problem's name."""
        return self.problem.name

    @property
    def statement(self) -> Statement:
        """The problem file's content, numbers exact."""
        return self.problem.statement()


def paper() -> Iterator[Truth]:
    """The 14 problems of the paper."""
    yield from _read(BENCHMARKS / "answers.toml", BUNDLED)


def handbook() -> Iterator[Truth]:
    """The 150 problems of the handbook."""
    yield from _read(BENCHMARKS / "handbook" / "answers.toml", BUNDLED / "handbook")


def every() -> Iterator[Truth]:
    """The bundled problems and those of the benchmarks."""
    yield from paper()
    yield from handbook()
    for folder in ("collection", "unseen", "invented"):
        yield from _read(BENCHMARKS / folder / "answers.toml", BENCHMARKS / folder)


def _read(answers: Path, folder: Path) -> Iterator[Truth]:
    for name, entry in tomllib.loads(answers.read_text(encoding="utf-8")).items():
        problem = Problem.from_file(folder / f"{name}.toml")
        scope = problem.answer_scope
        yield Truth(problem, {one: parse(entry[one], scope) for one in problem.unknowns})
