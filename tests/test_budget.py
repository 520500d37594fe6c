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
    assert budget.left == math.inf == budget.for_question


def test_excused_time_is_not_counted():
    budget = Budget(seconds=0)
    budget.excuse(60)
    budget.check_deadline()
    assert budget.left > 50


def test_a_question_gets_no_more_than_what_is_left():
    assert Budget(seconds=100, question=4).for_question == 4
    assert Budget(seconds=1, question=4).for_question <= 1


def test_running_out_of_time_is_undecided():
    assert issubclass(OutOfTime, Undecided)
    assert OutOfTime("why").reason == "why"


def test_a_certificate_may_take_eight_seconds():
    assert Limits().seconds == 8 == Budget().seconds
