"""Pictures of a run: its course, and the front of its approximations."""

from types import SimpleNamespace

import pytest

from support.answers import answer
from symplex.expression.parse import parse
from symplex.notation.problem_files import bundled
from symplex.solver.approximation import Approximation, Measured
from symplex.solver.pictures import course_figure, front_figure
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


def approximation(text, error=None, loss=0.01):
    formula = parse(text, bundled("hj-convex").answer_scope)
    measured = None if error is None else Measured(error, error, 0.0)
    return Approximation(formula.size, loss, {"u": formula}, measured)


def drawn(*front):
    return front_figure(answer("hj-convex", "x", front=front)).get_axes()


def test_every_formula_is_written_and_joined_to_its_point():
    good = approximation("min(x - t/2, 0)", 1e-3)
    left, right = drawn(approximation("0", 0.5), approximation("x - t", 0.1), good)
    assert [text.get_text() for text in right.texts] == [
        "$u = 0$",
        "$u = x - t$",
        r"$u = \min\left(x - \frac{t}{2}, 0\right)$",
    ]
    assert [text.xy for text in right.texts] == [(1, 0.5), (3, 0.1), (7, 1e-3)]
    assert left.get_yscale() == "log"
    assert "share of the range" in left.get_ylabel()


def test_without_errors_the_residual_norm_is_drawn():
    left, right = drawn(approximation("0", loss=0.04), approximation("x", 0.1, loss=0.01))
    assert left.get_ylabel() == "residual norm at sampled points; no error is measured"
    assert right.texts[0].xy[1] == pytest.approx(0.2)


def test_a_long_front_keeps_its_ends():
    chain = [approximation(" + ".join(["x"] * n), 1 / n) for n in range(1, 40)]
    _, right = drawn(*chain)
    assert len(right.texts) <= 14
    assert right.texts[0].xy == (1, 1.0)
    assert right.texts[-1].xy == (77, 1 / 39)


def test_no_front_is_said():
    (axes,) = drawn()
    assert "no front" in axes.texts[0].get_text()
