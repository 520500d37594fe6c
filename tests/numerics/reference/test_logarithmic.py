"""Equations in the logarithm of a variable."""

from support.reasons import refused
from support.references import is_honest, solved, system
from symplex.numerics.reference.logarithmic import logarithmic
from symplex.reasons import Code

BOX = {"x": [1, 2], "t": [0, 1]}


def test_an_option_price_and_its_derivatives():
    stated = system("u_t + x^2*u_xx/2 + x*u_x - u = 0", BOX, ("t = 1", "u = x^3"))
    found = solved(logarithmic, stated)
    assert is_honest(found, stated, "x^3*exp(5*(1 - t))")
    points = stated.points(20)
    values, slopes = found.field.values(points), found.field.values(points, ("x", "x"))
    assert abs(slopes * points["x"] ** 2 / values - 6).max() < 1e-6


def test_equations_that_do_not_scale_are_refused():
    with refused(Code.REFERENCE_NOTHING_SCALES):
        solved(logarithmic, system("u_t = u_xx", BOX, ("t = 0", "u = x")))
