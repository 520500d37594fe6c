"""What of a run is written down."""

import pytest

from symplex.expression import symbol
from symplex.solver.search.state import Progress
from symplex.solver.solution import recording as module
from symplex.solver.solution.recording import Recording
from symplex.work.runs.events import EventKind


class Told:
    def __init__(self):
        self.events = []

    def tell(self, kind, **facts):
        self.events.append((kind, facts))


def progress(loss, stage="space", best="x"):
    return Progress(stage, 1, symbol(best), loss, 10, 1.0)


@pytest.fixture(autouse=True)
def _at_once(monkeypatch):
    monkeypatch.setattr(module, "_APART", 0.0)


def test_what_is_clearly_better_in_its_stage_is_a_finding():
    told = Told()
    recording = Recording(told)
    for loss, stage in ((1.0, "space"), (0.9, "space"), (0.4, "space"), (3.0, "time"), (2, "time")):
        recording.watch(progress(loss, stage))
    assert [facts["loss"] for _, facts in told.events] == [1.0, 0.4, 3.0]
    assert {kind for kind, _ in told.events} == {EventKind.FINDING}
    assert told.events[0][1]["formula"] == "x"


def test_findings_are_apart(monkeypatch):
    monkeypatch.setattr(module, "_APART", 60.0)
    told = Told()
    recording = Recording(told)
    for loss in (1.0, 0.1, 0.01):
        recording.watch(progress(loss))
    assert told.events == []


def test_progress_is_passed_on():
    seen, told = [], Told()
    Recording(told, seen.append).watcher(progress(1.0))
    assert len(seen) == len(told.events) == 1
    assert Recording(None).watcher is None
    assert Recording(None, seen.append).watcher == seen.append


def test_without_a_record_nothing_is_written():
    recording = Recording(None)
    recording.watch(progress(1.0))
    recording.keep(lambda: pytest.fail("no checkpoint is to be made"))
    assert recording.continued(lambda _: pytest.fail("there is none")) is None


def test_those_who_watch_see_how_far_it_is(monkeypatch):
    monkeypatch.setattr(module, "_SHOWN", 0.0)
    shown = []
    told = Told()
    told.show = shown.append
    leaders = ((symbol("x"), 0.5), (symbol("t"), 0.7))
    Recording(told).watch(Progress("space", 3, symbol("x"), 0.5, 10, 1.25, leaders))
    assert shown == [
        {
            "stage": "space",
            "epoch": 3,
            "candidates": 10,
            "seconds": 1.25,
            "leaders": [["x", 0.5], ["t", 0.7]],
        }
    ]
