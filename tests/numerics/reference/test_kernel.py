"""Quadrature against Gaussian kernels."""

import numpy as np
import pytest

from support.reasons import refused
from support.references import ON_LINE, is_honest, solved, system
from symplex.codes import ReferenceCode
from symplex.numerics.reference.kernel import kernel

PLANE = {"x": [-1, 1], "y": [-1, 1], "t": [0, 1]}


@pytest.mark.parametrize(
    ("equation", "data", "truth"),
    [
        ("u_t = u_xx", "exp(-x^2)", "exp(-x^2/(1 + 4*t))/sqrt(1 + 4*t)"),
        ("u_t + 2*u_x = u_xx - u", "sin(x)", "exp(-2*t)*sin(x - 2*t)"),
        ("u_t = u_xx/2 - x*u", "1", "exp(-x*t + t^3/6)"),
        ("u_t = u_xx + t*sin(2*x)", "0", "(t/4 - 1/16 + exp(-4*t)/16)*sin(2*x)"),
    ],
)
def test_data_sources_drifts_and_rates_on_a_line(equation, data, truth):
    stated = system(equation, ON_LINE, ("t = 0", f"u = {data}"))
    found = solved(kernel, stated)
    assert is_honest(found, stated, truth)
    assert found.differentiable


def test_a_drift_that_shears_the_plane():
    stated = system("u_t + y*u_x = u_yy", PLANE, ("t = 0", "u = cos(x)"))
    assert is_honest(solved(kernel, stated), stated, "cos(x - y*t)*exp(-t^3/3)")


def test_terminal_data_run_backwards_and_only_so():
    stated = system("u_t + u_xx + u = 0", ON_LINE, ("t = 1", "u = cos(2*x)"))
    assert is_honest(solved(kernel, stated), stated, "cos(2*x)*exp(3*(t - 1))")
    with refused(ReferenceCode.REFERENCE_NO_KERNEL):
        solved(kernel, system("u_t + u_xx = 0", ON_LINE, ("t = 0", "u = cos(2*x)")))


def test_a_lorentzian_whose_series_in_time_diverges_for_every_time():
    stated = system("u_t = u_xx", ON_LINE, ("t = 0", "u = 1/(1 + x^2)"))
    found = solved(kernel, stated)
    points = {"x": np.zeros(1), "t": np.full(1, 0.25)}
    # The mean of 1/(1 + z²/2) under the normal law: sqrt(pi)·e·(1 - erf(1)).
    assert abs(found.field.values(points)[0, 0] - 0.757872156141312) < 1e-9


def test_other_coefficients_have_no_gaussian_kernel():
    with refused(ReferenceCode.REFERENCE_NO_KERNEL):
        solved(kernel, system("u_t = u_xx - x^2*u", ON_LINE, ("t = 0", "u = 1")))
