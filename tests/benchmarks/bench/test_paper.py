"""`symplex bench paper`."""

import json
import re

from support.checkout import BENCHMARKS
from symplex.app.cli.main import main


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
