"""How many problems have a numerical reference, how far off it is, and how far it says it is.

    OPENBLAS_NUM_THREADS=1 PYTHONPATH=src python benchmarks/references.py [--problems GLOB]

For the bundled problems, the handbook's and the unseen ones, whose true solutions are known: a line
each, then a summary. An estimate is honest if it is at least a tenth of the true error.
"""

import argparse
import statistics
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import final

import numpy as np
from numpy.typing import NDArray

from symplex.errors import SettingsError
from symplex.expression.evaluate import evaluate
from symplex.expression.parse import parse
from symplex.notation.problem_files import load
from symplex.numerics.reference.reference import reference
from symplex.numerics.reference.result import NoReference, Reference
from symplex.problem import Problem
from symplex.sentences import sentence
from symplex.work.budget import Budget
from symplex.work.clock import Deadline
from symplex_benchmarks.bench._references import ReferenceProblem, reference_problems

FOLDERS = (".", "handbook", "unseen")
POINTS = 400
HONEST = 0.1


@final
@dataclass(frozen=True)
class Row:
    """What came of one problem."""

    name: str
    seconds: float
    method: str
    """Or why there is no reference."""
    estimate: float | None = None
    true: float = 0.0
    """Both beside the largest value of the solution; of the worst sample."""

    @property
    def ratio(self) -> float:
        """How much larger the estimate is than the true error."""
        return np.inf if self.estimate is None or not self.true else self.estimate / self.true

    def __str__(self) -> str:
        """A line of the table."""
        if self.estimate is None:
            return f"{self.name:<30}{self.seconds:6.2f} s  none: {self.method}"
        mark = "" if self.ratio >= HONEST else "  TOO LOW"
        return (
            f"{self.name:<30}{self.seconds:6.2f} s  estimate {self.estimate:7.1e}  "
            f"true {self.true:7.1e}  ratio {self.ratio:7.1e}  {self.method}{mark}"
        )


def main() -> None:
    """Measure, print a line for each problem, and sum up."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--problems", default="*", metavar="GLOB")
    parser.add_argument("--tolerance", type=float, default=1e-8)
    parser.add_argument("--limit", type=float, default=5.0, metavar="SECONDS")
    options = parser.parse_args()
    rows: list[Row] = []
    for one in chosen(options.problems):
        rows.append(measured(one, options.tolerance, options.limit))
        print(rows[-1], flush=True)
    print(summary(rows))


def chosen(pattern: str) -> list[ReferenceProblem]:
    """The problems of all folders whose names match."""
    found: list[ReferenceProblem] = []
    for folder in FOLDERS:
        try:
            found += reference_problems(Path(__file__).parent / folder, pattern)
        except SettingsError:
            continue
    return found


def measured(one: ReferenceProblem, tolerance: float, limit: float) -> Row:
    """The reference of a problem beside the truth."""
    problem = load(one.source)
    found = reference(problem, tolerance=tolerance, budget=Budget(Deadline(limit)))
    if isinstance(found, NoReference):
        return Row(one.name, found.seconds, sentence(found.reason))
    worst = min(
        (_compared(problem, one, found, index) for index in range(len(found.samples))),
        key=lambda pair: pair[0] / max(pair[1], 1e-300),
    )
    return Row(one.name, found.seconds, found.method, *worst)


def _compared(
    problem: Problem, one: ReferenceProblem, found: Reference, index: int
) -> tuple[float, float]:
    """The estimated and the true error of one sample."""
    sample = found.samples[index]
    random = np.random.default_rng(7)
    points = {name: random.uniform(*ends, POINTS) for name, ends in found.box.items()}
    truth = np.array(
        [_truth(problem, one.solution[u], points, index, found) for u in found.unknowns]
    )
    error = float(np.nanmax(np.abs(sample.values(points) - truth)))
    scale = float(np.nanmax(np.abs(truth))) or 1.0
    return sample.error / scale, error / scale


def _truth(
    problem: Problem,
    formula: str,
    points: dict[str, NDArray[np.float64]],
    index: int,
    found: Reference,
) -> NDArray[np.float64]:
    values = {**points, **found.samples[index].parameters}
    return np.broadcast_to(evaluate(parse(formula, problem.answer_scope), values), POINTS)


def summary(rows: Sequence[Row]) -> str:
    """The counts, the worst ratio and the median time, and the counts by method."""
    known = [row for row in rows if row.estimate is not None]
    methods = Counter(row.method for row in known)
    lines = [f"{len(known)} of {len(rows)} have a reference"]
    if known:
        lines.append(f"worst estimate/true: {min(row.ratio for row in known):.2g}")
        median = statistics.median(row.seconds for row in known)
        longest = max(row.seconds for row in known)
        lines.append(f"seconds with a reference: median {median:.2f}, longest {longest:.2f}")
    median = statistics.median(row.seconds for row in rows)
    lines.append(f"seconds of all: median {median:.2f}, longest {max(r.seconds for r in rows):.2f}")
    lines += [f"{count:4d} {method}" for method, count in methods.most_common()]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
