"""Smaller problems made from formulas."""

from support.textbook import initial
from symplex.expression import number
from symplex.propose.textbook.odes.constant_coefficients import ConstantCoefficients
from symplex.propose.textbook.odes.smaller import (
    Condition,
    derivative,
    families,
    interval_around,
    smaller_problem,
)
from symplex.work.budget import Budget


def test_a_problem_that_methods_can_solve():
    whole = initial("u_x = u", 0, 1, 1, parameters={"k": [1, 2]})
    p = derivative("p#", "s")
    problem = smaller_problem(
        whole,
        ("s", interval_around(0.0, 0.5)),
        ("p#",),
        [derivative("p#", "s", 1) - p],
        [Condition(number(0), p, number(3))],
    )
    assert problem.parameters == whole.parameters
    twice = (ConstantCoefficients(), ConstantCoefficients())
    (family,) = families(twice, problem, Budget.unlimited())  # the same formula is handed over once
    assert family.constants == ()
    assert set(family.formulas) == {"p#"}
