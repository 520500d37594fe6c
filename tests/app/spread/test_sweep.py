"""Many searches at once: their rows, their work and where they are kept."""

import json
import os
import resource
import signal
import sys
from dataclasses import replace

import pytest

from support.archipelago import RAMP
from support.tasks import add, die_always, die_once, fail, refuse, slow
from symplex.app.spread.places import place, threads
from symplex.app.spread.rows import NoFile, RowFile
from symplex.app.spread.sweep import LOST, row_of, runs_of, summary, sweep, task_name
from symplex.app.spread.work import ATTEMPTS, Here, LostTask, Processes, Task, accepted, done
from symplex.codes import RunCode
from symplex.errors import SettingsError
from symplex.problem import Problem
from symplex.problem.transport import to_data
from symplex.reasons import Reason
from symplex.sentences import sentence
from symplex.solver.solution.choices import Choices

# A sweep has a row for each run, each once, also when it was stopped in the middle.

LINE = Problem(["u_x = 3"], {"x": [0, 1]}, [("x = 0", "u = 0")])
PROBLEMS = {"ramp": RAMP, "line": LINE}
CHOICES = Choices(seed=4, time_limit=999)

LOST_WHY = Reason(RunCode.ISLAND_DIED)


class Counting:
    """Here, with a count of what was done; it may stop or lose tasks."""

    where = "a test"

    def __init__(self, stop=99, lose=()):
        self.done: list[tuple[str, int]] = []
        self.stop, self.lose = stop, lose

    def results(self, work, shared, tasks):
        for index, task in enumerate(tasks):
            if len(self.done) == self.stop:
                raise KeyboardInterrupt
            self.done.append((task.own.problem, task.own.choices.seed))
            if task.own.problem in self.lose:
                yield index, LostTask(LOST_WHY)
            else:
                yield index, work(shared[task.shared], task.own)


def test_there_is_a_run_for_each_problem_and_seed():
    runs = runs_of(["ramp", "line", "ramp"], CHOICES, 2, threads=2)
    assert [(run.problem, run.choices.seed, run.threads) for run in runs] == [
        ("ramp", 4, 2),
        ("ramp", 5, 2),
        ("line", 4, 2),
        ("line", 5, 2),
    ]
    with pytest.raises(SettingsError, match="--seeds must be at least 1, found 0"):
        runs_of(["ramp"], CHOICES, 0)


def test_rows_tell_what_was_found():
    rows = list(sweep(PROBLEMS, runs_of(list(PROBLEMS), CHOICES, 1), Here(), NoFile()))
    assert [(row["problem"], row["seed"], row["status"]) for row in rows] == [
        ("ramp", 4, "exact"),
        ("line", 4, "exact"),
    ]
    assert rows[1]["solution"] == {"u": "3*x"}
    assert rows[1]["certificate"]["level"] == "symbolic"
    assert summary(rows) == {"exact": 2}


def test_a_sweep_that_was_stopped_continues_where_it_was(tmp_path):
    runs, file = runs_of(list(PROBLEMS), CHOICES, 2), tmp_path / "rows.jsonl"
    with pytest.raises(KeyboardInterrupt):
        list(sweep(PROBLEMS, runs, Counting(stop=3), RowFile(file)))
    second = Counting()
    rows = list(sweep(PROBLEMS, runs, second, RowFile(file)))
    assert second.done == [("line", 5)]
    assert len({row["task"] for row in rows}) == len(rows) == 4
    assert len(file.read_text(encoding="utf-8").splitlines()) == 4


def test_a_run_that_is_lost_has_a_row_that_says_so():
    place = Counting(lose=("line",))
    rows = list(sweep(PROBLEMS, runs_of(list(PROBLEMS), CHOICES, 1), place, NoFile()))
    assert (rows[1]["status"], rows[1]["notes"]) == (LOST, [sentence(LOST_WHY)])
    assert summary(rows) == {"exact": 1, "lost": 1}


