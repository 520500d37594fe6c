"""Runs that are saved from Python: continued by the same call, refused to another."""

import pytest

import symplex
from symplex.app.cli.main import main
from symplex.errors import SettingsError
from symplex.propose.candidates.settings import DEFAULT
from symplex.work.runs.folder import read_run

PROBLEM = symplex.Problem(
    ["u_t = u_xx - u^3"], {"x": [0, 1], "t": [0, 1]}, [("t = 0", "u = sin(x)")], name="cubic"
)


def solved(folder, problem=PROBLEM, **more):
    given = {"max_candidates": 600, "without": ("textbook",), **more}
    return symplex.solve(problem, output=folder, **given)


def test_a_run_is_saved_and_continued_by_the_same_call(tmp_path):
    folder = tmp_path / "run"
    first = solved(folder)
    report = read_run(folder)
    assert report.solution == first.to_json()
    assert report.saved.manifest.name == "cubic"
    again = solved(str(folder), time_limit=999)
    assert (again.candidates, str(again).split("\n")[0]) == (
        first.candidates,
        str(first).split("\n")[0],
    )
    assert [event.kind.value for event in read_run(folder).journal.events].count("resumed") == 1


@pytest.mark.slow
def test_the_command_line_reads_it(tmp_path, capsys):
    solved(tmp_path / "run")
    assert main(["show", str(tmp_path / "run")]) == 0
    assert "u_t = u_xx - u^3" in capsys.readouterr().out
    assert main(["resume", str(tmp_path / "run"), "--quiet"]) == 1


def test_another_problem_or_setting_is_refused(tmp_path):
    solved(tmp_path / "run")
    for given in ({"seed": 1}, {"problem": symplex.Problem(["u_x = 1"], {"x": [0, 1]}, [])}):
        with pytest.raises(SettingsError, match="another problem or with other settings"):
            solved(tmp_path / "run", **given)
    with pytest.raises(SettingsError, match="name a recipe"):
        solved(tmp_path / "other", recipe=DEFAULT)
    assert not (tmp_path / "other").exists()
