import shutil

import pytest

from symplex.app.cli.main import main
from symplex.app.cli.runs import state_of
from symplex.work.runs.folder import RunFolder, read_run
from symplex.work.runs.places import runs_home


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "symplex" / "runs"


def test_runs_are_kept_unless_told_otherwise_and_listed_with_their_best(home, capsys):
    assert main(["runs"]) == 0
    assert capsys.readouterr().out == f"no runs in {home}\n"
    assert main(["solve", "hj-concave", "--quiet", "--no-save"]) == 0
    assert not home.exists()
    assert main(["solve", "hj-concave", "--quiet"]) == 0
    capsys.readouterr()
    (folder,) = home.iterdir()
    assert main(["runs"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("exact ")
    assert first.endswith("hj-concave: u = abs(x) + t/2")
    assert second.strip() == str(folder)
    assert main(["runs", str(home)]) == 0
    assert capsys.readouterr().out.splitlines()[1] == second


def test_a_run_that_goes_on_that_was_killed_or_that_crashed_says_so(home, capsys):
    main(["solve", "hj-concave", "--quiet"])
    (folder,) = home.iterdir()
    used = RunFolder.opened(folder)
    assert state_of(read_run(folder)) == "running"
    used.lock.release()
    lines = (folder / "events.jsonl").read_bytes().splitlines(keepends=True)
    (folder / "events.jsonl").write_bytes(lines[0])
    assert state_of(read_run(folder)) == "stopped"
    (folder / "crash.txt").write_text("Fatal Python error: Segmentation fault\n")
    assert state_of(read_run(folder)) == "crashed"
    capsys.readouterr()
    main(["runs"])
    assert capsys.readouterr().out.startswith("crashed ")


def test_a_damaged_run_does_not_hide_the_others(home, capsys):
    main(["solve", "hj-concave", "--quiet"])
    (folder,) = home.iterdir()
    shutil.copytree(folder, home / "0-damaged")
    (home / "0-damaged" / "run.json").write_text("{}")
    capsys.readouterr()
    assert main(["runs"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[::2]] == ["exact", "damaged"]


def test_a_state_folder_that_cannot_be_written_costs_no_answer(home, capsys):
    home.parent.mkdir()
    home.write_text("a file")
    assert runs_home() == home
    assert main(["solve", "hj-concave", "--quiet"]) == 0
    shown = capsys.readouterr()
    assert shown.out.startswith("u = abs(x) + t/2\n")
    assert "symplex: the run is not being saved:" in shown.err


def test_options_that_are_refused_leave_no_run(home, tmp_path, capsys):
    assert main(["solve", "heat", "--recipe", "papr", "--output", str(tmp_path / "run")]) == 2
    assert not (tmp_path / "run").exists()
    assert main(["solve", "heat", "--output", str(tmp_path / "run"), "--no-save"]) == 2
    assert "cannot both be given" in capsys.readouterr().err
