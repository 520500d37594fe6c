"""Speeds of waves."""

import pytest

from support.reasons import refused
from support.references import ON_LINE, system
from symplex.numerics.reference.evolution import evolution
from symplex.numerics.reference.speeds import speeds_of
from symplex.reasons import Code


def test_the_speed_of_a_wave_is_the_root_of_its_coefficient():
    form = evolution(system("u_tt = 9*u_xx", ON_LINE, ("t = 0", "u = x"), ("t = 0", "u_t = 0")))
    assert speeds_of(form)["x"] == pytest.approx(3.0)


def test_a_speed_that_depends_on_the_data_is_their_largest():
    form = evolution(system("u_t + u*u_x = 0", ON_LINE, ("t = 0", "u = 2 + 0*x")))
    assert speeds_of(form)["x"] == pytest.approx(2.0)


def test_an_elliptic_equation_has_no_speeds():
    form = evolution(system("u_tt + u_xx = 0", ON_LINE, ("t = 0", "u = x"), ("t = 0", "u_t = 0")))
    with refused(Code.REFERENCE_NOT_HYPERBOLIC):
        speeds_of(form)
