"""Initial-value problems of ordinary differential equations, by explicit steps."""

import numpy as np
import pytest

from support.reasons import refused
from support.references import is_honest, solved, system
from symplex.codes import ReferenceCode
from symplex.numerics.reference.stepping import states
from symplex.numerics.reference.trajectory import trajectory
from symplex.work.budget import Budget, OutOfBudget
from symplex.work.clock import Deadline

# Steps in time.

TIMES = np.linspace(0, 1, 5)


def test_the_states_are_those_at_the_times():
    found = states(lambda t, y: -y, np.array([[1.0, 2.0]]), TIMES, 1e-11, Budget.unlimited())
    np.testing.assert_allclose(found[:, 0, 1], 2 * np.exp(-TIMES), atol=1e-9)


def test_a_pole_and_stiffness_are_refused():
    with refused(ReferenceCode.REFERENCE_STEPS_NOT_FINITE, ReferenceCode.REFERENCE_TOO_STIFF):
        states(lambda t, y: y**2, np.array([2.0]), TIMES, 1e-10, Budget.unlimited())
    with refused(ReferenceCode.REFERENCE_TOO_STIFF):
        states(lambda t, y: -1e6 * y, np.array([1.0]), TIMES, 1e-10, Budget.unlimited())


def test_the_clock_ends_it():
    with pytest.raises(OutOfBudget):
        states(lambda t, y: -y, np.array([1.0]), TIMES, 1e-10, Budget(Deadline(0.0)))


# Initial-value problems by steps.


def test_an_oscillator_over_many_turns():
    stated = system("u_tt + 25*u = 0", {"t": [0, 20]}, ("t = 0", "u = 0"), ("t = 0", "u_t = 5"))
    assert is_honest(solved(trajectory, stated), stated, "sin(5*t)")


def test_data_at_the_end_run_backwards():
    stated = system("u_x = u", {"x": [0, 2]}, ("x = 2", "u = 1"))
    assert is_honest(solved(trajectory, stated), stated, "exp(x - 2)")


def test_data_at_both_ends_are_not_for_steps():
    with refused(ReferenceCode.REFERENCE_NOT_ONE_SLICE):
        solved(
            trajectory, system("u_xx = u", {"x": [0, 1]}, ("x = 0", "u = 0"), ("x = 1", "u = 1"))
        )
