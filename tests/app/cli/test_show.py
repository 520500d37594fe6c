import json

import pytest

from support.running import UNSOLVABLE
from symplex.app.cli.main import main
from symplex.work.runs.manifest import NAME
from symplex.work.runs.sealing import sealed, unsealed


@pytest.fixture
def folder(tmp_path, capsys):
    path = tmp_path / "unsolvable.toml"
    path.write_text(UNSOLVABLE)
    command = ["solve", str(path), "--quiet", "--max-candidates", "600", "--seed", "3"]
    assert main([*command, "--output", str(tmp_path / "run")]) == 1
    capsys.readouterr()
    return tmp_path / "run"


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
