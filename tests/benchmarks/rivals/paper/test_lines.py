import numpy as np
import pytest

from symplex.notation.problem_files import load
from symplex.problem import Problem
from symplex_benchmarks.rivals.comparison.process import Finding, Limits
from symplex_benchmarks.rivals.comparison.truth import stated_truth
from symplex_benchmarks.rivals.paper import lines


def test_values_along_a_line_come_from_a_formula_or_a_field(monkeypatch):
    problem = load("hj-convex")
    truth = stated_truth(problem, {"u": "min(x - t/2, 0)"})
    line = {"x": np.linspace(0, 1, lines.NODES), "t": 1.0}
    field = {"u": np.arange(lines.NODES, dtype=float)}
    for method, found, last in (
        ("symplex", Finding(1.0, 0, formulas={"u": "x + t"}), 2.0),
        ("weno", Finding(1.0, 0, values=field), lines.NODES - 1),
    ):
        monkeypatch.setattr(lines, "run", lambda *_, found=found: found)
        row = lines.values_on_line(method, problem, truth, line, Limits(1.0))
        assert row["values"][-1] == pytest.approx(last)
        assert row["true"][0] == pytest.approx(-0.5)
        assert row["line"]["t"] == [1.0] * lines.NODES


def test_rewards_are_noted_after_each_epoch():
    problem = Problem(["u_t = 1"], {"t": [0, 1]}, [("t = 0", "u = 0")])
    row = lines.rewards(problem, "paper", 0, curriculum=False, limits=Limits(60.0))  # until solved
    assert len(row["rewards"]) == len(row["stages"]) >= 1
    assert all(0 <= reward <= 1 for reward in row["rewards"])
    assert row["rewards"][-1] > 0.99
