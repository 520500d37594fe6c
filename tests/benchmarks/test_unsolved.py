"""The check of what is offered where nothing is solved."""

import json

import numpy as np
import pytest

from symplex.problem import Problem
from unsolved import __main__ as unsolved
from unsolved.statements import Case

CASES = {one.name: one for one in unsolved.cases()}
MEASURED = {"maximum": 0.01, "rms": 0.005, "reference_error": 1e-3}


def test_a_hundred_runs_of_different_problems():
    assert 2 * len(CASES) >= 100
    assert len(CASES) == len(unsolved.cases())
    for one in CASES.values():
        assert Problem.from_bytes(one.text.encode(), one.name, one.name).equations


@pytest.mark.parametrize("name", ["heat-from-a-hat", "hot-lid", "swing-switched", "shock"])
def test_values_are_known_at_points_of_the_box(name):
    points, values = CASES[name].sample()
    assert len(points) == len(values) > 50
    assert np.all(np.isfinite(values))


@pytest.mark.parametrize(
    ("status", "solution", "error", "true", "said"),
    [
        ("none", {}, None, None, ""),
        ("approximate", {"u": "x"}, MEASURED, None, ""),
        ("approximate", {"u": "x"}, MEASURED, 0.021, ""),
        ("approximate", {"u": "x"}, MEASURED, 0.023, "an error of 0.023 is stated as 0.011"),
        ("approximate", {"u": "x"}, MEASURED, float("nan"), "an error of nan"),
        ("approximate", {"u": "x"}, None, None, "was not measured"),
        ("approximate", {}, None, None, "without a formula"),
        ("exact", {"u": "x"}, None, 0.0, ""),
        ("conjectured", {"u": "x"}, None, 1.0, "what is conjectured has an error of 1"),
    ],
)
def test_what_is_a_fault(status, solution, error, true, said):
    found = unsolved.fault(status, solution, error, true)
    assert said in found if said else not found


def test_an_offer_is_measured_by_the_independent_values():
    x = np.linspace(0, 1, 11)
    line = Case("line", "", lambda: (x[:, None], x[:, None]))
    problem = Problem(["u_x = 1"], {"x": [0, 1]}, [("x = 0", "u = 0")])
    raw = {"status": "approximate", "solution": {"u": "x + 1/10"}, "error": MEASURED, "seconds": 1}
    row = unsolved.scored(line, {**raw, "problem": problem.statement()})
    assert row["true"] == pytest.approx(0.1)
    assert row["fault"]


def test_rows_are_kept_and_not_made_again(tmp_path, monkeypatch, capsys):
    made = []

    def row_of(one, bare, _):
        made.append(one.name)
        return {"key": unsolved.key(one, bare=bare), "status": "none", "fault": "", "true": None}

    monkeypatch.setattr(unsolved, "row_of", row_of)
    rows = tmp_path / "rows.jsonl"
    arguments = ["--only", "moved-plate", "--output", str(rows)]
    assert unsolved.main(arguments) == unsolved.main(arguments) == 0
    assert made == ["moved-plate"] * 2
    assert len([json.loads(line) for line in rows.read_text().splitlines()]) == 2
    assert "2 runs: 0 faults" in capsys.readouterr().out
