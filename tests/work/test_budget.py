"""What a piece of work may cost."""

import math

import pytest

from support.clocks import clock_by_hand
from support.reasons import refused
from symplex.reasons import Code, Reason
from symplex.work.budget import Budget, Limits, OutOfBudget, Undecided
from symplex.work.clock import Deadline


def test_a_spent_budget_stops_the_work_and_says_so():
    with refused(Code.BUDGET_TIME):
        Budget(Deadline(0)).step()
    Budget(Deadline(60)).step()


def test_an_unlimited_budget_never_ends():
    budget = Budget.unlimited()
    budget.step()
    assert budget.deadline.left == math.inf


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
    whole = Budget(Deadline(), steps=10)
    part = whole.part(7)
    part.step(5)
    assert (part.steps, whole.steps) == (2, 5)
    whole.step(4)
    with pytest.raises(OutOfBudget):
        part.step(2)
    whole.deadline.seconds = 0
    assert part.is_spent


def test_what_comes_after_a_part_has_steps_of_its_own():
    whole = Budget.unlimited()
    part = whole.part(3).part(2)
    with pytest.raises(OutOfBudget):
        part.step(3)
    later = part.anew(5)
    later.step(5)
    assert later.whole is whole


def test_a_part_of_an_impatient_budget_is_impatient():
    assert not Budget(patient=False).part(5).patient


def test_a_certificate_ends_by_its_steps_and_not_by_the_clock():
    assert Limits().seconds == 60 == Budget().deadline.seconds
    assert Limits().steps == 250_000


def test_a_deadline_has_what_is_neither_passed_nor_kept(monkeypatch):
    hands = clock_by_hand(monkeypatch)
    deadline = Deadline(10.0)
    hands.time += 4.0
    deadline.kept = 1.0
    assert (deadline.passed, deadline.left) == (4.0, 5.0)
    assert deadline.share(0.5).seconds == 2.5
    assert deadline.share(0.5, least=3.0).seconds == 3.0
    hands.time += 5.0
    assert deadline.is_over


def test_a_suspended_deadline_has_no_end_and_then_what_was_left(monkeypatch):
    hands = clock_by_hand(monkeypatch)
    deadline = Deadline(10.0)
    with deadline.suspended(3.0):
        hands.time += 1_000.0
        assert deadline.left == math.inf
    assert deadline.left == 7.0
