"""The values of a viscosity solution by the formula of Hopf and Lax."""

import pytest

from symplex.budget import Budget
from symplex.problem import Problem
from symplex.problem.analysis.extent import verification_box
from symplex.problem.analysis.hamilton_jacobi import recognise
from symplex.proof.answer import read_answer
from symplex.proof.context import ProofContext
from symplex.proof.weak.hopf_lax import compare

LINE = {"x": [-1, 1], "t": [0, 1]}


def agreement(equation, data, text, domain=LINE, at="t = 0"):
    problem = Problem([equation], domain, [(at, f"u = {data}")])
    context = ProofContext.of(verification_box(problem), Budget.unlimited(), "t")
    formula = read_answer(problem, text)["u"]
    return compare(problem, recognise(problem), formula, context, ())


@pytest.mark.parametrize(
    ("equation", "data", "text"),
    [
        ("u_t + 1/2*u_x^2 = 0", "-abs(x)", "-abs(x) - t/2"),
        ("u_t + abs(u_x) = 0", "abs(x)", "max(abs(x) - t, 0)"),
        ("u_t - 1/2*u_x^2 = 0", "abs(x)", "abs(x) + t/2"),
        ("u_t + sqrt(1 + u_x^2) = 0", "0", "-t"),
    ],
)
def test_the_viscosity_solution_agrees(equation, data, text):
    found = agreement(equation, data, text)
    assert found.agrees and not found.refuted
    assert "Hopf–Lax" in found.said


def test_another_weak_solution_is_refuted_with_a_point():
    found = agreement("u_t + 1/2*u_x^2 = 0", "abs(x)", "abs(x) - t/2")
    assert found.refuted
    assert set(found.point) == {"x", "t"}


def test_a_terminal_condition_runs_backwards():
    found = agreement("u_t - 1/2*u_x^2 = 0", "min(x, 0)", "min(x - (1 - t)/2, 0)", at="t = 1")
    assert found.agrees


def test_no_formula_where_the_hamiltonian_is_neither_convex_nor_concave():
    plane = {"x": [-1, 1], "y": [-1, 1], "t": [0, 1]}
    found = agreement("u_t + u_x^2 - u_y^2 = 0", "abs(x) - abs(y)", "abs(x) - abs(y)", plane)
    assert not found.agrees and not found.refuted
    assert found.reason == "no formula for the values applies"
