"""`symplex export`."""

import json

import pytest

from symplex.app.cli.main import main


@pytest.fixture
def saved(tmp_path):
    file = tmp_path / "solution.json"
    content = {
        **{"status": "exact", "solution": {"u": "2*exp(x)"}, "seed": 0, "seconds": 1.0},
        **{"candidates": 1, "stop_reason": "exact solution found"},
        "problem": {
            "equations": ["u_x = u"],
            "domain": {"x": [0, 1]},
            "conditions": [{"where": "x = 0", "equation": "u = 2"}],
        },
    }
    file.write_text(json.dumps(content))
    return file


def test_a_formula_is_printed_or_written(saved, capsys, tmp_path):
    assert main(["export", str(saved), "--to", "c"]) == 0
    assert "return 2.0*exp(x);" in capsys.readouterr().out
    assert main(["export", str(saved), "--to", "julia", "--output", str(tmp_path / "u.jl")]) == 0
    assert capsys.readouterr().out == ""
    assert "u(x) = 2.0*exp(x)" in (tmp_path / "u.jl").read_text()


def test_a_run_is_a_solution_too(capsys, tmp_path):
    run = str(tmp_path / "run")
    stated = ["u_x = u", "--on", "x=0..1", "--given", "x=0: u=2"]
    assert main(["solve", *stated, "--quiet", "--output", run]) == 0
    capsys.readouterr()
    assert main(["export", run, "--to", "text"]) == 0
    assert capsys.readouterr().out == "u = 2*exp(x)\n"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("[", "is not the JSON of a solution"),
        ("[1]", "is not the JSON of a solution"),
        ("{}", "this is not a saved solution: KeyError('problem')"),
    ],
)
def test_what_is_no_solution_is_one_sentence(tmp_path, capsys, content, sentence):
    file = tmp_path / "bad.json"
    file.write_text(content)
    assert main(["export", str(file), "--to", "c"]) == 2
    assert sentence in capsys.readouterr().err


def test_a_target_that_is_none_and_a_place_that_is_none(saved, capsys):
    assert main(["export", str(saved), "--to", "cobol"]) == 2
    assert "'cobol' is no target of an export" in capsys.readouterr().err
    assert main(["export", str(saved), "--to", "c", "--output", "/no/such/place"]) == 2
    assert "cannot be written" in capsys.readouterr().err
