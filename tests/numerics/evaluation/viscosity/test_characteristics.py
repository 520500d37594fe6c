"""The relation along characteristics."""

import numpy as np
import pytest

from symplex.expression import Derivative
from symplex.expression.evaluate import evaluate
from symplex.expression.parse import Scope, parse
from symplex.numerics.evaluation.viscosity.hopf_lax import (
    along_characteristics,
    single_valued,
)
from symplex.problem import Problem
from symplex.problem.analysis.classify import coefficient
from symplex.problem.analysis.hamilton_jacobi import recognise

SCOPE = Scope(("x", "y", "t"), (), ("u",))
GRADIENT = (Derivative("u", ("x",)), Derivative("u", ("y",)))


@pytest.mark.parametrize(
    ("hamiltonian", "single"),
    [
        ("u_x^2 + u_y^2", True),
        ("u_x*u_y", True),
        ("sqrt(1 + u_x^2)", True),
        ("sqrt(u_x^2 + u_y^2)", False),
        ("abs(u_x)", False),
        ("max(u_x, u_y)", False),
    ],
)
def test_only_smooth_hamiltonians_have_one_speed(hamiltonian, single):
    formula = parse(hamiltonian, SCOPE)
    slopes = tuple(coefficient(formula, by) for by in GRADIENT)
    assert single_valued(formula, GRADIENT, slopes) is single


def relation(where: str, domain=(0, 1)):
    problem = Problem(
        ["u_t + u_x^2/2 = 0"], {"x": [-1, 1], "t": list(domain)}, [(where, "u = x^2/2")]
    )
    return along_characteristics(problem, recognise(problem))


def test_the_relation_vanishes_on_the_solution():
    x, t = np.array([0.3, -0.7]), np.array([0.5, 0.2])
    values = {"x": x, "t": t, Derivative("u"): x**2 / (2 * (1 + t)), GRADIENT[0]: x / (1 + t)}
    np.testing.assert_allclose(evaluate(relation("t = 0"), values), 0, atol=1e-15)
    wrong = {**values, Derivative("u"): x**2}
    assert np.all(np.abs(evaluate(relation("t = 0"), wrong)) > 0.01)


def test_time_is_counted_from_the_slice_with_data():
    x, t = np.array([0.3, -0.7]), np.array([2.5, 2.2])
    since = 1 + t - 2
    values = {"x": x, "t": t, Derivative("u"): x**2 / (2 * since), GRADIENT[0]: x / since}
    np.testing.assert_allclose(evaluate(relation("t = 2", (2, 3)), values), 0, atol=1e-15)
