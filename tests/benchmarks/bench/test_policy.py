"""`symplex bench policy` and `learning` on a small scale."""

import argparse
import json
from pathlib import Path

import pytest
import torch

from symplex.app.cli.main import main
from symplex.errors import SettingsError
from symplex_benchmarks.bench import policy


def parsed(*options: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--json")
    policy.configure(parser)
    return parser.parse_args(options)


class TestPolicy:
    """`symplex bench policy` on a small scale."""

    def test_it_writes_rows_and_a_summary(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        file, threads = tmp_path / "policy.json", torch.get_num_threads()
        assert (
            policy.run(
                parsed("--runs", "1", "--batch", "16", "--threads", "1", "--json", str(file))
            )
            == 0
        )
        found = json.loads(file.read_text(encoding="utf-8"))
        assert [row.get("policy") for row in found["rows"][:5]] == [
            "symformer",
            "symformer in torch",
            "symformer without cache",
            "lstm",
            "uniform",
        ]
        assert found["summary"]["sampled_per_second"] > 0
        assert found["summary"]["update_512_ms"] > 0
        assert "trees/s" in capsys.readouterr().out
        assert torch.get_num_threads() == threads

    def test_senseless_options_are_refused(self) -> None:
        with pytest.raises(SettingsError, match="--batch must be at least 1"):
            policy.run(parsed("--batch", "0"))


class TestLearning:
    """`symplex bench learning` on a small scale."""

    @pytest.mark.parametrize("kind", ["symformer", "uniform"])
    def test_it_notes_every_epoch(self, kind, tmp_path, capsys):
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

    def test_senseless_options_are_refused(self, capsys):
        assert main(["bench", "learning", "--epochs", "0"]) == 2
        assert "--epochs must be at least 1" in capsys.readouterr().err
