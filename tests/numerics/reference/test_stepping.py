"""Steps in time."""

import numpy as np
import pytest

from support.reasons import refused
from symplex.numerics.reference.stepping import states
from symplex.reasons import Code
from symplex.work.budget import Budget, OutOfBudget

TIMES = np.linspace(0, 1, 5)


def test_the_states_are_those_at_the_times():
    found = states(lambda t, y: -y, np.array([[1.0, 2.0]]), TIMES, 1e-11, Budget.unlimited())
    np.testing.assert_allclose(found[:, 0, 1], 2 * np.exp(-TIMES), atol=1e-9)


def test_a_pole_and_stiffness_are_refused():
    with refused(Code.REFERENCE_STEPS_NOT_FINITE, Code.REFERENCE_TOO_STIFF):
        states(lambda t, y: y**2, np.array([2.0]), TIMES, 1e-10, Budget.unlimited())
    with refused(Code.REFERENCE_TOO_STIFF):
        states(lambda t, y: -1e6 * y, np.array([1.0]), TIMES, 1e-10, Budget.unlimited())


def test_the_clock_ends_it():
    with pytest.raises(OutOfBudget):
        states(lambda t, y: -y, np.array([1.0]), TIMES, 1e-10, Budget(0.0))
