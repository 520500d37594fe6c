"""Tasks and where they are done: every one has one result, whatever is lost."""

import os

import pytest

from support.tasks import add, die_always, die_once, fail, refuse, slow
from symplex.app.spread.work import ATTEMPTS, Here, LostTask, Processes, Task, accepted, done
from symplex.errors import SettingsError
from symplex.reasons import Code, Reason

TASKS = [Task("a" if own % 2 else "b", own) for own in range(5)]
SHARED = {"a": 100, "b": 200}


@pytest.mark.parametrize("place", [Here(), Processes(2)], ids=["here", "processes"])
def test_every_task_has_its_result(place):
    found = dict(place.results(add, SHARED, TASKS))
    assert {index: row["sum"] for index, row in found.items()} == {
        0: 200,
        1: 101,
        2: 202,
        3: 103,
        4: 204,
    }
    assert ({row["process"] for row in found.values()} == {os.getpid()}) == isinstance(place, Here)


@pytest.mark.parametrize("place", [Here(), Processes(2)], ids=["here", "processes"])
def test_a_failure_costs_its_own_task(place):
    found = dict(place.results(fail, SHARED, TASKS[:3]))
    assert found[1] == LostTask(Reason(Code.ISLAND_FAILED, error="ZeroDivisionError('oh')"))
    assert (found[0], found[2]) == ({"sum": 0}, {"sum": 2})


@pytest.mark.parametrize("place", [Here(), Processes(2)], ids=["here", "processes"])
def test_a_mistake_of_the_user_ends_everything(place):
    with pytest.raises(SettingsError, match="no such thing"):
        list(place.results(refuse, SHARED, TASKS))


def test_a_process_that_is_killed_costs_one_attempt(tmp_path):
    found = dict(Processes(2).results(die_once, {"a": str(tmp_path), "b": str(tmp_path)}, TASKS))
    assert found == {own: {"own": own} for own in range(5)}


def test_a_task_that_always_kills_its_process_is_given_up():
    found = list(Processes(2).results(die_always, SHARED, TASKS[:3]))
    assert len(found) == 3
    assert dict(found)[1] == LostTask(Reason(Code.TASK_DIED, times=ATTEMPTS))


def test_results_come_as_they_are_there(tmp_path):
    places = {"a": str(tmp_path), "b": str(tmp_path)}
    order = []
    for index, _ in Processes(2).results(slow, places, TASKS):
        order.append(index)
        (tmp_path / "taken").touch()
    assert sorted(order) == [0, 1, 2, 3, 4]
    assert order[0] != 0


def test_nothing_to_do_is_done():
    assert list(Processes(2).results(add, SHARED, [])) == []


def test_what_is_accepted():
    assert accepted({"a": 1}) == {"a": 1}
    assert done(add, 1, 2)["sum"] == 3
    assert isinstance(done(refuse, 1, 2), SettingsError)
    assert Processes(3).where == "1 machine, 3 processes"
