"""`symplex bench hints`: what becomes of problems whose answer, or its skeleton, is told as a hint.

The skeleton of an answer has a free constant for every number but whole exponents and square
roots, twelve at most. Each problem is solved twice: told the answer, and told its skeleton.
"""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

from rich.console import Console
from rich.table import Table

from symplex.expression import Expression, Number, Operator, Token, apply, leaf, symbol
from symplex.expression.operators import EXP, LOG, PI
from symplex.expression.parse import parse
from symplex.expression.render import to_text
from symplex.notation.problem_files import load
from symplex.problem import Problem
from symplex.proof.verify import verify
from symplex_benchmarks.bench import _runs
from symplex_benchmarks.bench._references import ReferenceProblem, reference_problems
from symplex_benchmarks.bench._runs import Row, shown, summary

FOLDERS = ("handbook", "unseen", "collection")
MAX_CONSTANTS = 12
_ANSWER, _SKELETON = "answer", "skeleton"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add this bench's options."""
    parser.add_argument(
        "folders", nargs="*", metavar="FOLDER", help=f"below --benchmarks ({' '.join(FOLDERS)})"
    )
    _runs.configure(parser, seeds=1, time_limit=5.0)
    _runs.configure_recipe(parser)
    parser.add_argument("--first", type=int, metavar="N", help="only the first N of each folder")


def run(options: argparse.Namespace) -> int:
    """Solve every problem twice, print a line a run, then a table."""
    problems = _problems(options)
    rows: dict[str, list[Row]] = {}
    kept = _runs.KeptRows(options.json)
    for label, hints in (
        (_ANSWER, {one.name: (_written(one.solution),) for one in problems}),
        (_SKELETON, {one.name: (_written(skeleton_of(one)),) for one in problems}),
    ):
        tasks = [
            replace(task, more={"told": label, "hint": hints[task.problem.name][0]})
            for task in _runs.tasks(problems, options, hints=hints)
        ]
        rows[label] = _runs.run_and_print(tasks, options, kept)
    totals = {label: summary(found) for label, found in rows.items()}
    totals[_ANSWER]["verified"] = _verified(problems, rows[_ANSWER])
    Console(highlight=False, soft_wrap=True).print(_table(totals))
    _runs.write(options.json, [row for found in rows.values() for row in found], totals)
    return 0


def _problems(options: argparse.Namespace) -> list[ReferenceProblem]:
    folders = [Path(options.benchmarks) / name for name in options.folders or FOLDERS]
    found = (reference_problems(f, options.problems, first=options.first) for f in folders)
    return list(chain.from_iterable(found))


def _written(formulas: Mapping[str, str]) -> str:
    """One hint for all unknowns."""
    return "; ".join(f"{unknown} = {text}" for unknown, text in formulas.items())


def skeleton_of(one: ReferenceProblem) -> dict[str, str]:
    """The answer's formulas with names instead of numbers."""
    problem = load(one.source)
    freed = _Freed(problem)
    return {
        unknown: to_text(parse(text, problem.answer_scope).fold(freed))
        for unknown, text in one.solution.items()
    }


class _Freed:
    """Rebuilds formulas, with the next name for each number as long as there are names."""

    def __init__(self, problem: Problem) -> None:
        known = {*problem.scope.names}
        letter = next(c for c in "cdefghklmnopq" if not any(name.startswith(c) for name in known))
        self._names = [f"{letter}{index + 1}" for index in range(MAX_CONSTANTS)]

    def __call__(self, token: Token, below: Sequence[Expression], value: float) -> Expression:
        free = isinstance(token, Number) or token is PI or _is_odd_power(token)
        if not free or not self._names:
            return apply(token, *below) if isinstance(token, Operator) else leaf(token, value)
        constant = symbol(self._names.pop(0))
        return apply(EXP, constant * apply(LOG, *below)) if below else constant


def _is_odd_power(token: Token) -> bool:
    """Whether it is a power that is neither whole nor made of square roots."""
    exponent = token.exponent if isinstance(token, Operator) else None
    return exponent is not None and exponent.denominator > 2  # noqa: PLR2004


def _verified(problems: Sequence[ReferenceProblem], rows: Sequence[Row]) -> int:
    """How many of the answers are proved when they are not told but verified."""
    told = {row["problem"] for row in rows if row["proved"]}
    return sum(one.name in told or _is_proved(one) for one in problems)


def _is_proved(one: ReferenceProblem) -> bool:
    problem = load(one.source)
    answer = {u: parse(text, problem.answer_scope) for u, text in one.solution.items()}
    return verify(problem, answer).is_exact


def _table(totals: Mapping[str, Row]) -> Table:
    verified = totals[_ANSWER]["verified"]
    table = Table(
        *("told", "proved", "exact, different", "median s", "median candidates"),
        caption=f"Of the answers themselves, {verified} are proved when they are verified.",
    )
    for label, row in totals.items():
        table.add_row(
            label,
            f"{row['proved']}/{row['runs']}",
            str(row["exact_but_different"]),
            shown(row["median_seconds"], 2),
            shown(row["median_candidates"], 0),
        )
    return table
