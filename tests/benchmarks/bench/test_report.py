"""Rows with their totals."""

from support.bench_rows import report, row
from symplex_benchmarks.bench._report import by_family


def test_the_first_hundred_have_a_total_of_their_own(tmp_path, monkeypatch):
    monkeypatch.setattr("symplex_benchmarks.bench._report.FIRST", 2)
    totals = report(tmp_path, row("line"), row("curve", seconds=9.0)).totals()
    assert totals["the first 2"]["runs"] == 1
    assert totals["all"]["median_seconds_of_proved"] == 5


def test_a_report_is_cut_by_seeds_and_by_problems(tmp_path):
    whole = report(tmp_path, row("line"), row("pair", seed=2), row("curve", seed=1))
    assert whole.seeds == [0, 1, 2]
    assert [one["problem"] for one in whole.with_seeds([1, 2]).rows] == ["pair", "curve"]
    assert [one["problem"] for one in whole.of(whole.problems[:1])] == ["line"]
    assert {name: one["runs"] for name, one in whole.family_totals().items()} == {
        "lines": 2,
        "pairs": 1,
    }
    assert list(by_family(whole.problems)) == ["lines", "pairs"]
