from types import SimpleNamespace

import pytest

from symplex.solver.pictures import course_figure
from symplex.solver.pictures.course import moments
from symplex.work.runs.events import Event, EventKind


def finding(seconds, candidates, loss, stage):
    facts = {"seconds": seconds, "candidates": candidates, "loss": loss, "stage": stage}
    return Event(EventKind.FINDING, 1e9 + seconds, {**facts, "formula": "x"})


EVENTS = [
    Event(EventKind.STARTED, 1e9),
    finding(1.0, 2_000, 0.5, "space"),
    finding(3.0, 8_000, 1e-3, "space"),
    finding(4.0, 9_000, 0.25, "time"),
]


def run(events, solution):
    return SimpleNamespace(journal=SimpleNamespace(events=events), solution=solution)


def test_loss_speed_and_stages():
    picture = course_figure(run(EVENTS, {"seconds": 8.0, "candidates": 13_000}))
    upper, lower = picture.get_axes()
    steps, dots = upper.get_lines()
    assert list(dots.get_xdata()) == [1, 3, 4]
    assert list(dots.get_ydata()) == [0.5, 1e-3, 0.25]
    assert steps.get_xdata()[-1] == 8
    assert [text.get_text() for text in upper.texts] == ["space", "time"]
    assert lower.patches[-1].get_data().values == pytest.approx([2_000, 3_000, 1_000, 1_000])
    assert "13,000 in all" in lower.texts[0].get_text()


def test_a_run_that_ended_at_once_says_so():
    upper, _ = course_figure(run(EVENTS[:1], {"seconds": 0.16, "candidates": 300})).get_axes()
    assert "ended after 0.16 s" in upper.texts[0].get_text()


def test_words_stay_in_the_picture_however_short_the_run_was():
    """Matplotlib warns of axes without room for them, and warnings are errors here."""
    assert course_figure(run(EVENTS[:1], {"seconds": 1e-5, "candidates": 300})).to_bytes()


def test_a_run_without_a_record_says_so():
    upper, _ = course_figure(run([], None)).get_axes()
    assert "nothing is recorded" in upper.texts[0].get_text()


def test_moments_are_in_the_order_of_time():
    told = moments(run(EVENTS, {"seconds": 3.5, "candidates": 8_500}))
    assert [moment.seconds for moment in told] == [1, 3, 3.5, 4]
