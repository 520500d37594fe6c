"""Solve the problems beside this file, and measure the formulas by the independent references.

``PYTHONPATH=src:benchmarks python -m no_closed_form --time-limit 30``: a line for each problem with
the size of the chosen formula, the error that it states and the one that the reference here finds,
both in percent of the range. The exit code is 1 unless fifteen have at most 40 nodes and 1 %, all
state their error within a factor of two, and none has a step or a kink.
"""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final, final

import numpy as np

from no_closed_form.initial_values import Sample
from no_closed_form.references import reference, solvers
from symplex.expression import Expression, Operator
from symplex.expression.evaluate import evaluate
from symplex.expression.render import to_text
from symplex.notation.problem_files import load
from symplex.problem import Problem
from symplex.solver.solution.solution import Solution
from symplex.solver.solution.solve import solve

_NODES: Final = 40
_ERROR: Final = 0.01
_WANTED: Final = 15
_FACTOR: Final = 2.0
"""How far the stated error may be from the one that is found here."""
_STEPS: Final = ("sign", "abs", "max", "min")


@final
@dataclass(frozen=True)
class Row:
    """What became of one problem; errors are shares of the range."""

    name: str
    status: str
    size: int
    stated: float | None
    found: float
    steps: int
    """Operators with a jump or a kink, which none of these solutions has."""
    seconds: float
    formulas: dict[str, str]

    @property
    def is_good(self) -> bool:
        """Whether it is small and accurate."""
        return self.size <= _NODES and self.found <= _ERROR

    @property
    def is_honest(self) -> bool:
        """Whether the stated error is about the one that is found, or below what is shown."""
        if self.stated is None:
            return False
        return self.stated / _FACTOR <= self.found <= _FACTOR * self.stated

    def __str__(self) -> str:
        """One line."""
        stated = "      –" if self.stated is None else f"{100 * self.stated:7.3f}"
        marks = ("" if self.is_good else " large") + ("" if self.is_honest else " misstated")
        return (
            f"{self.name:26} {self.status:12} {self.size:3d} nodes  stated {stated} %  "
            f"found {100 * self.found:7.3f} %{marks}{' steps' if self.steps else ''}"
        )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run all of them once."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--time-limit", type=float, default=30.0)
    parser.add_argument("--problems", nargs="*", default=[], help="only these")
    parser.add_argument("--json", type=Path, help="write the rows here as they come")
    options = parser.parse_args(arguments)
    rows: list[Row] = []
    for name in options.problems or solvers():
        rows.append(solved(name, options.time_limit))
        print(rows[-1], flush=True)
        if options.json:
            options.json.write_text(json.dumps(list(map(asdict, rows)), indent=1), encoding="utf-8")
    good, honest = sum(row.is_good for row in rows), sum(row.is_honest for row in rows)
    steps = sum(bool(row.steps) for row in rows)
    print(f"{good} of {len(rows)} within 1 % and {_NODES} nodes; {honest} state their error within")
    print(f"a factor of {_FACTOR:g}; {steps} have steps or kinks")
    return 0 if good >= _WANTED and honest == len(rows) and not steps else 1


def solved(name: str, time_limit: float) -> Row:
    """One problem, solved and measured."""
    problem = load(str(Path(__file__).with_name(f"{name}.toml")))
    solution = solve(problem, time_limit=time_limit)
    stated = None if solution.error is None else solution.error.maximum
    return Row(
        name,
        solution.status.value,
        sum(formula.size for formula in solution.formulas.values()),
        stated,
        error_of(problem, solution.formulas, reference(name)),
        sum(_steps(formula) for formula in solution.formulas.values()),
        round(solution.seconds, 2),
        _texts(solution),
    )


def error_of(problem: Problem, answer: Mapping[str, Expression], sample: Sample) -> float:
    """The largest error of any unknown, relative to its range."""
    points, values = sample
    columns = {name: points[:, place] for place, name in enumerate(problem.variables)}
    worst = 0.0 if answer else np.inf
    for place, unknown in enumerate(problem.unknowns if answer else ()):
        true = values.reshape(len(points), -1)[:, place]
        found = np.broadcast_to(evaluate(answer[unknown], columns), true.shape)
        apart = np.abs(found - true) / np.ptp(true)
        worst = max(worst, float(np.max(np.where(np.isfinite(apart), apart, np.inf))))
    return worst


def _steps(formula: Expression) -> int:
    return sum(isinstance(one, Operator) and one.name in _STEPS for one in formula.tokens)


def _texts(solution: Solution) -> dict[str, str]:
    return {name: to_text(formula) for name, formula in solution.formulas.items()}


if __name__ == "__main__":
    sys.exit(main())
