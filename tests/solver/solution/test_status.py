"""A certificate decides on the status of an answer."""

import pytest

from symplex import Problem
from symplex.proof.answer import read_answer
from symplex.proof.verify import verify
from symplex.solver.solution.status import SolutionStatus, status_of

DECAY = Problem(["u_t = -u"], {"t": [0, 1]}, [("t = 0", "u = 1")])


@pytest.mark.parametrize(
    ("formula", "status"),
    [("exp(-t)", SolutionStatus.EXACT), ("1 - t", SolutionStatus.APPROXIMATE)],
)
def test_what_is_proved_is_exact_and_what_is_refuted_approximate(formula, status):
    assert status_of(verify(DECAY, read_answer(DECAY, formula))) is status
