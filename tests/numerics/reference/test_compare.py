"""Errors from the change between resolutions."""

from dataclasses import dataclass

import numpy as np

from support.reasons import refused
from support.references import ON_LINE, system
from symplex.numerics.reference.compare import beside, best_of, probes, scale_of
from symplex.numerics.reference.marching import marching
from symplex.reasons import Code
from symplex.work.budget import Budget

STATED = system("u_t = u_xx", ON_LINE, ("t = 0", "u = x"))


@dataclass(frozen=True)
class Off:
    by: float

    def values(self, columns, by=()):
        return (2 + self.by * columns["x"])[None]


def test_the_estimate_is_above_the_change():
    found = best_of([Off(1e-6), Off(1e-9), Off(1e-10)], STATED, 1e-8, "steps")
    assert 2e-9 < found.error < 2e-8
    assert found.field == Off(1e-10)


def test_what_does_not_settle_is_refused_with_what_is_left():
    with refused(Code.REFERENCE_RELATIVE_ERROR):
        best_of([Off(1e-3), Off(-1e-3), Off(1e-3)], STATED, 1e-8, "steps")
    with refused(Code.REFERENCE_NOT_FINITE):
        best_of([Off(np.nan)], STATED, 1e-8, "steps")


def test_a_run_that_is_worse_does_not_replace_a_good_one():
    found = best_of([Off(0.0), Off(1e-10), Off(1e-3)], STATED, 1e-8, "steps")
    assert found.field == Off(1e-10)


def test_a_corner_that_runs_away_does_not_set_the_scale():
    assert scale_of(np.array([[1.0] * 99 + [1e9]])) == 1.0
    assert scale_of(np.array([[0.0] * 99 + [4.0]])) == 4.0


def test_corners_are_among_the_probes():
    points = probes(STATED)
    assert {(-1.0, 0.0), (1.0, 1.0)} <= set(zip(points["x"], points["t"], strict=True))


@dataclass(frozen=True)
class Layer:
    """Of the width at the start, beside one end, and 2 elsewhere."""

    width: float

    def values(self, columns, by=()):
        x, t = columns["x"], columns["t"]
        return (2 + np.exp(-((x + 1) + t) / self.width))[None]


def test_resolutions_that_differ_only_in_a_corner_do_not_agree():
    layers = [Layer(width) for width in (4e-3, 2e-3, 1e-3)]
    points = probes(STATED)
    inside = {name: column[:-4] for name, column in points.items()}
    assert np.ptp(layers[0].values(inside)) < 1e-3
    with refused(Code.REFERENCE_RELATIVE_ERROR):
        best_of(layers, STATED, 1e-2, "steps")


def test_data_that_jump_at_a_corner_are_not_resolved():
    """A plate that moves at once: erfc(x/(2*sqrt(t))), which no polynomial resolves."""
    box = {"x": [0, 1], "t": [0, 1]}
    plate = system("u_t = u_xx", box, ("t = 0", "u = 0"), ("x = 0", "u = 1"))
    with refused(Code.REFERENCE_RELATIVE_ERROR):
        marching(plate, 5e-3, Budget.unlimited())


def test_kinks_inside_the_box_are_looked_at():
    kinked = system("u_t = u_xx", ON_LINE, ("t = 0", "u = abs(x - 1/3)"))
    found = beside(kinked)
    near = np.abs(found["x"] - 1 / 3) < 1e-9
    assert np.count_nonzero(near) >= 80
    assert np.min(found["t"][near]) < 1e-3
    assert len(beside(STATED)["x"]) == 80
