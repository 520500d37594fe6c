import json

import pytest

from symplex.app.cli.main import main

_STATED = """
name = "decay"
equations = ["u_t = -u"]
[domain]
t = [0.0, 1.0]
[[conditions]]
where = "t = 0"
equation = "u = 1"
"""


@pytest.fixture
def problem(tmp_path):
    file = tmp_path / "decay.toml"
    file.write_text(_STATED)
    return str(file)


def test_every_method_has_a_row_whether_it_succeeds_or_not(problem, tmp_path, capsys):
    truth, rows = tmp_path / "truth.toml", tmp_path / "rows.json"
    truth.write_text('[decay]\nu = "exp(-t)"\n')
    arguments = ["compare", problem, "--methods", "sympy,weno", "--time-limit", "999"]
    assert main([*arguments, "--truth", str(truth), "--json", str(rows)]) == 0
    table = capsys.readouterr().out
    assert "against the true solution" in table
    found = {row["method"]: row for row in json.loads(rows.read_text())["rows"]}
    assert (found["sympy"]["srr"], found["sympy"]["proved"]) == (True, True)
    assert found["sympy"]["mse"] < 1e-30
    assert found["sympy"]["formula"] == "u = exp(-t)"
    assert "WENO" in found["weno"]["why"]
    assert found["weno"]["mse"] is None
    assert all(row["peak_memory"] > 0 for row in found.values())


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--methods", "wenno"], "did you mean 'weno'"),
        (["--seeds", "0"], "--seeds"),
        (["--time-limit", "0"], "--time-limit"),
        (["--truth", "nowhere.toml"], "nowhere.toml"),
        (["--faces"], "--truth"),
    ],
)
def test_mistakes_are_one_sentence(problem, more, said, capsys):
    assert main(["compare", problem, *more]) == 2
    found = capsys.readouterr()
    assert said in found.err
    assert found.out == ""


def test_a_truth_of_another_problem_is_a_mistake(problem, tmp_path, capsys):
    truth = tmp_path / "truth.toml"
    truth.write_text('[heat]\nu = "x"\n')
    assert main(["compare", problem, "--truth", str(truth)]) == 2
    assert "has no table 'decay'" in capsys.readouterr().err
