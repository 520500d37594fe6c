"""What solve and resume share, when something goes wrong on the way."""

import shutil
import threading

import pytest

from symplex.app.cli.main import main
from symplex.work.runs.folder import read_run


def test_an_interrupt_before_the_search_is_saved_as_such(tmp_path, monkeypatch, capsys):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("symplex.solver.solution.solve.solve", interrupted)
    folder = tmp_path / "run"
    assert main(["solve", "heat", "--output", str(folder)]) == 130
    shown = capsys.readouterr()
    assert shown.out.startswith("no formula found")
    assert f"'symplex resume {folder}' continues this run" in shown.err
    assert read_run(folder).solution["stop_reason"] == "interrupted"


def test_a_folder_that_is_deleted_while_it_runs_costs_no_answer(tmp_path, monkeypatch, capsys):
    from symplex.solver.solution.solve import solve

    def deleting(*given, record, **more):
        record._writer.do(lambda: shutil.rmtree(record.path))
        return solve(*given, record=record, **more)

    monkeypatch.setattr("symplex.solver.solution.solve.solve", deleting)
    assert main(["solve", "hj-concave", "--quiet", "--output", str(tmp_path / "run")]) == 0
    shown = capsys.readouterr()
    assert "\nu = abs(x) + t/2\n" in shown.out
    assert shown.err.count("the run is not being saved: No such file or directory") == 1


def test_a_run_out_of_memory_keeps_what_it_has_and_says_so(tmp_path, monkeypatch, capsys):
    from symplex.solver.solution.course import Course

    def attempts(self):
        yield None
        raise MemoryError

    monkeypatch.setattr(Course, "attempts", attempts)
    folder = tmp_path / "run"
    assert main(["solve", "hj-concave", "--output", str(folder)]) == 1
    shown = capsys.readouterr()
    assert "out of memory: 0 candidates" in shown.out
    assert f"'symplex resume {folder}' continues this run" in shown.err
    monkeypatch.undo()
    assert main(["resume", str(folder), "--quiet"]) == 0


def test_an_unforeseen_error_frees_the_folder(tmp_path, monkeypatch):
    def broken(*_, **__):
        raise ZeroDivisionError

    monkeypatch.setattr("symplex.solver.solution.solve.solve", broken)
    before = threading.active_count()
    with pytest.raises(ZeroDivisionError):
        main(["solve", "heat", "--quiet", "--output", str(tmp_path / "run")])
    assert threading.active_count() == before
    monkeypatch.undo()
    assert main(["resume", str(tmp_path / "run"), "--quiet"]) == 0