def test_a_task_is_told_from_others_by_all_that_its_row_depends_on():
    (run,) = runs_of(["ramp"], replace(CHOICES, operators={"sin": True, "abs": False}), 1)
    other = replace(run.choices, operators={"abs": False, "sin": True})
    name = task_name(to_data(RAMP), run)
    assert name == task_name(to_data(RAMP), replace(run, choices=other, threads=7))
    changed = {
        task_name(to_data(LINE), run),
        task_name(to_data(RAMP), replace(run, version="9")),
        *(
            task_name(to_data(RAMP), replace(run, choices=replace(run.choices, **change)))
            for change in (
                {"seed": 5},
                {"time_limit": 31.0},
                {"recipe": "paper"},
                {"without": ("lm",)},
                {"operators": None},
                {"hint": ("x",)},
            )
        ),
    }
    assert len({name, *changed}) == 9


def test_an_interrupt_is_no_row(monkeypatch):
    (run,) = runs_of(["ramp"], CHOICES, 1)

    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("symplex.solver.solution.course.Course.attempts", interrupted)
    with pytest.raises(KeyboardInterrupt):
        row_of(to_data(RAMP), run)


# Rows outlive a crash, and a file that holds something else is left alone.


def test_rows_are_there_again_when_the_file_is_opened_again(tmp_path):
    file = tmp_path / "rows.jsonl"
    first = RowFile(file)
    first.append("a", {"seed": 1, "text": "ψ"})
    first.append("b", {"seed": 2})
    assert file.read_text(encoding="utf-8").count("\n") == 2
    second = RowFile(file)
    assert second.rows == {
        "a": {"task": "a", "seed": 1, "text": "ψ"},
        "b": {"task": "b", "seed": 2},
    }
    second.append("c", {})
    assert list(RowFile(file).rows) == ["a", "b", "c"]


def test_a_torn_row_is_cut_off_wherever_it_was_torn(tmp_path):
    whole = b'{"task": "a", "seed": 1}\n'
    torn = b'{"task": "b", "seed": 2}'
    for length in range(len(torn) + 1):
        file = tmp_path / f"{length}.jsonl"
        file.write_bytes(whole + torn[:length])
        rows = RowFile(file)
        assert list(rows.rows) == ["a"]
        rows.append("b", {"seed": 3})
        lines = file.read_text(encoding="utf-8").splitlines()
        assert [json.loads(line)["seed"] for line in lines] == [1, 3]


@pytest.mark.parametrize(
    "content", [b"equations = []\n", b"text without an end", b"[1]\n", b'{"task": "a"\n', b"\n"]
)
def test_a_file_that_holds_something_else_is_left_as_it_is(tmp_path, content):
    file = tmp_path / "mine.toml"
    file.write_bytes(content)
    with pytest.raises(SettingsError, match="expected the rows of a sweep"):
        RowFile(file)
    assert file.read_bytes() == content


def test_a_file_that_cannot_be_written_is_refused(tmp_path):
    with pytest.raises(SettingsError, match="cannot be written"):
        RowFile(tmp_path / "none" / "rows.jsonl")


def test_a_row_that_finds_no_room_leaves_nothing_behind(tmp_path):
    file = tmp_path / "rows.jsonl"
    rows = RowFile(file)
    rows.append("a", {})
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, before[1]))
        with pytest.raises(SettingsError, match="cannot be written: File too large"):
            rows.append("b", {"text": "x" * 200})
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
    assert list(rows.rows) == list(RowFile(file).rows) == ["a"]
    rows.append("c", {})
    assert list(RowFile(file).rows) == ["a", "c"]


def test_without_a_file_rows_are_remembered():
    rows = NoFile()
    rows.append("a", {"seed": 1})
    assert rows.rows == {"a": {"task": "a", "seed": 1}}


# Tasks and where they are done: every one has one result, whatever is lost.

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
    assert found[1] == LostTask(Reason(RunCode.ISLAND_FAILED, error="ZeroDivisionError('oh')"))
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
    assert dict(found)[1] == LostTask(Reason(RunCode.TASK_DIED, times=ATTEMPTS))


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


# Which place a user means.


def test_one_job_is_done_here_and_several_in_processes():
    with place(1, None) as one, place(2, None) as two:
        assert isinstance(one, Here)
        assert isinstance(two, Processes)
    with pytest.raises(SettingsError, match="--jobs must be at least 1"), place(0, None):
        pass


def test_searches_side_by_side_have_one_thread():
    assert [threads(1, None), threads(2, None), threads(1, "auto")] == [2, 1, 1]


def test_without_ray_a_cluster_is_refused(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(SettingsError, match=r"pip install 'symplex\[cluster\]'"), place(1, "auto"):
        pass
