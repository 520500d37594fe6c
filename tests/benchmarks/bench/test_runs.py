"""Runs of many problems: references, rows, totals and tables."""

import argparse
import json
import signal
import time
from contextlib import contextmanager

import pytest
from rich.console import Console

from support.bench_rows import report, row
from support.folders import handbook
from support.running import are_gone, children, started
from symplex.app.cli.main import main
from symplex.errors import SettingsError
from symplex.solver.solution.solve import solve
from symplex_benchmarks.bench import _runs
from symplex_benchmarks.bench._references import read_toml, reference_problems
from symplex_benchmarks.bench._report import by_family
from symplex_benchmarks.bench._runs import summary
from symplex_benchmarks.bench._tables import family_table, problem_table

# Runs of many problems, and what their rows add up to.


def options(*arguments: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    _runs.configure(parser, seeds=2, time_limit=999)
    _runs.configure_recipe(parser)
    return parser.parse_args(arguments)


def test_there_is_a_task_for_each_problem_and_seed(tmp_path):
    problems = reference_problems(handbook(tmp_path) / "handbook")
    given = options("--first-seed", "5", "--without", "lifts,hold-out")
    found = _runs.tasks(problems, given, hints={"pair": ("v = x; w = 1 - x",)})
    assert [(task.problem.name, task.seed) for task in found][:3] == [
        ("line", 5),
        ("line", 6),
        ("pair", 5),
    ]
    assert {task.without for task in found} == {("lifts", "hold-out")}
    assert [task.hints for task in found][1:3] == [(), ("v = x; w = 1 - x",)]


@pytest.mark.parametrize("option", ["--seeds", "--jobs"])
def test_there_must_be_something_to_run(option):
    with pytest.raises(SettingsError, match=f"{option} must be at least 1, found 0"):
        _runs.tasks([], options(option, "0"))


def test_runs_side_by_side_have_a_thread_each():
    given = ([], ["--jobs", "2"], ["--jobs", "8"], ["--cluster", "auto"])
    assert [_runs.threads(options(*some)) for some in given] == [2, 1, 1, 1]


def test_rows_are_in_the_order_of_their_tasks_wherever_they_come_from(tmp_path, monkeypatch):
    problems = reference_problems(handbook(tmp_path) / "handbook")
    tasks = _runs.tasks(problems, options("--seeds", "1"))

    class Backwards:
        where = "a test"

        def results(self, work, shared, pieces):
            for index in reversed(range(len(pieces))):
                name = pieces[index].own.problem.name
                yield index, {**row(name), "row": name, "shared": pieces[index].shared}

    @contextmanager
    def place(*_):
        yield Backwards()

    monkeypatch.setattr("symplex.app.spread.places.place", place)
    rows = _runs.run_and_print(tasks, options(), _runs.KeptRows(None))
    assert [one["row"] for one in rows] == ["line", "pair", "curve"]
    assert [one["shared"] for one in rows] == [one.source for one in problems]


def test_a_run_that_is_kept_is_not_made_again(tmp_path, monkeypatch):
    problems = reference_problems(handbook(tmp_path) / "handbook")
    given = options("--seeds", "1", "--output", str(tmp_path / "rows.jsonl"))
    tasks = _runs.tasks(problems, given)
    first = _runs.run_and_print(tasks[:1], given, _runs.KeptRows(None))
    monkeypatch.setattr("symplex_benchmarks.bench._runs.solve", lambda *_, **__: 1 / 0)
    line, pair, _ = _runs.run_and_print(tasks, given, _runs.KeptRows(None))
    assert line == first[0]
    assert pair["status"] == "lost"
    other = options(
        "--seeds", "1", "--max-candidates", "5", "--output", str(tmp_path / "rows.jsonl")
    )
    (again,) = _runs.run_and_print(_runs.tasks(problems, other)[:1], other, _runs.KeptRows(None))
    assert again["status"] == "lost"  # another limit is another run, and lost runs are not kept
    assert len((tmp_path / "rows.jsonl").read_text().splitlines()) == 1


def test_the_device_arrives_where_runs_are_made(tmp_path, monkeypatch):
    problems = reference_problems(handbook(tmp_path) / "handbook", "line")
    monkeypatch.setattr("symplex_benchmarks.bench._runs.require_device", lambda _: None)
    arrived = []

    def solved(problem, **told):
        arrived.append(told["device"])
        return solve(problem, **{**told, "device": "cpu"})

    monkeypatch.setattr("symplex_benchmarks.bench._runs.solve", solved)
    given = options("--seeds", "1", "--device", "cuda")
    _runs.run_and_print(_runs.tasks(problems, given), given, _runs.KeptRows(None))
    assert arrived == ["cuda"]


def test_a_run_that_is_lost_has_a_row_and_nothing_is_proved(tmp_path, monkeypatch, capsys):
    problems = reference_problems(handbook(tmp_path) / "handbook", "line")

    def failing(*_, **__):
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("symplex_benchmarks.bench._runs.solve", failing)
    given = options("--seeds", "1")
    (found,) = _runs.run_and_print(_runs.tasks(problems, given), given, _runs.KeptRows(None))
    assert (found["status"], found["proved"], found["seconds"]) == ("lost", False, 999)
    assert found.keys() >= row("line").keys()
    assert "it failed with ZeroDivisionError" in capsys.readouterr().out
    assert _runs.summary([found])["proved"] == 0


def test_what_rows_add_up_to():
    rows = [row("a"), row("b", proved=False, other=True, srr=False, seconds=9.0), row("c")]
    found = _runs.summary(rows)
    assert (found["runs"], found["proved"], found["exact_but_different"]) == (3, 2, 1)
    assert (found["recovered"], found["median_seconds"]) == (2, 1.0)
    assert found["conjectured"] == 0
    more = [*rows, row("d", proved=False, status="conjectured")]
    assert (_runs.summary(more)["proved"], _runs.summary(more)["conjectured"]) == (2, 1)
    assert _runs.summary([])["median_seconds"] is None


def test_a_row_is_one_line_and_says_what_became_of_the_run():
    assert " proved " in _runs.line(row("a"))
    assert " DIFFERENT " in _runs.line(row("a", proved=False, other=True))
    assert " none " in _runs.line(row("a", proved=False, status="none"))
    assert " conjectured " in _runs.line(row("a", proved=False, status="conjectured"))


def test_rows_are_written_where_a_file_is_named(tmp_path):
    file = tmp_path / "rows.json"
    _runs.write(None, [row("a")], {})
    _runs.write(str(file), [row("a")], {"runs": 1}, made=[])
    assert json.loads(file.read_text(encoding="utf-8")) == {
        "made": [],
        "rows": [row("a")],
        "summary": {"runs": 1},
    }


def test_a_bench_that_is_ended_keeps_its_rows_and_leaves_no_process(tmp_path):
    file = tmp_path / "rows.json"
    suite = ["bench", "suite", str(handbook(tmp_path) / "handbook"), "--seeds", "300"]
    with started(*suite, "--jobs", "2", "--json", str(file)) as process:
        deadline = time.monotonic() + 120
        while not (file.exists() and json.loads(file.read_text())["rows"]):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        below = children(process.pid)
        assert len(below) >= 2
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=120)
    assert process.returncode == 130
    assert err == ""
    assert are_gone(below)
    kept = json.loads(file.read_text())
    assert 0 < len(kept["rows"]) == kept["summary"]["runs"] < 900
    assert kept["complete"] is False


