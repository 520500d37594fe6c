"""What is said of who writes answers and candidates is what the kept rows say."""

import origins
import pytest

from support.checkout import ROOT
from symplex.origin import from_plain

KEPT = origins.read(ROOT / "benchmarks" / "origins.jsonl")


def row(collection, origin, counts, status="exact", problem="a", seed=0):
    return {
        **{"collection": collection, "problem": problem, "seed": seed, "status": status},
        **{"origin": origin, "candidates": sum(counts.values()), "candidates_by_origin": counts},
    }


ROWS = [
    row(origins.PAPER, "lift > regrown", {"lift": 900, "values > regrown": 200}),
    row(origins.HANDBOOK, "method: Riccati", {}),
    row(origins.HANDBOOK, "reduction: radial symmetry > method: Riccati", {"policy": 1}),
    row(origins.ODES, None, {"reduction: Riccati > policy": 4, "move": 5}, "none"),
]


def test_answers_and_candidates_are_counted_by_who_wrote_them():
    assert origins.answers(ROWS) == {"lift > regrown": 1, "method": 1, "reduction > method": 1}
    assert origins.candidates(ROWS) == {"lift": 900, "regrown": 200, "policy": 5, "move": 5}
    assert origins.sentence(ROWS) == (
        "In the default recipe SymFormer writes 205 of 1 110 candidates and 1 of 3 answers"
    )
    found = origins.tables(ROWS)
    assert "| handbook: 2 of 2 proved | odes: 0 of 1 proved | all |" in found
    assert "| lift | 900 | 0 | 0 | 900 |" in found
    assert "| all | 1 100 | 1 | 9 | 1 110 |" in found


def test_every_run_is_made_once_and_the_fourteen_first():
    every = list(origins.tasks())
    assert len(set(every)) == len(every) > 42
    assert {task.collection for task in every[:42]} == {origins.PAPER}


def test_a_row_is_made_of_a_run(tmp_path):
    (first,) = (task for task in origins.tasks() if task.problem == "heat" and task.seed == 1)
    made = first.row(most=1_000)
    assert (made["status"], made["origin"]) == ("exact", "lift > statement formula")
    (tmp_path / "rows.jsonl").write_text("")
    assert origins.read(tmp_path / "rows.jsonl") == origins.read(tmp_path / "none.jsonl") == []


@pytest.mark.parametrize("one", KEPT, ids=lambda one: f"{one['problem']}-{one['seed']}")
def test_the_kept_rows_add_up(one):
    counts = from_plain(one["candidates_by_origin"])
    assert sum(counts.values()) == one["candidates"]
    assert (one["origin"] is None) == (one["status"] == "none")


def test_the_pages_say_what_the_kept_rows_say():
    assert origins.tables(KEPT) in (ROOT / "docs" / "search.md").read_text(encoding="utf-8")
    readme = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    assert origins.sentence(KEPT) in readme
