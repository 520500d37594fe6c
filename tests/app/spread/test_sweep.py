"""A sweep has a row for each run, each once, also when it was stopped in the middle."""

from dataclasses import replace

import pytest

from support.archipelago import RAMP
from symplex.app.spread.rows import NoFile, RowFile
from symplex.app.spread.sweep import LOST, row_of, runs_of, summary, sweep, task_name
from symplex.app.spread.work import Here, LostTask
from symplex.errors import SettingsError
from symplex.problem import Problem
from symplex.problem.transport import to_data
from symplex.reasons import Code, Reason
from symplex.sentences import sentence
from symplex.solver.solution.choices import Choices

LINE = Problem(["u_x = 3"], {"x": [0, 1]}, [("x = 0", "u = 0")])
PROBLEMS = {"ramp": RAMP, "line": LINE}
CHOICES = Choices(seed=4, time_limit=999)

LOST_WHY = Reason(Code.ISLAND_DIED)


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
