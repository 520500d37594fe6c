"""The Legendre dual by bisection."""

import numpy as np
import pytest

from symplex.numerics.evaluation.viscosity.hopf_lax import Dual


class Power:
    """|p|^a / a in one direction."""

    by = ("x",)

    def __init__(self, exponent: float) -> None:
        self.exponent = exponent

    def __call__(self, p):
        return np.abs(p[0]) ** self.exponent / self.exponent

    def slope(self, p):
        return [np.sign(p[0]) * np.abs(p[0]) ** (self.exponent - 1)]


@pytest.mark.parametrize("exponent", [1.5, 2.0, 4.0])
def test_the_dual_of_a_power_is_the_conjugate_power(exponent):
    conjugate = exponent / (exponent - 1)
    q = np.linspace(-2, 2, 9)[None, :]
    dual = Dual.along(Power(exponent), 0, 1)
    np.testing.assert_allclose(dual(q), np.abs(q) ** conjugate / conjugate, rtol=1e-6, atol=1e-12)


def test_speeds_stay_where_the_price_is_finite():
    dual = Dual.along(Power(1.0), 0, 1)
    speeds = dual.speed(np.array([[-1.0, 0.0, 1.0]]), 5.0)
    np.testing.assert_allclose(speeds, [[-1, 0, 1]])
    np.testing.assert_allclose(dual(speeds), 0, atol=1e-9)
