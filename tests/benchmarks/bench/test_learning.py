"""`symplex bench learning` on a small scale."""

import json

import pytest

from symplex.app.cli.main import main


@pytest.mark.parametrize("kind", ["symformer", "uniform"])
def test_it_notes_every_epoch(kind, tmp_path, capsys):
    file = tmp_path / "learning.json"
    small = ["--epochs", "3", "--samples", "32", "--policy", kind, "--threads", "1"]
    assert main(["bench", "learning", *small, "--json", str(file)]) == 0
    found = json.loads(file.read_text(encoding="utf-8"))
    assert [row["epoch"] for row in found["rows"]] == [1, 2, 3]
    for row in found["rows"]:
        assert 0 < row["new"] <= row["distinct"] <= row["written"] == 32
        assert 0 < row["entropy"] < 5
    assert found["summary"]["candidates_per_second"] > 0
    assert "epoch" in capsys.readouterr().out


def test_senseless_options_are_refused(capsys):
    assert main(["bench", "learning", "--epochs", "0"]) == 2
    assert "--epochs must be at least 1" in capsys.readouterr().err
