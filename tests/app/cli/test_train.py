"""`symplex train`."""

import json

import pytest

from symplex.app.cli.main import main
from symplex.app.cli.train import PAGE, ROWS, WEIGHTS, bars, line, page
from symplex.app.training import Epoch

STATEMENT = """
equations = ["u_x = 1"]
[domain]
x = [0, 1]
[[conditions]]
where = "x = 0"
equation = "u = 0"
"""


@pytest.fixture
def problem(tmp_path):
    file = tmp_path / "line.toml"
    file.write_text(STATEMENT)
    return file


def test_weights_rows_and_a_page_are_written(problem, tmp_path, capsys):
    folder = tmp_path / "made"
    command = ["train", str(problem), "--recipe", "paper", "--time-limit", "1e6"]
    assert main([*command, "--output", str(folder)]) == 0
    told = capsys.readouterr()
    assert told.out.startswith("u = x\nproved after ")
    assert {one.name for one in folder.iterdir()} == {PAGE, ROWS, WEIGHTS}
    assert json.loads((folder / ROWS).read_text())["solution"] == {"u": "x"}
    shown = (folder / PAGE).read_text()
    for title in ("Learning curve", "Samples", "token by token", "Attention over the tree"):
        assert title in shown
    again = ["--policy", str(folder / WEIGHTS), "--output", str(tmp_path / "again"), "--quiet"]
    assert main([*command, *again]) == 0
    assert not capsys.readouterr().err


def test_a_training_that_ends_early_has_found_nothing(problem, tmp_path, capsys):
    command = ["train", "heat", "--recipe", "paper", "--time-limit", "1e6", "--epochs", "2"]
    assert main([*command, "--output", str(tmp_path / "made")]) == 1
    assert capsys.readouterr().out.startswith("not solved after ")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--policy", "nowhere"], "--policy nowhere: expected what 'symplex train' has written"),
        (["--recipe", "default"], "only a recipe whose policy writes everything can be trained"),
    ],
)
def test_mistakes_are_told(problem, tmp_path, capsys, arguments, sentence):
    given = ["train", str(problem), "--output", str(tmp_path / "made"), *arguments]
    assert main(given) == 2
    told = capsys.readouterr()
    assert sentence in told.err
    assert not told.out


def test_the_curve_on_a_terminal():
    epochs = [
        Epoch("space", number, 0.1 * number, 2.0, 64, 32, "x [1]", 64 * number, 0.5 * number)
        for number in range(1, 10)
    ]
    assert bars([0.0, 0.5, 1.0], 1.0) == "▁▅█"
    shown = page(epochs).splitlines()
    assert [row.split()[0] for row in shown[:3]] == ["reward", "entropy", "distinct"]
    assert "32 of 64 trees distinct: x [1]" in line(epochs[-1])
