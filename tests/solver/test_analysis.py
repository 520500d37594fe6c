"""What `analyse` says."""

from symplex.problem import Problem
from symplex.solver.analysis import analysed
from symplex.work.budget import Budget

DECAY = Problem(["u_t = -3*u"], {"t": [0, 1]}, [("t = 0", "u = 2")])
NOTHING = Problem(["u_t = -3*u"], {"t": [0, 1]})


def test_a_solution_is_known_and_named():
    found = analysed(DECAY, Budget.unlimited())
    first, *rest = str(found).splitlines()
    assert first.startswith("numerical reference by ")
    assert any("2*exp(-3*t)" in line for line in rest)
    plain = found.to_json()
    assert plain["reference"]["relative_error"] < 1e-8
    assert plain["formulas"]["u"][0]["formula"] == "2*exp(-3*t)"


def test_without_a_reference_the_reason_is_said():
    found = analysed(NOTHING, Budget.unlimited())
    assert str(found).startswith("no numerical reference, after ")
    assert found.to_json()["findings"] == []
    assert found.to_json()["reference"]["method"] is None