def test_a_file_that_cannot_be_written_is_found_before_the_first_run(tmp_path, capsys):
    folder = str(handbook(tmp_path) / "handbook")
    assert main(["bench", "suite", folder, "--json", str(tmp_path / "none" / "x.json")]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "x.json: cannot be written: No such file or directory" in shown.err


def test_only_the_unknowns_of_a_problem_are_its_solution(tmp_path):
    line, pair, curve = reference_problems(handbook(tmp_path) / "handbook")
    assert [one.position for one in (line, pair, curve)] == [0, 1, 2]
    assert line.solution == {"u": "2*x"}
    assert pair.solution == {"v": "x", "w": "1 - x"}
    assert pair.equations == ("v_x = 1", "v + w = 1")
    assert (pair.family, pair.why) == ("pairs", "It is a pair.")
    assert (line.nonlinear, line.readable) == (False, True)
    assert (curve.nonlinear, curve.readable) == (True, False)


def test_patterns_keep_the_positions(tmp_path):
    (curve,) = reference_problems(handbook(tmp_path) / "handbook", "c*")
    assert (curve.name, curve.position) == ("curve", 2)


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        ('v = "x"', "'pair' lacks the true w; expected a formula in quotes"),
        ('v = 1\nw = ["x"]', "'pair' lacks the true v and w"),
    ],
)
def test_an_incomplete_solution_is_one_sentence(tmp_path, entry, sentence):
    folder = handbook(tmp_path) / "handbook"
    (folder / "answers.toml").write_text(f"[pair]\n{entry}\n", encoding="utf-8")
    with pytest.raises(SettingsError, match=sentence):
        reference_problems(folder)


