"""What the rows of an ablation say, and how they are read."""

import json
from io import StringIO

import pytest
from rich.console import Console

from symplex.errors import SettingsError
from symplex_benchmarks.bench._arms import budget_of, candidates_said, read_rows, tables, totals


def row(arm: int, seed: int, candidates: int, *, proved: bool = True, problem: str = "a", **more):
    found = {"recipe": ("full", "less")[arm], "problem": problem, "seed": seed, "arm": arm}
    told = {"status": "exact" if proved else "none", "other": False, "srr": proved, "seconds": 1.0}
    counts = {"candidates": candidates, "proved": proved, "max_candidates": 100, "weights": 1234}
    return {**found, **told, **counts, **more}


ROWS = [
    *(row(0, seed, 10 + seed) for seed in range(7)),
    *(row(1, seed, 105, proved=False) for seed in range(6)),
    row(1, 6, 50),
]


def test_every_arm_has_its_interval_and_is_compared_with_the_first():
    found = totals(ROWS)
    assert list(found) == ["full", "less"]
    assert found["full"]["interval"][1] == 1
    assert found["full"]["median_candidates_to_proof"] == 13
    assert found["less"]["median_candidates_to_proof"] is None
    assert found["less"]["comparison"]["first_alone"] == 6
    assert found["less"]["comparison"]["success"]["p"] == pytest.approx(2 / 64)
    assert found["less"]["proved_by_both"] == 1
    assert found["less"]["median_candidates_of_both_in_first"] == 16
    assert "comparison" not in found["full"]


def test_the_order_of_rows_says_nothing():
    assert totals(ROWS[::-1]) == totals(ROWS)
    assert list(totals(ROWS[::-1])) == ["full", "less"]


def test_pairs_are_those_that_both_arms_have():
    found = totals([*ROWS, row(1, 0, 5, problem="b")])
    assert found["less"]["comparison"]["pairs"] == 7


def test_equal_candidates_are_checked():
    assert (
        candidates_said(ROWS) == "Equal candidates: all 6 runs without proof had 100, at most 105."
    )
    early = [*ROWS, row(1, 7, 60, proved=False)]
    assert candidates_said(early).startswith("Not equal candidates: 1 of 7 runs without proof")
    assert "equal time" in candidates_said([{**ROWS[0], "max_candidates": None}])
    with pytest.raises(SettingsError, match="several limits of candidates"):
        budget_of([ROWS[0], {**ROWS[1], "max_candidates": 7}])


def test_the_tables_have_a_line_an_arm():
    console = Console(width=200, record=True, file=StringIO())
    for table in tables(ROWS):
        console.print(table)
    shown = console.export_text()
    assert "7/7" in shown
    assert "1 234" in shown
    assert "0.031" in shown
    assert len(tables([ROWS[0]])) == 1


def test_rows_are_read_again(tmp_path):
    file = tmp_path / "rows.jsonl"
    lines = (json.dumps({"task": str(k), **one}) for k, one in enumerate(ROWS))
    file.write_text("\n".join(lines) + "\n")
    assert totals(read_rows([str(file)])) == totals(ROWS)


@pytest.mark.parametrize(
    ("text", "said"),
    [("", "no row"), ('{"task": "1", "recipe": "full"}\n', "without 'problem'")],
)
def test_what_is_no_ablation_is_one_sentence(text, said, tmp_path):
    file = tmp_path / "rows.jsonl"
    file.write_text(text)
    with pytest.raises(SettingsError, match=said):
        read_rows([str(file)])
    with pytest.raises(SettingsError, match="no such file"):
        read_rows([str(tmp_path / "none")])
