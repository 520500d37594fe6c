import pytest

from support.statements import on_rod, ordinary
from symplex.proof.contradictions.ordinary import (
    as_ordinary,
    is_linear,
    may_be_excessive,
    orders_of,
)


def test_a_variable_that_nothing_differentiates_by_is_a_parameter():
    found = as_ordinary(on_rod("u_tt = -x*u", ("t = 0", "u = x")))
    assert found is not None
    assert found.variables == ("t",)
    assert list(found.parameters) == ["x"]
    assert orders_of(found) == {"u": 2}


def test_a_pde_is_no_ode():
    assert as_ordinary(on_rod("u_t = u_xx")) is None
    assert as_ordinary(on_rod("u_t = u", ("x = 0", "u = 1"))) is None


@pytest.mark.parametrize(
    ("problem", "excessive"),
    [
        (ordinary("u_xx = u", ("x = 0", "u = 1"), ("x = 0", "u_x = 1")), False),
        (ordinary("u_xx = u", ("x = 0", "u = 1"), ("x = 1", "u = 1")), True),
        (ordinary("u_x = u", ("x = 0", "u = 1"), ("x = 0", "u_x = 1")), True),
        (ordinary("x*u_x = u", ("x = 0", "u = 1")), True),
        (ordinary("x*u_x = u", ("x = 1", "u = 1")), False),
        (ordinary("u_x = u"), False),
    ],
)
def test_which_conditions_may_be_too_many(problem, excessive):
    assert may_be_excessive(problem) is excessive


def test_linear_problems():
    assert is_linear(ordinary("u_xx = x*u + sin(x)", ("x = 0", "u + u_x = 1")))
    assert not is_linear(ordinary("u_xx = u", ("x = 0", "u^2 = 1")))
