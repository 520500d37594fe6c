"""Every truth of the two answers files satisfies its own statement, to rounding error."""

import pytest

from support.cases import cases
from support.residuals import residual

CASES = cases()


@pytest.mark.parametrize("name", CASES)
def test_the_truth_satisfies_the_statement(name: str) -> None:
    case = CASES[name]
    for equation in case.problem.all_equations:
        found = residual(case.problem, equation, case.truth)
        if not case.beyond:
            assert found < 1e-11, equation.text


def test_the_collection_is_large() -> None:
    assert len(CASES) >= 14 + 20
