"""SymPy's dsolve as a method."""

from support.textbook import initial, is_solved, proposals, system
from symplex.propose.textbook.odes.sympy_dsolve import SympyDsolve

METHOD = SympyDsolve()


def test_a_single_equation():
    assert is_solved(METHOD, initial("u_x = 2*x*u", 0, 1, 3))


def test_a_system():
    assert is_solved(METHOD, system(["u_t = v", "v_t = u"], "u = 1", "v = 0"))


def test_the_branch_is_chosen_by_the_condition():
    assert is_solved(METHOD, initial("u*u_x = x", 0, 1, 2))
    assert is_solved(METHOD, initial("u*u_x = x", 0, 1, -2))


def test_functions_without_a_counterpart_are_declined():
    assert proposals(METHOD, initial("u_xx = x*u", 0, 1, 1, 0)) == []  # Airy's
