"""Runs that the workbench finds, and what may be said of them."""

import json
import threading
import time

import pytest

from support.saved import begun, ended
from support.served import HEAT
from symplex.app.workbench import saved_runs as module
from symplex.app.workbench.saved_runs import SavedRuns, UnknownRunError, Verdicts, Verified
from symplex.errors import SettingsError, SymplexError
from symplex.proof.verdict import Verdict
from symplex.work.runs.folder import read_run

# Saved runs as the page shows them; a name is never a path.


def test_a_run_is_a_line_and_a_page(solved):
    listed = solved.summaries(0, 10)
    assert listed["total"] == 1
    (line,) = listed["runs"]
    assert line["title"] == "heat"
    assert line["state"] == "exact"
    assert line["best"] == "u = exp(-t)*sin(x)"
    assert line["seconds"] == 1.5
    solved.verified("heat-1")
    page = solved.detail("heat-1")
    assert page["state"] == "exact"
    assert page["solution"]["verified"] is True
    assert page["solution"]["formulas"][0]["math"].startswith("<math")
    assert all(check["proved"] for check in page["solution"]["certificate"]["checks"])
    assert page["running"] is False
    assert page["resumable"] is False
    assert page["text"] == HEAT
    (finding,) = page["events"]
    assert finding["loss"] == 0.25
    assert "0.12346" in finding["formulas"][0]["math"]
    json.dumps(page, allow_nan=False)


def test_until_it_is_proved_again_an_answer_is_called_saved(solved):
    first = solved.detail("heat-1")
    if not first["solution"]["verified"]:  # a fast machine may be done by now
        assert first["state"] == "saved as exact"
        assert first["solution"]["certificate"] is None
        assert first["level"] is None
        assert first["solution"]["stop_reason"].startswith("as it was saved: ")
    _wait(lambda: solved.is_verified("heat-1"))
    assert solved.detail("heat-1")["level"] == "symbolic"
    assert solved.detail("heat-1")["solution"]["origin"] == "lift > ansatz"
    assert solved.detail("heat-1")["solution"]["candidates_by_origin"] == "lift 20, move 14"


def test_a_saved_status_is_not_believed(forged):
    runs = forged("cos(x) + t")
    assert not runs.is_verified("heat-1")
    runs.detail("heat-1")
    _wait(lambda: runs.is_verified("heat-1"))
    page = runs.detail("heat-1")
    assert page["state"] == page["solution"]["status"] == "approximate"
    assert page["solution"]["certificate"]["status"] == "refuted"
    assert page["resumable"] is True
    assert "saved as an exact solution" in page["solution"]["stop_reason"]
    assert runs.summary("heat-1")["state"] == "exact"  # the list has what was saved


def test_an_answer_that_cannot_be_read_is_damage(forged):
    runs = forged("cos(")
    with pytest.raises(SettingsError, match="cannot be read"):
        runs.verified("heat-1")
    page = runs.detail("heat-1")
    assert (page["state"], page["solution"]) == ("damaged", None)
    assert any("cannot be read" in fault for fault in page["faults"])


def test_a_running_one_shows_how_far_it_is(home):
    record, _ = begun(home, "heat-1", HEAT)
    runs = SavedRuns(home)
    _wait(lambda: (home / "heat-1" / "run.json").exists() and record._writer.is_idle)
    assert runs.detail("heat-1")["running"] is True
    assert runs.detail("heat-1")["progress"] is None
    before = runs.progress_signature("heat-1")
    leaders = [["exp(-t)*sin(x)", 1e-9], ["no formula (", float("inf")]]
    record.show({"stage": "time", "epoch": 2, "candidates": 99, "seconds": 1.0, "leaders": leaders})
    _wait(lambda: runs.progress_signature("heat-1") != before)
    progress = runs.detail("heat-1")["progress"]
    assert progress["candidates"] == 99
    best, other = progress["leaders"]
    assert best["formulas"][0]["math"].startswith("<math")
    assert other["loss"] is None
    assert other["formulas"] == [{"text": "no formula (", "short": "no formula (", "math": ""}]
    record.close()
    assert runs.detail("heat-1")["state"] == "stopped"
    assert runs.detail("heat-1")["resumable"] is True


@pytest.mark.parametrize(
    "name",
    [
        *("", ".", "..", "../heat-1", "../../etc", "/etc", "heat-1/..", "heat-1/../heat-1"),
        *(".workbench", "heat-1\0", "heat-1\n", "a" * 300, "link", "heat-2", "%2e%2e", "~"),
    ],
)
def test_what_is_no_name_of_a_run_is_no_run(solved, name, tmp_path):
    ended(tmp_path, "outside", HEAT, "u = 0")
    (solved.home / "link").symlink_to(tmp_path / "outside", target_is_directory=True)
    with pytest.raises(UnknownRunError):
        solved.path(name)


def test_a_damaged_run_is_listed_as_such(solved):
    (solved.home / "heat-1" / "run.json").write_text("{}")
    (line,) = solved.summaries(0, 10)["runs"]
    assert line["state"] == "damaged"
    assert "run.json" in line["best"]


def test_what_was_read_is_read_again_when_it_changes(home):
    record, _ = begun(home, "heat-1", HEAT)
    _wait(lambda: record._writer.is_idle)
    runs = SavedRuns(home)
    first = runs.report("heat-1")
    assert runs.report("heat-1") is first
    record.end({"status": "none", "solution": {}, "stop_reason": "time limit"}, is_final=False)
    record.close()
    assert runs.summary("heat-1")["state"] == "none"


def _wait(ready):
    deadline = time.monotonic() + 120
    while not ready():
        assert time.monotonic() < deadline
        time.sleep(0.01)


# Saved answers are proved again, once for each state of their files.


@pytest.fixture
def report(solved):
    return read_run(solved.home / "heat-1")


def test_a_proof_is_made_once(report):
    made = Verdicts()
    assert made.known("heat-1", 1) is None
    answer = made.made("heat-1", 1, report)
    assert answer.status is Verdict.EXACT
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
