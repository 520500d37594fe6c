"""What is tried as one solution."""

from support.textbook import formula, initial
from symplex.propose.textbook.odes.guesses import guesses
from symplex.propose.textbook.odes.ode import Ode
from symplex.work.budget import Budget


def tried(problem):
    return list(guesses(Ode(problem, Budget.unlimited())))


def test_simple_functions_come_first_and_the_statements_own_last():
    found = tried(initial("u_x = u^2 + atan(x)", 1, 2, 1))
    assert found[:2] == [formula("1"), formula("x")]
    assert formula("atan(x)") in found[-3:]


def test_roots_are_tried_only_where_they_are_real():
    assert formula("sqrt(x)") in tried(initial("u_x = u", 1, 2, 1))
    assert formula("sqrt(x)") not in tried(initial("u_x = u", -1, 1, 1))
