"""The clock of a certificate."""

import math

import pytest

from symplex.budget import Budget, Limits, OutOfTime, Undecided


def test_a_spent_budget_stops_the_work_and_says_so():
    with pytest.raises(OutOfTime, match="the time limit of 0 s was reached"):
        Budget(seconds=0).check_deadline()
    Budget(seconds=60).check_deadline()


def test_an_unlimited_budget_never_ends():
    budget = Budget.unlimited()
    budget.check_deadline()
    assert budget.left == math.inf


def test_running_out_of_time_is_undecided():
    assert issubclass(OutOfTime, Undecided)
    assert OutOfTime("why").reason == "why"


def test_a_certificate_may_take_eight_seconds():
    assert Limits().seconds == 8 == Budget().seconds


def test_an_impatient_budget_leaves_nothing_for_helpers():
    assert Budget(5.0).left_for_helpers > 4
    assert Budget(5.0, patient=False).left_for_helpers == 0
    assert Budget(5.0, patient=False).left > 4
