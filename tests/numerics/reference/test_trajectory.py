"""Initial-value problems by steps."""

from support.reasons import refused
from support.references import is_honest, solved, system
from symplex.numerics.reference.trajectory import trajectory
from symplex.reasons import Code


def test_an_oscillator_over_many_turns():
    stated = system("u_tt + 25*u = 0", {"t": [0, 20]}, ("t = 0", "u = 0"), ("t = 0", "u_t = 5"))
    assert is_honest(solved(trajectory, stated), stated, "sin(5*t)")


def test_data_at_the_end_run_backwards():
    stated = system("u_x = u", {"x": [0, 2]}, ("x = 2", "u = 1"))
    assert is_honest(solved(trajectory, stated), stated, "exp(x - 2)")


def test_data_at_both_ends_are_not_for_steps():
    with refused(Code.REFERENCE_NOT_ONE_SLICE):
        solved(
            trajectory, system("u_xx = u", {"x": [0, 1]}, ("x = 0", "u = 0"), ("x = 1", "u = 1"))
        )
