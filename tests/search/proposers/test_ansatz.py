"""Families of formulas: each is a formula of the problem, and the textbook's are among them."""

import numpy as np
import pytest

from symplex.evaluation import Sampling, draw, evaluator
from symplex.evaluation.fit import LevenbergMarquardt
from symplex.expression import symbol
from symplex.expression.evaluate import evaluate
from symplex.problem import Problem, bundled
from symplex.search.candidate import Garden
from symplex.search.curriculum import stages
from symplex.search.proposers.ansatz import ansatz
from symplex.search.proposers.lifts import lifts
from symplex.search.proposers.modes import polynomials, with_parameter
from symplex.search.vocabulary import search_vocabulary


def best_loss(problem, formulas):
    """The least loss that fitting reaches over a family."""
    words = search_vocabulary(problem)
    garden = Garden(words.vocabulary)
    known = [f for formula in formulas if (f := words.encodable(formula)) is not None]
    batch, first = garden.batch([garden.sprout(formula) for formula in known])
    objective = draw(problem, np.random.default_rng(0), Sampling())
    fit = evaluator(objective, words.vocabulary, 2).fit(batch, LevenbergMarquardt(), first=first)
    return float(np.nanmin(fit.losses))


@pytest.mark.parametrize(
    ("name", "variable"),
    [
        ("ode-fourth-order", None),
        ("ode-bernoulli", None),
        ("poisson-trough", None),
        ("schrodinger-well-3d", None),
        ("lq-control", "t"),
        ("sine-gordon-breather", "t"),
        ("bond-merton", "t"),
        ("hartmann-flow", None),
        ("taylor-green", "t"),
        ("heat-harmonic-well", "t"),
        ("wave-gaussian-blow", "t"),
        ("catenoid", None),
        ("timoshenko-cantilever", None),
        ("abc-flow", "t"),
        ("signalling", "t"),
    ],
)
def test_families_hold_solutions(name, variable):
    problem = bundled(name)
    if problem.parameters:
        problem = stages(problem)[0].problem
    start = {"lq-control": 1, "bond-merton": 1}.get(name, 0)
    new = None if variable is None else symbol(variable) - start if start else symbol(variable)
    assert best_loss(problem, ansatz(problem, new)) < 1e-18


def test_a_layer_of_any_thickness():
    problem = bundled("boundary-layer")
    assert best_loss(problem, with_parameter(problem, "eps")) < 1e-18


def test_data_and_a_slope_of_theirs_turn_into_each_other():
    problem = bundled("skew-heat")
    start = stages(problem)[0].problem.equations[0].right
    assert best_loss(problem, lifts(start, symbol("t"), problem.space)) < 1e-18


def test_polynomials_have_every_term():
    (square, *_), many = list(polynomials(["x", "t"])), list(polynomials(list("abcdef")))
    point = {"x": 2.0, "t": 3.0}
    assert len(square.constants) == 6
    assert float(evaluate(square.with_constants([1.0] * 6), point)) == 1 + 2 + 4 + 3 + 9 + 6
    assert len(many) == 1


def test_formulas_speak_of_the_problem_alone():
    problem = Problem(
        equations=["u_t = u_xx"], domain={"x": [0, 1], "t": [0, 1]}, conditions=[("t = 0", "u = x")]
    )
    found = list(ansatz(problem, symbol("t")))
    assert len(found) > 500
    assert all(formula.symbols <= {"x", "t"} for formula in found)
