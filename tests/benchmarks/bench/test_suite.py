"""`symplex bench suite` and `paper`: folders of problems with their answers."""

import json
import re
from pathlib import Path

import pytest

from support.checkout import BENCHMARKS
from support.folders import handbook
from symplex.app.cli.main import main
from symplex.errors import SettingsError
from symplex_benchmarks.bench.suite import read_hints

# `symplex bench suite`: any folder of problems with its answers.


@pytest.fixture
def folder(tmp_path) -> Path:
    return handbook(tmp_path) / "handbook"


def test_a_folder_is_run(folder, tmp_path, capsys):
    saved = tmp_path / "rows.json"
    assert main(["bench", "suite", str(folder), "--first", "2", "--json", str(saved)]) == 0
    shown = capsys.readouterr().out
    assert re.search(r"^line +seed 0 +proved .* u = .*x$", shown, re.MULTILINE)
    assert re.search(r"│ all +│ 2/2 ", shown)
    content = json.loads(saved.read_text(encoding="utf-8"))
    assert [row["problem"] for row in content["rows"]] == ["line", "pair"]
    assert content["rows"][0].keys() == {
        *("recipe", "problem", "family", "seed", "status", "proved", "other", "srr", "mse"),
        *("seconds", "candidates", "answer"),
    }
    assert content["summary"]["problems"]["pair"]["proved"] == 1


def test_hints_reach_the_search(folder, tmp_path, capsys):
    hints = tmp_path / "hints.toml"
    hints.write_text('curve = ["sin(", "c*x^2"]\n', encoding="utf-8")
    command = ["bench", "suite", str(folder), "--hints", str(hints), "--problems"]
    assert main([*command, "curve"]) == 2
    assert "ends after" in capsys.readouterr().err
    assert main([*command, "line"]) == 0


def test_a_hint_is_a_formula_or_a_list_of_formulas(folder, tmp_path):
    path = tmp_path / "hints.toml"
    path.write_text('line = "c*x"\npair = ["v = x; w = c - x"]\n', encoding="utf-8")
    assert read_hints(path, folder) == {"line": ("c*x",), "pair": ("v = x; w = c - x",)}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('lin = "x"', "no problem is called 'lin'; did you mean 'line'?"),
        ("line = 3", "line: expected a formula in quotes, or a list of them"),
        ("line = [3]", "line: expected a formula in quotes, or a list of them"),
        ("line", "is not a TOML file"),
    ],
)
def test_what_is_wrong_with_hints_is_one_sentence(folder, tmp_path, text, sentence):
    path = tmp_path / "hints.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError, match=re.escape(sentence)):
        read_hints(path, folder)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nowhere"], "expected the true solutions in nowhere/answers.toml; see DIR"),
        (["nowhere", "--first", "0"], "--first must be at least 1, found 0"),
        ([], "the following arguments are required: DIR"),
    ],
)
def test_mistakes_are_one_sentence(capsys, arguments, sentence):
    assert main(["bench", "suite", *arguments]) == 2
    shown = capsys.readouterr().err
    assert sentence in shown
    assert shown.count("\n") == 1


# `symplex bench paper`.


def test_rows_and_totals_by_problem(tmp_path, capsys):
    saved = tmp_path / "rows.json"
    where = ["--benchmarks", str(BENCHMARKS), "--json", str(saved)]
    assert main(["bench", "paper", "--seeds", "2", "--problems", "poisson-exp", *where]) == 0
    assert re.search(r"│ poisson-exp +│ 2/2 ", capsys.readouterr().out)
    content = json.loads(saved.read_text(encoding="utf-8"))
    assert [row["seed"] for row in content["rows"]] == [0, 1]
    assert content["summary"]["proved"] == 2
    assert content["summary"]["problems"]["poisson-exp"]["runs"] == 2


def test_without_the_true_solutions_nothing_is_run(tmp_path, capsys):
    assert main(["bench", "paper", "--benchmarks", str(tmp_path)]) == 2
    assert "answers.toml; see --benchmarks" in capsys.readouterr().err
