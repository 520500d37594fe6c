"""`symplex bench formal`."""

import json
import stat

import pytest

from symplex.app.cli.main import main

ANSWERS = '[heat]\nu = "sin(x)*cos(y)*exp(-2*t)"\n[eikonal]\nu = "max(sqrt(x^2 + y^2) - t, 0)"\n'


@pytest.fixture
def benchmarks(tmp_path, monkeypatch):
    """A folder of truths, and a coqc that dislikes 101 / 100."""
    (tmp_path / "handbook").mkdir()
    (tmp_path / "answers.toml").write_text(ANSWERS)
    (tmp_path / "handbook" / "answers.toml").write_text(
        '[heat-quartic]\nu = "x^4 + 12*x^2*t + 12*t^2"\n'
    )
    (tmp_path / "formal.toml").write_text('accepted = ["heat", "heat-quartic"]\n')
    coqc = tmp_path / "bin" / "coqc"
    coqc.parent.mkdir()
    coqc.write_text(
        '#!/bin/sh\nif grep -q "101 / 100" "$3"; then echo Error >&2; exit 1; fi\necho Axioms:\n'
    )
    coqc.chmod(coqc.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{coqc.parent}:/usr/bin:/bin")
    return tmp_path


def test_the_listed_answers_are_written_and_compiled(benchmarks, capsys):
    rows = benchmarks / "rows.json"
    kept = benchmarks / "kept"
    options = ["--benchmarks", str(benchmarks), "--json", str(rows), "--output", str(kept)]
    assert main(["bench", "formal", *options]) == 0
    assert "2 of 2 accepted" in capsys.readouterr().out
    assert [row["problem"] for row in json.loads(rows.read_text())["rows"]] == [
        "heat",
        "heat-quartic",
    ]
    assert "Theorem solved" in (kept / "heat_quartic.v").read_text()


def test_wrong_answers_must_not_be_accepted(benchmarks, capsys):
    assert main(["bench", "formal", "--benchmarks", str(benchmarks), "--wrong"]) == 0
    assert "0 of 2 accepted" in capsys.readouterr().out


def test_with_all_a_refusal_is_a_row(benchmarks, capsys):
    assert main(["bench", "formal", "--benchmarks", str(benchmarks), "--all"]) == 1
    shown = capsys.readouterr().out
    assert "2 of 3 accepted" in shown
    assert "smooth" in shown
