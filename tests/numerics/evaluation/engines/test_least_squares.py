"""Levenberg–Marquardt in NumPy."""

import math

import numpy as np
import pytest

from symplex.numerics.evaluation.engines.least_squares import (
    Best,
    levenberg_marquardt,
    loss_at,
    starts_of,
)

TIMES = np.linspace(0, 1, 9)


def residual(at):
    return at[0] * np.exp(at[1] * TIMES) - 3 * np.exp(-2 * TIMES)


def jacobian(at):
    growth = np.exp(at[1] * TIMES)
    return np.stack([growth, at[0] * TIMES * growth], axis=1)


def test_it_converges_to_machine_precision():
    best = levenberg_marquardt(residual, jacobian, [np.ones(2)], 50)
    assert best.loss < 1e-26
    np.testing.assert_allclose(best.at, [3, -2], rtol=1e-10)


def test_the_best_of_several_starts_is_kept():
    poor = levenberg_marquardt(residual, jacobian, [np.ones(2)], 1)
    good = levenberg_marquardt(residual, jacobian, [np.ones(2), np.array([2.9, -2.1])], 1)
    assert good.loss < poor.loss


def test_a_start_where_nothing_is_defined_leads_nowhere():
    best = levenberg_marquardt(lambda at: at * np.nan, lambda at: np.eye(2), [np.ones(2)], 5)
    assert best.loss == math.inf
    np.testing.assert_array_equal(best.at, [1, 1])


@pytest.mark.parametrize("value", [np.nan, np.inf, 1e200])
def test_a_loss_that_is_no_number_is_infinite(value):
    assert loss_at(lambda at: at, np.array([value])) == math.inf
    assert loss_at(lambda at: at, np.array([3.0, 4.0])) == 25


def test_starts_depend_on_the_key_alone():
    first, *others = starts_of(3, np.ones(2), (0, 1))
    np.testing.assert_array_equal(first, [1, 1])
    np.testing.assert_array_equal(others, starts_of(3, np.zeros(2), (0, 1))[1:])
    assert np.any(others[0] != starts_of(3, np.ones(2), (0, 2))[1])


def test_only_a_lesser_loss_is_better():
    best = Best(2.0, np.ones(1))
    assert best.or_better(2.0, np.zeros(1)) is best
    assert best.or_better(1.0, np.zeros(1)).loss == 1.0
