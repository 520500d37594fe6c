"""`symplex analyse`."""

import json

import pytest

from symplex.app.cli.main import main

DECAY = """
equations = ["u_t = -3*u"]
[domain]
t = [0, 1]
[[conditions]]
where = "t = 0"
equation = "u = 2"
"""


def test_findings_are_printed(tmp_path, capsys):
    file = tmp_path / "decay.toml"
    file.write_text(DECAY)
    assert main(["analyse", str(file)]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("numerical reference by ")
    assert "exp(-3*t)" in printed


def test_json_is_one_object(tmp_path, capsys):
    file = tmp_path / "decay.toml"
    file.write_text(DECAY)
    assert main(["analyse", str(file), "--json"]) == 0
    plain = json.loads(capsys.readouterr().out)
    assert {
        *("contradictions", "reference", "findings", "formulas", "notes", "note_reasons")
    } == plain.keys()
    assert plain["contradictions"] == []


def test_a_contradiction_is_said_and_nothing_is_solved(tmp_path, capsys):
    file = tmp_path / "decay.toml"
    file.write_text(f'{DECAY}[[conditions]]\nwhere = "t = 1"\nequation = "u = 1"\n')
    assert main(["analyse", str(file)]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("contradictory: equations[0] (u_t = -3*u) with conditions[0]")
    assert "the statement contradicts itself" in printed
    assert main(["analyse", str(file), "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)["contradictions"]
    assert found["second"] == "conditions[1] (u = 1 at t = 1)"


def test_what_is_not_shown_exactly_is_not_called_contradictory(tmp_path, capsys):
    file = tmp_path / "airy.toml"
    text = DECAY.replace("u_t = -3*u", "u_tt = t*u").replace("u = 2", "u = 1")
    more = '[[conditions]]\nwhere = "t = {}"\nequation = "{} = {}"\n'
    file.write_text(text + more.format(0, "u_t", 0) + more.format(1, "u", 9))
    assert main(["analyse", str(file)]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("no solution was found numerically, after ")
    assert "contradict" not in printed


def test_a_mistake_in_the_file_is_one_sentence(tmp_path, capsys):
    file = tmp_path / "bad.toml"
    file.write_text("equations = 3")
    assert main(["analyse", str(file)]) == 2
    assert capsys.readouterr().out == ""


@pytest.mark.filterwarnings("error")
def test_huge_values_end_in_no_traceback(tmp_path, capsys):
    file = tmp_path / "huge.toml"
    file.write_text(DECAY.replace("-3*u", "-u*sin(t)").replace("u = 2", "u = 10^200"))
    assert main(["analyse", str(file)]) == 0
    assert capsys.readouterr().out.startswith("numerical reference by ")
