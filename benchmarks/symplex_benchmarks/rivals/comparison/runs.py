"""Many runs, one after another: rows that are kept as they come, and not made twice."""

from collections.abc import Iterator, Mapping, Sequence

from symplex.app.spread.rows import RowWriter
from symplex.notation.problem_files import load
from symplex.problem import Problem
from symplex_benchmarks.rivals.comparison.rows import Course, Row, compared
from symplex_benchmarks.rivals.comparison.truth import Truth, reference_truth, stated_truth

Texts = Mapping[str, Mapping[str, str]]


def truth_of(problem: Problem, truths: Texts) -> Truth | None:
    """What the answers to a problem are measured against."""
    texts = truths.get(problem.name)
    return reference_truth(problem) if texts is None else stated_truth(problem, texts)


def rows_of(courses: Sequence[Course], truths: Texts, kept: RowWriter) -> Iterator[Row]:
    """The row of every course in order; those that are kept already are not made again."""
    known: dict[str, tuple[Problem, Truth | None]] = {}
    for course in courses:
        if course.task not in kept.rows:
            if course.source not in known:
                problem = load(course.source)
                known[course.source] = problem, truth_of(problem, truths)
            kept.append(course.task, compared(course, *known[course.source]))
        yield kept.rows[course.task]
