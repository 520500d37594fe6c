"""Least values on a cube."""

import numpy as np
import pytest

from symplex.numerics.evaluation.viscosity.hopf_lax import Cube, least


@pytest.mark.parametrize("dimensions", [1, 2, 3])
def test_kinks_are_found_to_the_last_digit(dimensions):
    centre = np.array([0.31, -0.72, 0.05])[:dimensions]

    def cost(trials):
        return sum(np.abs(trial - at) for trial, at in zip(trials, centre, strict=True))

    value, place = least(cost, Cube(dimensions, 2))
    np.testing.assert_allclose(value, 0, atol=1e-14)
    np.testing.assert_allclose(place, np.broadcast_to(centre, (2, dimensions)), atol=1e-14)


def test_the_lower_of_two_minima_is_taken_at_each_point():
    depth = np.array([[0.1], [-0.1]])

    def cost(trials):
        (s,) = trials
        return np.minimum((s - 0.5) ** 2, (s + 0.5) ** 2 + depth)

    value, place = least(cost, Cube(1, 2))
    np.testing.assert_allclose(value, [0, -0.1], atol=1e-14)
    np.testing.assert_allclose(place[:, 0], [0.5, -0.5], atol=1e-6)


def test_what_is_no_number_counts_as_infinite():
    with np.errstate(invalid="ignore"):
        value, place = least(lambda trials: np.sqrt(trials[0] - 0.5), Cube(1, 1))
    assert value[0] == pytest.approx(0, abs=1e-7)
    assert place[0, 0] >= 0.5
