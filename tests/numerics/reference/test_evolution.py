"""Statements solved for the highest derivatives by time."""

import numpy as np
import pytest

from support.reasons import refused
from support.references import ON_LINE, system
from symplex.expression import Derivative
from symplex.numerics.reference.evolution import evolution, rates_on
from symplex.numerics.reference.system import System
from symplex.problem import Problem
from symplex.reasons import Code

U, U_T = Derivative("u"), Derivative("u", ("t",))


def test_the_state_of_a_wave_is_its_value_and_its_rate():
    form = evolution(system("2*u_tt = 8*u_xx", ON_LINE, ("t = 0", "u = x^3"), ("t = 0", "u_t = x")))
    assert form.state == (U, U_T)
    x = np.array([0.5, 2.0])
    np.testing.assert_allclose(form.initial({"x": x}), [x**3, x])
    rate, _ = rates_on(form, form.initial({"x": x}), {"x": x}, lambda values, by: 6 * x)
    np.testing.assert_allclose(rate, [x, 24 * x])


def test_a_system_is_solved_for_all_rates_at_once():
    problem = Problem(
        ["u_t + v_t = u", "u_t - v_t = v"],
        ON_LINE,
        [("t = 0", "u = 1"), ("t = 0", "v = x")],
        unknowns=["u", "v"],
    )
    form = evolution(System.of(problem))
    x = np.array([3.0])
    rate, _ = rates_on(form, form.initial({"x": x}), {"x": x}, lambda values, by: values)
    np.testing.assert_allclose(rate, [[2.0], [-1.0]])


def test_terminal_data_run_backwards():
    form = evolution(system("u_t + u_xx = 0", ON_LINE, ("t = 1", "u = x")))
    assert (form.start, form.end) == (1.0, 0.0)


@pytest.mark.parametrize(
    ("equation", "conditions", "reason"),
    [
        ("u_t = u_xx", [("t = 0", "u = x"), ("x = 1", "u = 1")], Code.REFERENCE_NOT_ONE_SLICE),
        ("u_t = u_xx", [("t = 1/2", "u = x")], Code.REFERENCE_DATA_INSIDE),
        ("u_t^2 = u_xx", [("t = 0", "u = x")], Code.REFERENCE_NOT_LINEAR_IN_RATE),
        ("u_tt = u_xx", [("t = 0", "u = x")], Code.REFERENCE_NO_STATE),
        ("u_t = u_xx", [("t = 0", "u = x"), ("t = 0", "u = 2*x")], Code.REFERENCE_VALUE_TWICE),
        ("u_t = diff(u_xx, t)", [("t = 0", "u = x")], Code.REFERENCE_MIXED_RATE),
    ],
)
def test_what_is_no_evolution_is_refused_with_the_reason(equation, conditions, reason):
    with refused(reason):
        evolution(system(equation, ON_LINE, *conditions))
