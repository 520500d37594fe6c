"""`symplex runs` and `symplex show`: what is told of kept runs."""

import json
import shutil

import pytest

from support.running import UNSOLVABLE
from symplex.app.cli.main import main
from symplex.app.cli.runs import state_of
from symplex.work.runs.folder import RunFolder, read_run
from symplex.work.runs.manifest import NAME
from symplex.work.runs.places import runs_home
from symplex.work.runs.sealing import sealed, unsealed


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
    assert "\nu = abs(x) + t/2\n" in shown.out
    assert "symplex: the run is not being saved:" in shown.err


def test_options_that_are_refused_leave_no_run(home, tmp_path, capsys):
    assert main(["solve", "heat", "--recipe", "papr", "--output", str(tmp_path / "run")]) == 2
    assert not (tmp_path / "run").exists()
    assert main(["solve", "heat", "--output", str(tmp_path / "run"), "--no-save"]) == 2
    assert "cannot both be given" in capsys.readouterr().err


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A run that has ended."""
    home = tmp_path_factory.mktemp("made")
    path = home / "unsolvable.toml"
    path.write_text(UNSOLVABLE)
    command = ["solve", str(path), "--quiet", "--max-candidates", "600", "--seed", "3"]
    assert main([*command, "--output", str(home / "run")]) == 1
    return home / "run"


@pytest.fixture
def folder(made, tmp_path):
    """A copy of it."""
    return shutil.copytree(made, tmp_path / "run")


def test_the_page_has_problem_settings_progress_front_and_certificate(folder, capsys):
    assert main(["show", str(folder)]) == 0
    page = capsys.readouterr().out
    assert page.startswith("Problem   unsolvable\n")
    assert "approximate; begun 20" in page
    assert "seed 3, time_limit 300.0, recipe default, max_candidates 600" in page
    assert "  started\n" in page
    assert "approximate (level: " in page
    assert "approximations by size, errors as they were saved:" in page
    assert "candidate limit: " in page
    assert "\norigin of the answer: " in page
    assert "\ncandidates by origin: " in page


def test_a_program_gets_all_of_it(folder, capsys):
    assert main(["show", str(folder), "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["problem"]["text"] == UNSOLVABLE
    assert shown["settings"]["seed"] == 3
    first, *findings, last = (event["event"] for event in shown["events"])
    assert (first, last) == ("started", "ended")
    assert set(findings) <= {"finding"}  # on a slow machine
    assert shown["solution"]["status"] == shown["state"] == "approximate"
    assert shown["faults"] == []
    counts = shown["solution"]["candidates_by_origin"]
    assert sum(counts.values()) == shown["solution"]["candidates"]


def test_damage_is_shown_and_what_the_journal_holds_stands_in(folder, capsys):
    path = folder / "solution.json"
    path.write_text(path.read_text().replace("approximate", "exact"))
    assert main(["show", str(folder)]) == 0
    page = capsys.readouterr().out
    assert "damaged: solution.json is damaged: its checksum differs" in page
    assert "approximate; begun 20" in page


@pytest.mark.parametrize("options", [[], ["--json"]])
@pytest.mark.parametrize("command", ["show", "resume", "verify"])
def test_a_run_with_two_problems_is_refused(folder, capsys, command, options):
    path = folder / NAME
    content = unsealed(path.read_text().removesuffix("\n"), 1)
    content["problem"]["text"] = UNSOLVABLE.replace("u_xx", "2*u_xx")
    path.write_text(sealed(content, 1) + "\n")
    assert main([command, str(folder), *options]) == 2
    shown = capsys.readouterr()
    assert not shown.out
    assert "the problem file in its run.json is another problem" in shown.err
