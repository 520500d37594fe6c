"""Peakons: their fluxes are not affine in what jumps. True ones are refused as false ones are."""

import pytest

from support.proving import K, is_exact, reasons, stated
from symplex.reasons import Code

LINE, SPAN = {"x": [-2, 2], "t": [0, 1]}, {"x": [-2, 2]}
CAMASSA = "u_t - diff(u_t, x, 2) + diff(3*u^2/2 + u_x^2/2, x) - diff(u^2/2, x, 3) = 0"
DEGASPERIS = "u_t - diff(u_t, x, 2) + diff(2*u^2, x) - diff(u^2/2, x, 3) = 0"


def moving(equation, text, start, **rest):
    """An evolution with the start of an answer."""
    return stated(equation, LINE, ("t = 0", f"u = {start}"), **rest), text


TRUE = {
    "Camassa and Holm": moving(CAMASSA, "exp(-abs(x - t))", "exp(-abs(x))"),
    "twice as fast": moving(CAMASSA, "2*exp(-abs(x - 2*t))", "2*exp(-abs(x))"),
    "with a parameter": moving(
        CAMASSA, "k*exp(-abs(x - k*t))", "k*exp(-abs(x))", parameters={"k": [1, 2]}
    ),
    "backwards": moving(CAMASSA, "-exp(-abs(x + t))", "-exp(-abs(x))"),
    "moved": moving(CAMASSA, "exp(-abs(x - t - 1/2))", "exp(-abs(x - 1/2))"),
    "Degasperis and Procesi": moving(DEGASPERIS, "exp(-abs(x - t))", "exp(-abs(x))"),
    "the same, twice as fast": moving(DEGASPERIS, "2*exp(-abs(x - 2*t))", "2*exp(-abs(x))"),
    "the same, backwards": moving(DEGASPERIS, "-exp(-abs(x + t))", "-exp(-abs(x))"),
}


@pytest.mark.parametrize("name", TRUE)
def test_what_solves_in_another_sense_is_refused(name):
    """The slope of u·u_x is no bounded function."""
    assert Code.WEAK_FLUX_DISCONTINUOUS in reasons(*TRUE[name])[-1].codes


FALSE = {
    "a peak that is too slow": moving(CAMASSA, "2*exp(-abs(x - t))", "2*exp(-abs(x))"),
    "a peak that stands still": moving(CAMASSA, "exp(-abs(x))", "exp(-abs(x))"),
    "a peak that points down": moving(CAMASSA, "-exp(-abs(x - t))", "-exp(-abs(x))"),
    "a peak of another equation": moving(
        "u_t - diff(u_t, x, 2) + diff(3*u^2/2, x) - diff(u^2/2, x, 3) = 0",
        "exp(-abs(x - t))",
        "exp(-abs(x))",
    ),
    "expanded": moving(
        "u_t - u_xxt + 3*u*u_x = 2*u_x*u_xx + u*u_xxx", "exp(-abs(x - t))", "exp(-abs(x))"
    ),
    "a kink of a linear equation": moving(
        "u_t - diff(u_t, x, 2) + u_x - diff(u_x, x, 2) + diff(u_x^2 - u^2, x) = 0",
        "exp(-abs(x - 2*t))",
        "exp(-abs(x))",
    ),
    "a delta is left": (
        stated(
            "diff(u, x, 2) + diff(u^2, x) - diff(u^2, x) = 0",
            SPAN,
            ("x = 2", "u = 2"),
            ("x = -2", "u = 2"),
        ),
        "abs(x)",
    ),
    "a dipole is left": (
        stated("diff(u, x, 3) + diff(u^2, x)*0 = 0", SPAN, ("x = 2", "u = 2"), ("x = -2", "u = 2")),
        "abs(x)",
    ),
}


@pytest.mark.parametrize("name", FALSE)
def test_near_misses_are_refused(name):
    assert not is_exact(*FALSE[name])


def test_dipoles_that_cancel_are_no_fluxes():
    carried = "diff(u_t, x, 2) + diff(u_x, x, 2) + diff(u^2 - u^2, x) = 0"
    problem = stated(carried, LINE, ("t = 0", "u = abs(x)"), parameters=K)
    assert Code.JUMP_FLUX_MORE_THAN_SLOPES in reasons(problem, "abs(x - t)")[-1].codes
    assert not is_exact(problem, "abs(x - 2*t)")
