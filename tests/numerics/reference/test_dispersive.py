"""Waves that spread by frequency."""

from support.reasons import refused
from support.references import is_honest, solved, system
from symplex.numerics.reference.dispersive import dispersive
from symplex.numerics.reference.system import System
from symplex.problem import Problem
from symplex.reasons import Code

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
    with refused(Code.REFERENCE_NOT_LEVEL):
        solved(dispersive, system("u_t + u_xxx = 0", BOX, ("t = 0", "u = x^2")))
    with refused(Code.REFERENCE_NO_WAVES):
        solved(dispersive, system("u_t + u_xx = 0", BOX, ("t = 0", "u = exp(-x^2)")))
