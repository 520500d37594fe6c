import pytest

from symplex.problem import Problem
from symplex_benchmarks.rivals.comparison.process import Limits
from symplex_benchmarks.rivals.paper.attention import attention


def test_both_policies_look_at_the_same_tree():
    pytest.importorskip("torch")
    problem = Problem(["u_t = exp(t)"], {"t": [0, 1]}, [("t = 0", "u = 1")])
    row = attention(problem, "symformer", 0, Limits(999.0))  # ends when it is solved
    assert "exp" in row["tokens"]
    assert list(row["policies"]) == ["SymFormer", "standard attention"]
    for one in row["policies"].values():
        assert one["proved"]
        assert len(one["weights"]) == len(row["tokens"])
        for place, weights in enumerate(one["weights"]):
            assert sum(weights) == pytest.approx(1, abs=1e-3)
            assert not any(weights[place + 1 :])
        assert len(one["shares"]) == 4
