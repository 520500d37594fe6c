"""`--device` of the commands that make many runs: what arrives, and a device that is not there."""

import argparse

import pytest

from symplex.app.cli.main import main
from symplex_benchmarks.commands import compare
from symplex_benchmarks.rivals.comparison.rows import Course
from symplex_benchmarks.rivals.paper import make

_RUNNING = {
    "compare": ["compare", "heat", "--methods", "symplex"],
    "paper": ["paper", "table-solvers"],
    "bench paper": ["bench", "paper"],
    "bench ablation": ["bench", "ablation", "--policies"],
    "bench handbook": ["bench", "handbook"],
    "bench islands": ["bench", "islands"],
}


@pytest.mark.parametrize("command", _RUNNING)
@pytest.mark.parametrize("device", ["cuda", "tpu"])
def test_a_device_that_is_not_there_is_one_sentence(command, device, capsys, monkeypatch, tmp_path):
    monkeypatch.setattr("symplex.numerics.evaluation.engines.cuda_library.NAME", "_nothing.so")
    monkeypatch.setattr("symplex_benchmarks.bench._runs._arriving", None)  # nothing may be run
    monkeypatch.setattr("symplex_benchmarks.rivals.comparison.runs.compared", None)
    output = ["--output", str(tmp_path / "made")] if command == "paper" else []
    assert main([*_RUNNING[command], *output, "--device", device]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert len(shown.err.splitlines()) == 1
    assert "use --device cpu" in shown.err or "'tpu'" in shown.err
    assert not (tmp_path / "made").exists()


@pytest.fixture
def has_gpu(monkeypatch):
    monkeypatch.setattr("symplex.numerics.evaluation.evaluator.require_device", lambda _: None)


@pytest.mark.usefixtures("has_gpu")
def test_compare_tells_its_runs_the_device():
    parser = argparse.ArgumentParser()
    compare.configure(parser)
    given = parser.parse_args(["heat", "--methods", "symplex,weno", "--device", "cuda"])
    ours, weno = compare._courses(given)
    assert (ours.limits.device, ours.device, weno.device) == ("cuda", "cuda", "cpu")
    # A run on another device is another run, where the method can choose.
    assert "on cuda" in ours.task
    assert "on cuda" not in weno.task


@pytest.mark.usefixtures("has_gpu")
def test_paper_tells_its_runs_the_device(monkeypatch, tmp_path):
    courses_run: list[Course] = []

    def rows_of(courses, truths, kept):
        courses_run.extend(courses)
        yield from ()

    monkeypatch.setattr(make, "rows_of", rows_of)
    monkeypatch.setattr(make.tables, "recoveries", lambda *_: None)
    monkeypatch.setattr(make.Workshop, "write", lambda *_: [])
    arguments = ["paper", "table-smooth", "--quick", "--output", str(tmp_path)]
    assert main([*arguments, "--device", "cuda"]) == 0
    assert {course.limits.device for course in courses_run} == {"cuda"}
    assert {course.device for course in courses_run if course.method == "symplex"} == {"cuda"}
