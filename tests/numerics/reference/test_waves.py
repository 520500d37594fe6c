"""Means of data as values of waves."""

from support.reasons import refused
from support.references import is_honest, solved, system
from symplex.numerics.reference.waves import waves
from symplex.reasons import Code


def test_a_push_on_a_line():
    box = {"x": [-2, 2], "t": [0, 1]}
    stated = system("u_tt = 4*u_xx", box, ("t = 0", "u = sin(x)"), ("t = 0", "u_t = 2/(1 + x^2)"))
    truth = "sin(x)*cos(2*t) + (atan(x + 2*t) - atan(x - 2*t))/2"
    found = solved(waves, stated)
    assert is_honest(found, stated, truth)


def test_a_plane_wave_in_three_variables():
    box = {**{name: [-1, 1] for name in "xyz"}, "t": [0, 1]}
    data = (("t = 0", "u = sin(x + 2*y + 2*z)"), ("t = 0", "u_t = -3*cos(x + 2*y + 2*z)"))
    stated = system("u_tt = u_xx + u_yy + u_zz", box, *data)
    assert is_honest(solved(waves, stated), stated, "sin(x + 2*y + 2*z - 3*t)")


def test_other_equations_are_refused():
    box = {"x": [-1, 1], "t": [0, 1]}
    for equation in ("u_tt = u_xx - u", "u_tt = x*u_xx", "u_tt + u_xx = 0"):
        stated = system(equation, box, ("t = 0", "u = x"), ("t = 0", "u_t = 0"))
        with refused(Code.REFERENCE_NOT_WAVE_EQUATION):
            solved(waves, stated)
