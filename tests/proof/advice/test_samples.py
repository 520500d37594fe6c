"""Samples lie in their region, and only ever save work."""

import numpy as np
import pytest

from support.proving import formula, region
from symplex.expression.operators import Rule
from symplex.proof.advice.samples import Samples

HALF = region(("x - y", Rule.POSITIVE), x=(-1, 1), y=(None, 0))


def test_points_lie_in_the_region():
    points = Samples(HALF).points
    assert len(points["x"]) > 100
    assert np.all((points["x"] >= -1) & (points["x"] <= 1) & (points["y"] <= 0))
    assert np.all(points["x"] > points["y"])


def test_a_thin_or_empty_region_has_none():
    both = [("x", Rule.NONNEGATIVE), ("-x", Rule.NONNEGATIVE)]
    assert not Samples(region(*both, x=(-1, 1))).exist
    assert Samples(HALF).exist


@pytest.mark.parametrize(("text", "sign"), [("x - y", 1), ("y - 1", -1), ("x", 0), ("1/0.5", 0)])
def test_guesses(text, sign):
    assert Samples(HALF).guess(formula(text)) == sign


@pytest.mark.parametrize(
    ("text", "rule", "contradicted"),
    [
        ("x", Rule.POSITIVE, True),
        ("x - y", Rule.POSITIVE, False),
        ("x - y", Rule.NONZERO, False),
        ("x", Rule.NONZERO, True),
        ("x - x", Rule.NONZERO, True),
        ("x - x", Rule.NONNEGATIVE, False),
        ("u_x", Rule.POSITIVE, False),
        ("exp(exp(exp(x + 9)))", Rule.POSITIVE, False),
    ],
)
def test_what_points_contradict(text, rule, contradicted):
    assert Samples(HALF).contradict(formula(text), rule) is contradicted


def test_samples_do_not_change_from_run_to_run():
    one, two = Samples(HALF).points, Samples(HALF).points
    assert all(np.array_equal(one[name], two[name]) for name in one)
