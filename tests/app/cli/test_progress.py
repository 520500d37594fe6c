"""A live panel on a terminal, plain lines elsewhere."""

import io
import sys

import pytest

from symplex.app.cli import progress as module
from symplex.app.cli.progress import Display, sentence
from symplex.expression import symbol
from symplex.solver.search.state import Progress
from symplex.work.runs.events import Event, EventKind, Level

X, Y = symbol("x"), symbol("y")
AT = Progress("time", 3, X, 0.25, 2_000, 4.0, ((X, 0.25), (Y, 0.5)))
FAULT = Event(EventKind.FAULT, 0.0, {"what": "the disk is full"})
FOUND = Event(
    EventKind.FINDING, 0.0, {"loss": 0.5, "stage": "time", "candidates": 7, "formula": "x"}
)
CHECKPOINT = Event(EventKind.CHECKPOINT, 0.0, {"number": 2, "bytes": 5_000, "seconds": 0.1})


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture(autouse=True)
def _at_once(monkeypatch):
    monkeypatch.setattr(module, "_PANEL_AFTER", 0.0)
    monkeypatch.setattr(module, "_LINE_EVERY", 0.0)


def test_elsewhere_there_are_plain_lines(capsys):
    display = Display(Level.INFO, 60.0)
    display.watch(AT)
    for event in (FOUND, FAULT, CHECKPOINT):
        display.tell(event)
    display.close()
    assert capsys.readouterr().err.splitlines() == [
        "   4.0 s  stage time, epoch 3, 2000 candidates, loss 0.25: x",
        "symplex: found, with loss 0.5 (stage time, 7 candidates): x",
        "symplex: the disk is full",
    ]


@pytest.mark.parametrize(
    ("level", "quiet", "count"),
    [(Level.DEBUG, False, 4), (Level.WARNING, False, 2), (Level.DEBUG, True, 1)],
)
def test_a_person_chooses_how_much_is_told(capsys, level, quiet, count):
    display = Display(level, 60.0, quiet=quiet)
    display.watch(AT)
    for event in (FOUND, FAULT, CHECKPOINT):
        display.tell(event)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == count
    assert "symplex: the disk is full" in lines


def test_a_terminal_has_a_panel_with_formulas_speed_and_the_time_left(monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setattr(module, "_PANEL_EVERY", 0.0)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    display = Display(Level.INFO, 60.0)
    display.watch(AT)
    display.watch(Progress("time", 4, X, 0.25, 5_000, 6.0, ((X, 0.25), (Y, 0.5))))
    display.tell(FAULT)
    display.tell(FOUND)  # the panel shows it
    display.close()
    shown = sys.stderr.getvalue()
    assert "stage time, epoch 4" in shown
    assert "5,000 candidates, 1,500 a second" in shown
    assert "6 s, 54 s left" in shown
    assert "0.25  x" in shown
    assert "0.5  y" in shown
    assert "the disk is full" in shown
    assert "found, with" not in shown


@pytest.mark.parametrize(
    ("kind", "facts", "text"),
    [
        (EventKind.STARTED, {}, "symplex: started"),
        (EventKind.RESUMED, {"checkpoint": None}, "symplex: continued from the beginning"),
        (EventKind.CONJECTURE, {"formula": "u = x"}, "symplex: conjectured: u = x"),
        (EventKind.ENDED, {"solution": {"stop_reason": "x"}}, "symplex: ended: x"),
    ],
)
def test_every_event_is_a_sentence(kind, facts, text):
    assert sentence(Event(kind, 0.0, facts)) == text
