"""Every truth of the two answers files satisfies its own statement, to rounding error."""

from functools import reduce

import numpy as np
import pytest

from near_misses.cases import Case, load
from symplex.expression.calculus import differentiate
from symplex.expression.evaluate import evaluate
from symplex.problem.sampling import draw

CASES = load()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_truth_satisfies_the_statement(case: Case) -> None:
    for equation in case.problem.all_equations:
        points = draw(case.problem, equation.region, seed=3)
        inputs = {name: points[name] for name in (*case.problem.domain, *case.problem.parameters)}
        jets = {
            d: evaluate(reduce(differentiate, d.by, case.truth[d.of]), inputs)
            for d in equation.derivatives
        }
        left = evaluate(equation.left, {**inputs, **jets})
        right = evaluate(equation.right, {**inputs, **jets})
        scale = 1 + max(np.abs(value).max() for value in (left, right, *jets.values()))
        if not case.beyond:
            assert np.abs(left - right).max() < 1e-11 * scale, equation.text


def test_the_collection_is_large_and_named_after_its_files() -> None:
    assert len(CASES) >= 14 + 20
    assert len({case.name for case in CASES}) == len(CASES)
