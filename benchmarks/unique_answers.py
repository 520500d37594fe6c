"""Which certificates say that the answer is the only one, and by which theorem.

    PYTHONPATH=src python benchmarks/unique_answers.py [--problems GLOB] [--silent]

For the true solutions of the paper's problems and of the handbook's: a line for each theorem with
how many certificates name it. `--silent` lists the problems whose certificates say nothing.
"""

import argparse
from collections import Counter
from pathlib import Path

from symplex.bench._references import ReferenceProblem, reference_problems
from symplex.budget import Limits
from symplex.errors import SettingsError
from symplex.problem import load
from symplex.proof.answer import read_formulas
from symplex.proof.here import verify_here
from symplex.proof.uniqueness.uniqueness import MANY, ONLY

FOLDERS = {"the paper's": ".", "the handbook's": "handbook"}
SECONDS = 60.0
OPEN, SILENT, UNPROVED = "said to have others", "nothing is said", "not proved"


def main() -> None:
    """Count, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--problems", default="*", metavar="GLOB")
    parser.add_argument("--silent", action="store_true", help="list those that say nothing")
    options = parser.parse_args()
    counts = {label: Counter[str]() for label in FOLDERS}
    silent: list[str] = []
    for label, folder in FOLDERS.items():
        for one in problems(folder, options.problems):
            said = verdict(one)
            counts[label][said] += 1
            silent += [one.name] if said == SILENT else []
    print(table(counts))
    if options.silent:
        print("\n".join(["", *silent]))


def problems(folder: str, pattern: str) -> list[ReferenceProblem]:
    """The problems of a folder whose names match; none is no mistake."""
    try:
        return reference_problems(Path(__file__).parent / folder, pattern)
    except SettingsError:
        return []


def verdict(one: ReferenceProblem) -> str:
    """The theorem that a certificate names, or what it says instead."""
    problem = load(one.source)
    certificate = verify_here(problem, read_formulas(problem, one.solution), Limits(SECONDS))
    if not certificate.is_exact:
        return UNPROVED
    if certificate.uniqueness.startswith(ONLY):
        return certificate.uniqueness.rpartition(", by ")[2]
    return OPEN if certificate.uniqueness.startswith(MANY) else SILENT


def table(counts: dict[str, Counter[str]]) -> str:
    """A line for each theorem, the commonest first; then those that name none, and the sums."""
    every = sum(counts.values(), Counter[str]())
    rest = [row for row in (OPEN, SILENT, UNPROVED) if row in every]
    rows = [row for row, _ in every.most_common() if row not in rest]
    lines = [f"{'theorem':<44}" + "".join(f"{label:>16}" for label in counts)]
    lines += [f"{r:<44}" + "".join(f"{c[r]:>16}" for c in counts.values()) for r in (*rows, *rest)]
    unique = [sum(c[row] for row in rows) for c in counts.values()]
    totals = [f"{only} of {c.total()}" for only, c in zip(unique, counts.values(), strict=True)]
    return "\n".join([*lines, f"{'the only one':<44}" + "".join(f"{t:>16}" for t in totals)])


if __name__ == "__main__":
    main()
