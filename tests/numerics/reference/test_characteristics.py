"""First-order equations along their rays."""

import pytest

from support.reasons import refused
from support.references import ON_LINE, is_honest, solved, system
from symplex.numerics.reference.characteristics import characteristics
from symplex.reasons import Code


@pytest.mark.parametrize(
    ("equation", "data", "truth"),
    [
        ("u_t + x*u_x = 0", "sin(2*x)", "sin(2*x*exp(-t))"),
        ("u_t + u*u_x = -u", "x", "x/(2*exp(t) - 1)"),
        ("u_t + u_x^2 + u = 0", "x^2", "x^2/(5*exp(t) - 4)"),
        ("u_t + 2*u_x = 0", "abs(x)", "abs(x - 2*t)"),
    ],
)
def test_linear_quasilinear_and_nonlinear_equations(equation, data, truth):
    stated = system(equation, ON_LINE, ("t = 0", f"u = {data}"))
    assert is_honest(solved(characteristics, stated), stated, truth)


def test_a_plane_that_turns():
    box = {"x": [-1, 1], "y": [-1, 1], "t": [0, 1]}
    stated = system("u_t + y*u_x - x*u_y = 0", box, ("t = 0", "u = x"))
    assert is_honest(solved(characteristics, stated), stated, "x*cos(t) - y*sin(t)")


def test_rays_that_meet_are_refused():
    steepening = system("u_t + u*u_x = 0", {"x": [-1, 1], "t": [0, 2]}, ("t = 0", "u = -sin(x)"))
    with refused(Code.REFERENCE_RAYS_MISSING, Code.REFERENCE_RAYS_MEET):
        solved(characteristics, steepening)


def test_kinks_of_data_that_move_the_rays_are_refused():
    with refused(Code.REFERENCE_DATA_KINKED):
        solved(characteristics, system("u_t + u_x^2 = 0", ON_LINE, ("t = 0", "u = min(x, 0)")))


def test_equations_of_second_order_are_refused():
    with refused(Code.REFERENCE_NOT_FIRST_ORDER):
        solved(characteristics, system("u_t = u_xx", ON_LINE, ("t = 0", "u = x")))
