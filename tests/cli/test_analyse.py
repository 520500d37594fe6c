"""`symplex analyse`."""

import json

import pytest

from symplex.cli.main import main

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
    assert {"reference", "findings", "formulas", "notes"} == plain.keys()


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
