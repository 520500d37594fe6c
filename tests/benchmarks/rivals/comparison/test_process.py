import numpy as np
import pytest

from symplex.problem import Problem
from symplex_benchmarks.rivals.catalogue import Entry
from symplex_benchmarks.rivals.comparison.process import Limits, run_entry

PROBLEM = Problem(["u_x = u"], {"x": [0, 1]}, [("x = 0", "u = 1")])
POINTS = {"x": np.linspace(0, 1, 7)}


def _run(kind: str, limits=None):
    entry = Entry("support.failing_rivals", kind, "a test")
    return run_entry(entry, PROBLEM, 3, limits or Limits(999.0), POINTS)


def test_a_formula_comes_back_with_what_it_cost(capfd):
    found = _run("Formula")
    assert found.formulas == {"u": "exp(x)"}
    assert (found.candidates, found.storage, found.settings) == (3, 6, {"a": "b"})
    assert found.peak_memory > 10_000_000
    assert found.reason == ""
    assert "must not be seen" not in "".join(capfd.readouterr())


def test_the_memory_of_the_process_that_asks_is_not_counted():
    held = np.ones(100 << 20)  # 800 MB
    assert _run("Formula").peak_memory < held.nbytes


def test_a_field_comes_back_as_values_at_the_points():
    found = _run("Values")
    assert np.allclose(found.values["u"], np.exp(POINTS["x"]))
    assert found.inference > 0


@pytest.mark.parametrize(
    ("kind", "why"),
    [("Raises", "RuntimeError: no root"), ("Dies", "died"), ("Lacks", "a_library_that_nobody_has")],
)
def test_a_failure_is_a_reason(kind, why):
    assert why in _run(kind).reason


def test_a_method_that_does_not_end_is_ended(monkeypatch):
    monkeypatch.setattr("symplex_benchmarks.rivals.comparison.process._SPARE", 0.5)
    found = _run("Sleeps", Limits(0.5))
    assert "ended after" in found.reason


def test_a_method_that_takes_too_much_memory_is_ended():
    found = _run("Greedy", Limits(999.0, memory=400 << 20))
    assert "ended beyond 400 MiB" in found.reason
    assert found.peak_memory > 400 << 20


def test_a_method_that_can_choose_is_told_its_device():
    entry = Entry("support.failing_rivals", "Somewhere", "a test", takes_device=True)
    found = run_entry(entry, PROBLEM, 3, Limits(999.0, device="cuda"), POINTS)
    assert found.settings == {"device": "cuda"}
