"""What a piece of work may cost."""

import math

import pytest

from support.reasons import refused
from symplex.reasons import Code, Reason
from symplex.work.budget import Budget, Limits, OutOfBudget, Undecided


def test_a_spent_budget_stops_the_work_and_says_so():
    with refused(Code.BUDGET_TIME):
        Budget(seconds=0).step()
    Budget(seconds=60).step()


def test_an_unlimited_budget_never_ends():
    budget = Budget.unlimited()
    budget.step()
    assert budget.left == math.inf


def test_running_out_of_time_is_undecided():
    assert issubclass(OutOfBudget, Undecided)
    assert OutOfBudget(Code.BUDGET_STEPS).reason == Reason(Code.BUDGET_STEPS)


def test_steps_are_counted():
    budget = Budget(steps=3)
    budget.step()
    budget.step(2)
    assert not budget.is_spent
    with refused(Code.BUDGET_STEPS):
        budget.step()
    assert budget.is_spent


def test_operations_are_steps():
    budget = Budget(steps=1_000)
    budget.operations(10)
    budget.operations(1e7)
    assert budget.steps == 988


def test_a_part_spends_the_whole_and_has_its_clock():
    whole = Budget(math.inf, steps=10)
    part = whole.part(7)
    part.step(5)
    assert (part.steps, whole.steps) == (2, 5)
    whole.step(4)
    with pytest.raises(OutOfBudget):
        part.step(2)
    whole.seconds = 0
    assert part.is_spent
    assert part.left <= 0


def test_what_comes_after_a_part_has_steps_of_its_own():
    whole = Budget(math.inf)
    part = whole.part(3).part(2)
    with pytest.raises(OutOfBudget):
        part.step(3)
    later = part.anew(5)
    later.step(5)
    assert later.whole is whole


def test_a_part_of_an_impatient_budget_is_impatient():
    assert not Budget(patient=False).part(5).patient


def test_a_certificate_ends_by_its_steps_and_not_by_the_clock():
    assert Limits().seconds == 60 == Budget().seconds
    assert Limits().steps == 250_000
