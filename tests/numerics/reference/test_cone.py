"""Hyperbolic equations on domains of dependence."""

from support.reasons import refused
from support.references import is_honest, solved, system
from symplex.numerics.reference.cone import cone
from symplex.numerics.reference.system import System
from symplex.problem import Problem
from symplex.reasons import Code


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
    with refused(Code.REFERENCE_NOT_HYPERBOLIC):
        solved(cone, system("u_t = u_xx", {"x": [0, 1], "t": [0, 1]}, ("t = 0", "u = x")))
