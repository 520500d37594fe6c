import time

import numpy as np
import pytest

from symplex.problem import Problem
from symplex.rivals.catalogue import Entry
from symplex.rivals.comparison.process import Limits, run_entry

PROBLEM = Problem(["u_x = u"], {"x": [0, 1]}, [("x = 0", "u = 1")])
POINTS = {"x": np.linspace(0, 1, 7)}


def _run(kind: str, limits=None):
    # The rivals of these tests are found by the child where any rival is found.
    entry = Entry("symplex_test_rivals", kind, "a test")
    return run_entry(entry, PROBLEM, 3, limits or Limits(5.0), POINTS)


@pytest.fixture(autouse=True)
def _rivals_for_children(tmp_path, monkeypatch):
    """A module beside the rivals, for this process's children alone."""
    import os

    (tmp_path / "sitecustomize.py").write_text(
        "import sys, types\n"
        "def _find():\n"
        "    import symplex.rivals\n"
        f"    symplex.rivals.__path__.append({str(tmp_path)!r})\n"
        "try:\n    _find()\nexcept ImportError:\n    pass\n"
    )
    (tmp_path / "symplex_test_rivals.py").write_text(_RIVALS)
    before = os.environ.get("PYTHONPATH", "")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, (str(tmp_path), before))))


_RIVALS = """
import os, time
import numpy as np
from symplex.rivals.rival import Answer

class Formula:
    def solve(self, problem, *, seed, seconds):
        print("this must not be seen")
        return Answer(formulas={"u": "exp(x)"}, candidates=seed, storage=6, settings={"a": "b"})

class Values:
    def solve(self, problem, *, seed, seconds):
        return Answer(values=lambda columns: {"u": np.exp(columns["x"])}, storage=8)

class Raises:
    def solve(self, problem, *, seed, seconds):
        raise RuntimeError("no\\nroot")

class Sleeps:
    def solve(self, problem, *, seed, seconds):
        time.sleep(1000)

class Dies:
    def solve(self, problem, *, seed, seconds):
        os._exit(3)

class Greedy:
    def solve(self, problem, *, seed, seconds):
        kept = []
        for _ in range(200):
            kept.append(np.ones(4_000_000))
            time.sleep(0.02)
        return Answer()

class Lacks:
    def solve(self, problem, *, seed, seconds):
        import a_library_that_nobody_has
"""


def test_a_formula_comes_back_with_what_it_cost(capfd):
    found = _run("Formula")
    assert found.formulas == {"u": "exp(x)"}
    assert (found.candidates, found.storage, found.settings) == (3, 6, {"a": "b"})
    assert found.peak_memory > 10_000_000
    assert found.reason == ""
    assert "must not be seen" not in "".join(capfd.readouterr())


def test_a_field_comes_back_as_values_at_the_points():
    found = _run("Values")
    assert np.allclose(found.values["u"], np.exp(POINTS["x"]))
    assert 0 < found.inference < 0.1


@pytest.mark.parametrize(
    ("kind", "why"),
    [("Raises", "RuntimeError: no root"), ("Dies", "died"), ("Lacks", "a_library_that_nobody_has")],
)
def test_a_failure_is_a_reason(kind, why):
    assert why in _run(kind).reason


def test_a_method_that_does_not_end_is_ended(monkeypatch):
    monkeypatch.setattr("symplex.rivals.comparison.process._SPARE", 0.5)
    begin = time.monotonic()
    found = _run("Sleeps", Limits(0.5))
    assert "ended after" in found.reason
    assert time.monotonic() - begin < 60


def test_a_method_that_takes_too_much_memory_is_ended():
    found = _run("Greedy", Limits(60.0, memory=400 << 20))
    assert "ended beyond 400 MiB" in found.reason
    assert found.peak_memory > 400 << 20
