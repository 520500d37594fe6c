"""Derivatives from series along directions, against polynomials whose derivatives are known."""

from itertools import product
from math import comb, factorial, prod

import numpy as np
import pytest

from symplex.numerics.evaluation.engines.directions import passes_for


def coefficient(monomial, direction, order):
    """Of s**order in the monomial along a direction through (1, 1, …)."""
    series = np.ones(1)
    for exponent, part in zip(monomial, direction, strict=True):
        series = np.convolve(series, [comb(exponent, k) * part**k for k in range(exponent + 1)])
    return series[order] if order < len(series) else 0.0


def derivative(monomial, by):
    """The derivative of a monomial at (1, 1, …)."""
    return prod(
        factorial(m) // factorial(m - b) if m >= b else 0 for m, b in zip(monomial, by, strict=True)
    )


@pytest.mark.parametrize("variables", [1, 2, 3])
def test_every_derivative_up_to_order_four_is_a_sum_of_coefficients(variables):
    wanted = [by for by in product(range(5), repeat=variables) if sum(by) <= 4]
    plan = passes_for(np.array([(0, *by) for by in wanted], dtype=np.uint32), 1, variables)
    for monomial in product(range(4), repeat=variables):
        found = np.zeros(len(wanted))
        for share in plan.shares:
            assert share.order <= plan.orders[share.run]
            direction = plan.directions[share.run]
            found[share.derivative] += share.weight * coefficient(monomial, direction, share.order)
        truth = [derivative(monomial, by) for by in wanted]
        assert np.allclose(found, truth, rtol=1e-11, atol=1e-11)


def test_pure_derivatives_take_one_pass_for_each_variable():
    heat = np.array([(0, 0, 0, 0), (0, 2, 0, 0), (0, 0, 2, 0), (0, 0, 0, 1)], dtype=np.uint32)
    plan = passes_for(heat, 1, 3)
    assert sorted(zip(plan.directions, plan.orders, strict=True)) == [
        ((0, 0, 1), 1),
        ((0, 1, 0), 2),
        ((1, 0, 0), 2),
    ]


def test_a_mixed_second_derivative_takes_two():
    plan = passes_for(np.array([(0, 1, 1)], dtype=np.uint32), 1, 2)
    assert len(plan.directions) == 2


def test_every_unknown_has_a_pass():
    plan = passes_for(np.array([(1, 1, 0)], dtype=np.uint32), 3, 2)
    assert plan.unknowns == (0, 1, 2)
    assert plan.orders == (0, 1, 0)
