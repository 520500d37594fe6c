"""Ordinary equations for profiles."""

import pytest

from support.views import known
from symplex.expression.parse import Scope, parse
from symplex.problem import Problem
from symplex.problem.residuals import residuals_of
from symplex.propose.structure.findings import view_of
from symplex.propose.structure.reduction import reductions
from symplex.propose.textbook.pdes.sieve import holds
from symplex.work.budget import Budget

BOX = {"x": [-2, 2], "t": [1, 2]}
CASES = [
    (Problem(["u_t = u_xx"], BOX, [("t = 1", "u = erf(x/2)")]), "erf(x/(2*sqrt(t)))", "erf(z/2)"),
    (
        Problem(["u_tt - u_xx + sin(u) = 0"], BOX, [("t = 1", "u = 0")]),
        "4*atan(exp((x - t/2)*2/sqrt(3)))",
        "4*atan(exp(2*z/sqrt(3)))",
    ),
]


@pytest.mark.parametrize(("problem", "answer", "profile"), CASES)
def test_the_profile_solves_its_equation(problem, answer, profile):
    view = view_of(known(problem, {"u": answer}), 0, Budget.unlimited())
    found = list(reductions(problem, view, Budget.unlimited()))
    first = found[0]
    (unknown,), (place,) = first.problem.unknowns, first.problem.variables
    tree = parse(profile.replace("z", place), Scope((place,)))
    assert holds(first.problem, {unknown: tree})
    (family,) = first.back({unknown: tree})
    assert holds_equation(problem, family.formulas)


def test_equations_of_high_order_are_left_alone():
    problem = Problem(["u_t + 6*u*u_x + u_xxx = 0"], BOX, [("t = 1", "u = 2/cosh(x - 4)^2")])
    view = view_of(known(problem, {"u": "2/cosh(x - 4*t)^2"}), 0, Budget.unlimited())
    assert list(reductions(problem, view, Budget.unlimited())) == []


def holds_equation(problem, formulas):
    alone = problem.changed(conditions=())
    return holds(alone, formulas) and bool(residuals_of(alone, formulas))
