"""Kinked answers to Hamilton–Jacobi equations."""

import pytest

from symplex.budget import Budget
from symplex.expression import apply, tuple_of
from symplex.problem import Problem
from symplex.problem.analysis.extent import verification_box
from symplex.problem.analysis.hamilton_jacobi import recognise
from symplex.proof.answer import read_answer
from symplex.proof.context import ProofContext
from symplex.proof.pieces.cut import cut
from symplex.proof.weak.viscosity import check_viscosity


def check(equation, data, text, domain=None):
    domain = domain or {"x": [-1, 1], "t": [0, 1]}
    problem = Problem([equation], domain, [("t = 0", f"u = {data}")])
    context = ProofContext.of(verification_box(problem), Budget.unlimited(), "t")
    answer = read_answer(problem, text)
    pieces = cut(apply(tuple_of(1), *answer.values()), context)
    return check_viscosity(problem, recognise(problem), answer, pieces, context)


def test_a_concave_kink_suits_a_convex_hamiltonian():
    found = check("u_t + 1/2*u_x^2 = 0", "-abs(x)", "-abs(x) - t/2")
    assert found.proved
    assert "H is convex and every kink is concave" in found.how


def test_a_convex_kink_needs_the_inequality_and_the_values():
    found = check("u_t + abs(u_x) = 0", "abs(x)", "max(abs(x) - t, 0)")
    assert found.proved
    assert "satisfy the inequality" in found.how


def test_the_wrong_branch_is_refuted_by_its_values():
    found = check("u_t + 1/2*u_x^2 = 0", "abs(x)", "abs(x) - t/2")
    assert found.refuted and not found.proved
    assert found.point is not None


def test_no_rule_for_a_hamiltonian_of_mixed_curvature():
    plane = {"x": [-1, 1], "y": [-1, 1], "t": [0, 1]}
    found = check("u_t + u_x^2 - u_y^2 = 0", "abs(x) - abs(y)", "abs(x) - abs(y)", plane)
    assert not found.proved and not found.refuted
    assert "no rule for a kinked answer applies" in found.how


@pytest.mark.parametrize("sign", ["+", "-"])
def test_turning_the_equation_turns_the_kink(sign):
    data = "abs(x)" if sign == "-" else "-abs(x)"
    found = check(f"u_t {sign} 1/2*u_x^2 = 0", data, f"{data} {'+' if sign == '-' else '-'} t/2")
    assert found.proved
