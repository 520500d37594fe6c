"""`symplex bench islands`: what its rows add up to, and that it runs."""

import json

import pytest

from symplex.app.cli.main import main
from symplex.notation.problem_files import bundled
from symplex_benchmarks.bench import islands
from symplex_benchmarks.bench.islands import ALONE, TOGETHER, proof_summary, speed_summary


def row(how, problem="a", seed=0, seconds=2.0, candidates=100, *, exact=True):
    return {
        "how": how,
        "problem": problem,
        "seed": seed,
        "seconds": seconds,
        "candidates": candidates,
        "exact": exact,
    }


def test_speeds_are_compared_over_all_searches():
    rows = [
        row(ALONE, candidates=100, seconds=1.0),
        row(ALONE, candidates=100, seconds=3.0),
        row(TOGETHER, candidates=180, seconds=2.0),
    ]
    found = speed_summary(rows)
    assert found == {"candidates_per_second": {ALONE: 50.0, TOGETHER: 90.0}, "speedup": 1.8}


def test_times_are_compared_where_both_prove_and_over_all():
    rows = [
        row(ALONE, "a", seconds=1.0),
        row(ALONE, "b", seconds=3.0),
        row(ALONE, "c", seconds=60.0, exact=False),
        row(TOGETHER, "a", seconds=2.0),
        row(TOGETHER, "b", seconds=60.0, exact=False),
        row(TOGETHER, "c", seconds=5.0),
    ]
    found = proof_summary(rows)
    assert found["proved"] == {ALONE: 2, TOGETHER: 2}
    assert found["median_seconds"] == {ALONE: 3.0, TOGETHER: 5.0}
    assert found["proved_by_both"] == 1
    assert found["median_seconds_of_both"] == {ALONE: 1.0, TOGETHER: 2.0}
    assert proof_summary([row(ALONE, exact=False)])["median_seconds_of_both"][TOGETHER] is None


def test_the_hard_problems_are_twenty_of_the_handbook():
    assert len({*islands.HARD}) == 20
    assert all(bundled(name) for name in islands.HARD)


def test_it_runs_and_saves_its_rows(tmp_path, capsys):
    saved = tmp_path / "rows.json"
    given = ["--problems", "hj-concave", "--seeds", "1", "--time-limit", "999"]
    assert main(["bench", "islands", "proof", *given, "--json", str(saved)]) == 0
    assert "median seconds where both prove" in capsys.readouterr().out
    content = json.loads(saved.read_text(encoding="utf-8"))
    assert {row["how"] for row in content["rows"]} == {ALONE, TOGETHER}
    assert content["summary"]["proved"] == {ALONE: 1, TOGETHER: 1}


@pytest.mark.parametrize("option", ["--workers", "--seeds"])
def test_mistakes_are_one_sentence(option, capsys):
    assert main(["bench", "islands", option, "0"]) == 2
    assert f"{option} must be at least 1" in capsys.readouterr().err
