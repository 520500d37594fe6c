"""Where the constants of proved answers come from: the equations themselves, or their digits.

    PYTHONPATH=src python benchmarks/constants.py [--problems GLOB] [--time-limit 20]

Runs the bundled problems, the handbook's among them, and prints for each how many constants of its
proved answer were solved for by algebra and how many were recognised by their digits.
"""

import argparse
from fnmatch import fnmatch

from symplex.notation.problem_files import bundled, bundled_names
from symplex.problem import Problem
from symplex.propose.candidates.settings import RECIPES
from symplex.propose.textbook.catalogue import METHODS
from symplex.solver.polish.polish import Polished
from symplex.solver.search.state import RunOptions
from symplex.solver.solution.approximating import Plan
from symplex.solver.solution.course import Course
from symplex.work.clock import Deadline


def main() -> None:
    """Run the problems and print the counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--problems", default="*", metavar="GLOB")
    parser.add_argument("--time-limit", type=float, default=20.0, metavar="SECONDS")
    options = parser.parse_args()
    proved = 0
    by_algebra = by_digits = 0
    for name in bundled_names():
        if not fnmatch(name, options.problems):
            continue
        answer = proved_answer(bundled(name), options.time_limit)
        if answer is None:
            print(f"{name:<34} not proved", flush=True)
            continue
        proved += 1
        by_algebra += answer.by_algebra
        by_digits += answer.by_digits
        print(
            f"{name:<34} by algebra {answer.by_algebra}, by digits {answer.by_digits}", flush=True
        )
    print(f"{proved} proved: {by_algebra} constants by algebra, {by_digits} by their digits")


def proved_answer(problem: Problem, seconds: float) -> Polished | None:
    """The first answer that a run proves."""
    options = RunOptions(seed=0, deadline=Deadline(seconds), threads=2)
    course = Course(problem, Plan(RECIPES["default"], options, METHODS))
    for polished in course.attempts():
        if polished is not None and polished.certificate.is_exact:
            return polished
    return None


if __name__ == "__main__":
    main()
