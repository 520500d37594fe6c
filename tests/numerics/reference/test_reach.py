"""How far data reach."""

import pytest

from support.reasons import refused
from support.references import ON_LINE, system
from symplex.numerics.reference.line import statement
from symplex.numerics.reference.marching import reach
from symplex.reasons import Code


def of(equation: str, domain=None, where: str = "t = 0"):
    return reach(statement(system(equation, domain or ON_LINE, (where, "u = sin(x)"))))


def test_diffusion_is_damped_and_drift_is_crossed():
    found = of("u_t = 4*u_xx + 3*u_x")
    assert found.damped == pytest.approx(2.0)
    assert found.crossed == pytest.approx(3.0)
    assert found.padding(5.0).low > found.padding(4.0).low > 10


def test_padding_ends_where_the_diffusion_vanishes():
    found = of("u_t = x*u_xx", {"x": [1, 2], "t": [0, 1]})
    padding = found.padding(5.0)
    assert padding.low == pytest.approx(1.0)
    assert not padding.low_fades
    assert padding.high_fades


def test_ill_posed_problems_are_named():
    for equation in ("u_t = -u_xx", "u_t = u_xxxx"):
        with refused(Code.REFERENCE_ILL_POSED):
            of(equation)
    with refused(Code.REFERENCE_ILL_POSED):
        of("u_t = u_xx", where="t = 1")
