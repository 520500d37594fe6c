"""Values of viscosity solutions."""

import numpy as np

from symplex.numerics.evaluation.viscosity.hopf_lax import viscosity_value
from symplex.problem import Problem
from symplex.problem.analysis.hamilton_jacobi import recognise

X, T = np.linspace(-0.9, 0.9, 7), np.linspace(0.1, 1, 7)


def value(equation: str, data: str, where: str = "t = 0"):
    problem = Problem([equation], {"x": [-1, 1], "t": [0, 1]}, [(where, f"u = {data}")])
    return viscosity_value(problem, recognise(problem), {"x": X, "t": T})


def test_convex_hamiltonians_have_the_hopf_lax_value():
    found = value("u_t + u_x^2/2 = 0", "min(x, 0)")
    np.testing.assert_allclose(found, np.minimum(X - T / 2, 0), atol=1e-12)
    np.testing.assert_allclose(value("u_t + abs(u_x) = 0", "-abs(x)"), -np.abs(X) - T, atol=1e-12)


def test_concave_hamiltonians_are_mirrored():
    np.testing.assert_allclose(value("u_t - abs(u_x) = 0", "abs(x)"), np.abs(X) + T, atol=1e-12)


def test_any_hamiltonian_with_convex_data_has_the_hopf_value():
    found = value("u_t + u_x^3 = 0", "2*x")
    np.testing.assert_allclose(found, 2 * X - 8 * T, rtol=1e-9)


def test_terminal_data_run_backwards():
    found = value("u_t - abs(u_x) = 0", "abs(x)", "t = 1")
    np.testing.assert_allclose(found, np.maximum(np.abs(X) - (1 - T), 0), atol=1e-12)


def test_there_is_no_value_where_neither_formula_applies():
    assert value("u_t + sin(u_x) = 0", "sin(x)") is None
    assert value("u_t + x*u_x^2 = 0", "x") is None