def test_nothing_to_run_is_one_sentence(tmp_path):
    with pytest.raises(SettingsError, match="expected the true solutions in"):
        reference_problems(tmp_path)
    with pytest.raises(SettingsError, match="matches 'z\\*'"):
        reference_problems(handbook(tmp_path) / "handbook", "z*")


def test_the_first_of_a_folder(tmp_path):
    folder = handbook(tmp_path) / "handbook"
    assert [one.name for one in reference_problems(folder, first=2)] == ["line", "pair"]
    with pytest.raises(SettingsError, match="matches 'curve'"):
        reference_problems(folder, "curve", first=2)


def test_a_file_that_is_not_toml_is_one_sentence(tmp_path):
    (tmp_path / "answers.toml").write_text("[line", encoding="utf-8")
    with pytest.raises(SettingsError, match="is not a TOML file"):
        reference_problems(tmp_path)
    with pytest.raises(SettingsError, match="cannot be read"):
        read_toml(tmp_path)


# Rows with their totals.


def test_the_first_hundred_have_a_total_of_their_own(tmp_path, monkeypatch):
    monkeypatch.setattr("symplex_benchmarks.bench._report.FIRST", 2)
    totals = report(tmp_path, row("line"), row("curve", seconds=9.0)).totals()
    assert totals["the first 2"]["runs"] == 1
    assert totals["all"]["median_seconds_of_proved"] == 5


def test_a_report_is_cut_by_seeds_and_by_problems(tmp_path):
    whole = report(tmp_path, row("line"), row("pair", seed=2), row("curve", seed=1))
    assert whole.seeds == [0, 1, 2]
    assert [one["problem"] for one in whole.with_seeds([1, 2]).rows] == ["pair", "curve"]
    assert [one["problem"] for one in whole.of(whole.problems[:1])] == ["line"]
    assert {name: one["runs"] for name, one in whole.family_totals().items()} == {
        "lines": 2,
        "pairs": 1,
    }
    assert list(by_family(whole.problems)) == ["lines", "pairs"]


# The tables of benches.


def text(table) -> str:
    console = Console(width=120)
    with console.capture() as shown:
        console.print(table)
    return shown.get()


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.split("│")[1:-1]]


def test_a_line_for_each_problem_and_one_for_all():
    rows = [row("a"), row("b"), row("c", proved=False, status="conjectured")]
    lines = text(problem_table({"a": summary(rows[:1])}, summary(rows)))
    assert [cells(line) for line in lines.splitlines() if "│" in line] == [
        ["a", "1/1", "0", "0", "1/1", "1.00", "10"],
        ["all", "2/3", "0", "1", "3/3", "1.00", "10"],
    ]


def test_families_come_in_sections_and_a_missing_median_is_a_dash():
    unproved = summary([row("a", proved=False)])
    shown = text(family_table({"lines": unproved}, {"all": summary([row("b")])}))
    assert [cells(line) for line in shown.splitlines() if "│" in line] == [
        ["lines", "0/1", "0", "0", "–"],
        ["all", "1/1", "0", "0", "1.00"],
    ]
