"""What a page can ask for, and how much of it."""

import sys

import pytest

from support.saved import ended
from support.served import HEAT
from symplex.app.workbench import searches as module
from symplex.app.workbench.bench import Workbench
from symplex.app.workbench.limits import Limits
from symplex.app.workbench.pictures import View
from symplex.app.workbench.saved_runs import UnknownRunError
from symplex.errors import ProblemError, SettingsError

SLEEPER = (sys.executable, "-c", "import time; time.sleep(600)")
SETTINGS = {"seed": 0, "time_limit": 60.0, "recipe": "default", "hints": []}


@pytest.fixture
def bench(home, monkeypatch):
    monkeypatch.setattr(module, "_COMMAND", SLEEPER)
    opened = Workbench.opened(home, Limits(longest=100.0))
    yield opened
    opened.searches.close()


def test_only_bundled_problems_can_be_picked(bench):
    assert "heat" in bench.problems()
    assert "u_t" in bench.problem_text("heat")
    for name in ("/etc/passwd", "-", "../heat", "pyproject.toml", ""):
        with pytest.raises(UnknownRunError):
            bench.problem_text(name)


def test_a_text_is_checked_and_rendered(bench):
    good = bench.check(HEAT)
    assert good["mistakes"] == []
    assert good["problem"]["summary"]
    bad = bench.check(HEAT.replace("u_xx", "q"))
    assert bad["mistakes"][0]["line"] == 2
    assert bad["problem"]["equations"] == []


def test_a_search_is_a_run_from_the_moment_it_is_asked_for(bench):
    first = bench.submit(HEAT, SETTINGS)["name"]
    second = bench.submit(HEAT, SETTINGS)["name"]
    assert bench.run(first)["state"] == "starting"
    assert bench.run(second)["state"] == "waiting"
    queue = bench.queue()
    assert [one["name"] for one in queue["running"]] == [first]
    assert [one["name"] for one in queue["waiting"]] == [second]
    assert bench.stop(second) == {"name": second}
    with pytest.raises(UnknownRunError):
        bench.run(second)
    with pytest.raises(UnknownRunError):
        bench.stop(second)


@pytest.mark.parametrize("seconds", [0.0, -1.0, 101.0, float("inf"), float("nan")])
def test_times_out_of_range_are_refused(bench, seconds):
    with pytest.raises(SettingsError, match="expected a time limit"):
        bench.submit(HEAT, {**SETTINGS, "time_limit": seconds})


def test_mistakes_and_too_many_hints_are_refused(bench):
    with pytest.raises(ProblemError, match="line 2: unknown symbol 'q'"):
        bench.submit(HEAT.replace("u_xx", "q"), SETTINGS)
    for hints in (["x"] * 11, ["x" * 2000]):
        with pytest.raises(SettingsError, match="hints"):
            bench.submit(HEAT, {**SETTINGS, "hints": hints})


def test_runs_are_shown_compared_drawn_and_exported(bench, home):
    for name in ("a", "b"):
        ended(home, name, HEAT, "u = exp(-t)*sin(x)")
    assert bench.run("a")["own"] is False
    assert [run["name"] for run in bench.compared(["a", "b", "a"])] == ["a", "b"]
    with pytest.raises(SettingsError, match="at most 6"):
        bench.compared(["a"] * 7)
    assert len(bench.picture("a", View("u", "x"))["values"]) == 401
    assert bench.export("a", "text") == ("u = exp(-t)*sin(x)\n", "a.txt")


def test_a_run_is_continued_once(bench, home):
    ended(home, "a", HEAT, "u = x")
    assert bench.run("a")["resumable"] is True
    bench.resume("a", 90.0)
    assert bench.run("a")["own"] is True
    with pytest.raises(SettingsError, match="running, or waits"):
        bench.resume("a", 90.0)
    with pytest.raises(UnknownRunError):
        bench.resume("../a", 90.0)
