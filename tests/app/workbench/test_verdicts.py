"""Saved answers are proved again, once for each state of their files."""

import threading

import pytest

from symplex.app.workbench import saved_runs as module
from symplex.app.workbench.saved_runs import Verdicts, Verified
from symplex.errors import SettingsError, SymplexError
from symplex.solver.solution.status import SolutionStatus
from symplex.work.runs.folder import read_run


@pytest.fixture
def report(solved):
    return read_run(solved.home / "heat-1")


def test_a_proof_is_made_once(report):
    made = Verdicts()
    assert made.known("heat-1", 1) is None
    answer = made.made("heat-1", 1, report)
    assert answer.status is SolutionStatus.EXACT
    assert made.made("heat-1", 1, report) is answer
    found = made.known("heat-1", 1)
    assert isinstance(found, Verified)
    assert found.plain["status"] == "exact"
    # Of other files nothing is known.
    assert made.known("heat-1", 2) is None
    assert made.made("heat-1", 2, report) is not answer


def test_nobody_waits_for_a_proof_unless_it_is_asked_for(report, monkeypatch):
    monkeypatch.setattr(module, "_MAX_BEGUN", 2)
    go, proved = threading.Event(), module.solution_of(report)

    def slow(_):
        go.wait(120)
        return proved

    made = Verdicts(slow)
    assert made.begun("a", 1, report) is made.begun("a", 1, report)
    assert made.begun("b", 1, report) is not None
    assert made.begun("c", 1, report) is None
    with pytest.raises(SettingsError, match="too many"):
        made.made("c", 1, report)
    assert made.known("a", 1) is None
    go.set()
    assert made.made("a", 1, report) is proved


def test_what_cannot_be_read_is_said(report):
    def refused(_):
        raise SymplexError("no formula")

    made = Verdicts(refused)
    with pytest.raises(SettingsError, match="cannot be read: no formula"):
        made.made("a", 1, report)
    assert made.known("a", 1) == "the saved solution cannot be read: no formula"


def test_old_verdicts_give_way(report, monkeypatch):
    monkeypatch.setattr(module, "_MAX_VERDICTS", 2)
    proved = module.solution_of(report)
    made = Verdicts(lambda _: proved)
    for name in "abc":
        made.made(name, 1, report)
    assert [made.known(name, 1) is None for name in "abc"] == [True, True, False]
