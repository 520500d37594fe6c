"""Every truth of the two answers files satisfies its own statement, to rounding error."""

import pytest

from near_misses.cases import Case, load
from support.residuals import residual

CASES = load()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_truth_satisfies_the_statement(case: Case) -> None:
    for equation in case.problem.all_equations:
        found = residual(case.problem, equation, case.truth)
        if not case.beyond:
            assert found < 1e-11, equation.text


def test_the_collection_is_large_and_named_after_its_files() -> None:
    assert len(CASES) >= 14 + 20
    assert len({case.name for case in CASES}) == len(CASES)
