"""Waves on open space: by quadrature, on domains of dependence, by Fourier series."""

from support.reasons import refused
from support.references import is_honest, solved, system
from symplex.codes import ReferenceCode
from symplex.numerics.reference.cone import cone
from symplex.numerics.reference.dispersive import dispersive
from symplex.numerics.reference.system import System
from symplex.numerics.reference.waves import waves
from symplex.problem import Problem

# Means of data as values of waves.


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
        with refused(ReferenceCode.REFERENCE_NOT_WAVE_EQUATION):
            solved(waves, stated)


# Hyperbolic equations on domains of dependence.


def test_a_wave_from_both_data():
    stated = system(
        "u_tt = u_xx", {"x": [-1, 1], "t": [0, 1]}, ("t = 0", "u = x^3"), ("t = 0", "u_t = 0")
    )
    assert is_honest(solved(cone, stated), stated, "x^3 + 3*x*t^2")


def test_a_system_of_first_order():
    problem = Problem(
        ["p_t + v_x = 0", "v_t + p_x = 0"],
        {"x": [0, 1], "t": [0, 1]},
        [("t = 0", "p = sin(x)"), ("t = 0", "v = 0")],
        unknowns=["p", "v"],
    )
    stated = System.of(problem)
    assert is_honest(solved(cone, stated), stated, "sin(x)*cos(t)", "-cos(x)*sin(t)")


def test_waves_in_three_variables_of_space():
    box = {**{name: [-1, 1] for name in "xyz"}, "t": [0, 1]}
    data = (("t = 0", "u = 0"), ("t = 0", "u_t = x^2 + y^2 + z^2"))
    stated = system("u_tt = u_xx + u_yy + u_zz", box, *data)
    assert is_honest(solved(cone, stated), stated, "t*(x^2 + y^2 + z^2) + t^3")


def test_parabolic_equations_are_refused():
    with refused(ReferenceCode.REFERENCE_NOT_HYPERBOLIC):
        solved(cone, system("u_t = u_xx", {"x": [0, 1], "t": [0, 1]}, ("t = 0", "u = x")))


# Waves that spread by frequency.

BOX = {"x": [-1, 1], "t": [0, "1/4"]}


def test_a_soliton_of_schrodingers_equation():
    problem = Problem(
        ["u_t = -v_xx - 2*(u^2 + v^2)*v", "v_t = u_xx + 2*(u^2 + v^2)*u"],
        BOX,
        [("t = 0", "u = 1/cosh(x)"), ("t = 0", "v = 0")],
        unknowns=["u", "v"],
    )
    stated = System.of(problem)
    found = solved(dispersive, stated)
    assert is_honest(found, stated, "cos(t)/cosh(x)", "sin(t)/cosh(x)")


def test_rates_that_are_differentiated_by_space():
    stated = system("u_t + u_x + u*u_x = diff(u_xx, t)", BOX, ("t = 0", "u = 1/cosh(x/4)^2"))
    assert is_honest(solved(dispersive, stated), stated, "1/cosh((x - 4*t/3)/4)^2")


def test_data_that_are_not_level_and_growing_waves_are_refused():
    with refused(ReferenceCode.REFERENCE_NOT_LEVEL):
        solved(dispersive, system("u_t + u_xxx = 0", BOX, ("t = 0", "u = x^2")))
    with refused(ReferenceCode.REFERENCE_NO_WAVES):
        solved(dispersive, system("u_t + u_xx = 0", BOX, ("t = 0", "u = exp(-x^2)")))
