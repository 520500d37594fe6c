"""A run that was killed or interrupted goes on as if nothing had happened."""

import json
import shutil
import signal

import pytest

from support.clocks import a_second_for_each_report
from support.running import UNSOLVABLE, are_gone, children, started, wait_for
from symplex.app.cli.main import main
from symplex.work.runs.folder import RunFolder, read_run

LIMITED = ["--max-candidates", "3500", "--seed", "1", "--checkpoint-every", "0.01"]


@pytest.fixture(scope="module")
def statement(tmp_path_factory):
    path = tmp_path_factory.mktemp("problem") / "unsolvable.toml"
    path.write_text(UNSOLVABLE)
    return str(path)


@pytest.fixture(scope="module")
def whole(statement, tmp_path_factory):
    """The answer of a run that was not stopped, without what clocks say."""
    folder = tmp_path_factory.mktemp("whole") / "run"
    assert main(["solve", statement, "--quiet", "--output", str(folder), *LIMITED]) == 1
    return timeless(folder)


def timeless(folder):
    solution = read_run(folder).solution
    assert solution is not None
    return {**solution, "seconds": 0}


@pytest.mark.parametrize(
    "how", [signal.SIGKILL, pytest.param(signal.SIGTERM, marks=pytest.mark.slow)]
)
def test_a_run_that_was_stopped_goes_on(statement, whole, tmp_path, how, capsys):
    folder = tmp_path / "run"
    with started("solve", statement, "--output", str(folder), *LIMITED) as process:
        wait_for(folder / "checkpoint-*", count=2)  # the second may be gone when we look
        below = children(process.pid)
        assert below  # the process that proves
        process.send_signal(how)
        out, err = process.communicate(timeout=120)
    assert are_gone(below)
    assert "Traceback" not in err
    if how is signal.SIGTERM:
        assert process.returncode == 130
        assert "approximations by size" in out
        assert f"'symplex resume {folder}' continues this run" in err
        assert read_run(folder).solution["stop_reason"] == "interrupted"
    else:
        assert process.returncode == -signal.SIGKILL
    moved = tmp_path / "moved"
    folder.rename(moved)
    assert main(["resume", str(moved), "--json", "--quiet"]) == 1
    shown = json.loads(capsys.readouterr().out)
    assert {**shown, "seconds": 0} == whole
    assert timeless(moved) == whole


def test_a_run_with_a_proof_shows_it(tmp_path, capsys):
    folder = str(tmp_path / "run")
    assert main(["solve", "hj-concave", "--quiet", "--output", folder]) == 0
    page = capsys.readouterr().out
    saved = tmp_path / "run" / "solution.json"
    before = saved.read_bytes()
    saved.unlink()  # it was killed after the last line of the journal
    assert main(["resume", folder, "--quiet"]) == 0
    assert capsys.readouterr().out == page
    assert saved.read_bytes() == before
    assert main(["solve", "hj-concave", "--quiet", "--output", folder]) == 2
    assert "holds a run already; 'symplex resume" in capsys.readouterr().err


def test_a_run_that_ended_by_the_clock_wants_more_time(statement, tmp_path, capsys, monkeypatch):
    a_second_for_each_report(monkeypatch)
    folder = str(tmp_path / "run")
    command = ["solve", statement, "--time-limit", "1", "--output", folder]
    assert main(command) == 1
    assert "--time-limit SECONDS' continues this run" in capsys.readouterr().err
    assert main(["resume", folder]) == 2
    assert "has used up its 1.0 s; --time-limit SECONDS" in capsys.readouterr().err
    assert main(["resume", folder, "--time-limit", "3", "--quiet"]) == 1
    assert json.loads((tmp_path / "run" / "solution.json").read_text())["seconds"] >= 3


def test_a_run_in_use_is_refused_at_once(statement, tmp_path, capsys):
    folder = tmp_path / "run"
    main(["solve", statement, "--quiet", "--output", str(folder), "--max-candidates", "100"])
    used = RunFolder.opened(folder)
    capsys.readouterr()
    assert main(["resume", str(folder)]) == 2
    assert "is in use by process" in capsys.readouterr().err
    used.lock.release()


def test_damage_is_said_and_survived(statement, whole, tmp_path, capsys):
    folder = tmp_path / "run"
    main(["solve", statement, "--quiet", "--output", str(folder), *LIMITED])
    (folder / "solution.json").unlink()
    latest = sorted(folder.glob("checkpoint-*"))[-1]
    latest.write_bytes(latest.read_bytes()[:-1])
    with (folder / "events.jsonl").open("ab") as file:
        file.write(b'{"n":')
    capsys.readouterr()
    assert main(["resume", str(folder), "--quiet"]) == 1
    said = capsys.readouterr().err
    assert f"{latest.name} is damaged: its checksum differs; the one before it is used" in said
    assert "a torn last line was cut off" in said
    assert timeless(folder) == whole


@pytest.mark.parametrize("missing", ["run.json", "all"])
def test_what_is_no_run_is_one_sentence(tmp_path, capsys, missing):
    folder = tmp_path / "run"
    main(["solve", "hj-concave", "--quiet", "--output", str(folder)])
    capsys.readouterr()
    shutil.rmtree(folder) if missing == "all" else (folder / missing).unlink()
    for command in ("resume", "show"):
        assert main([command, str(folder)]) == 2
        shown = capsys.readouterr()
        assert shown.out == ""
        assert "holds no run" in shown.err
        assert shown.err.count("\n") == 1
