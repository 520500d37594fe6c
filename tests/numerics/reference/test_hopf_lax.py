"""Viscosity solutions as references."""

import pytest

from support.references import ON_LINE, is_honest, solved, system
from symplex.numerics.reference.hopf_lax import hopf_lax
from symplex.numerics.reference.system import NoScheme


def test_a_shock_and_a_front():
    stated = system("u_t + u_x^2/2 = 0", ON_LINE, ("t = 0", "u = min(x, 0)"))
    assert is_honest(solved(hopf_lax, stated), stated, "min(x - t/2, 0)")
    plane = {"x": [-1, 1], "y": [-1, 1], "t": [0, 1]}
    eikonal = system("u_t + sqrt(u_x^2 + u_y^2) = 0", plane, ("t = 0", "u = sqrt(x^2 + y^2)"))
    assert is_honest(solved(hopf_lax, eikonal), eikonal, "max(sqrt(x^2 + y^2) - t, 0)")


def test_what_has_no_formula_is_refused():
    for equation in ("u_t + x*u_x^2 = 0", "u_t = u_xx"):
        with pytest.raises(NoScheme):
            solved(hopf_lax, system(equation, ON_LINE, ("t = 0", "u = sin(x)")))
