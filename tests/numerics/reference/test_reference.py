"""The choice of a method, the parameters, and why there is no reference."""

import pickle

import numpy as np
import pytest

from symplex.notation.problem_files import bundled
from symplex.numerics.reference.reference import reference
from symplex.numerics.reference.result import NoReference, Reference
from symplex.problem import Problem
from symplex.reasons import Code
from symplex.work.budget import Budget


def found(problem: Problem, **options) -> Reference:
    result = reference(problem, **options)
    assert isinstance(result, Reference), result
    return result


@pytest.mark.parametrize(
    ("name", "method"),
    [
        ("poisson-exp", "separated"),
        ("heat-quartic", "heat kernel"),
        ("hj-convex", "Hopf and Lax"),
        ("transport-source", "characteristics"),
        ("ode-pendulum", "collocation"),
        ("huxley-front", "implicit steps"),
        ("wave-cubic", "mean-value"),
        ("telegraph-wave", "domain of dependence"),
        ("call-option", "logarithm"),
    ],
)
def test_each_problem_goes_to_its_method(name, method):
    result = found(bundled(name))
    assert method in result.method
    assert result.relative_error <= 1e-8
    assert result.seconds > 0


def test_parameters_are_sampled_inside_of_their_ranges_and_always_alike():
    problem = bundled("relaxation")
    first, second = found(problem), found(problem)
    chosen = [sample.parameters for sample in first.samples]
    assert chosen == [sample.parameters for sample in second.samples]
    assert len(chosen) == 5
    for sample in first.samples:
        a, b, c = (sample.parameters[name] for name in "abc")
        assert all(0.5 < value < 2 for value in (a, b, c))
        t = np.linspace(0, 1, 7)
        truth = b / a + (c - b / a) * np.exp(-a * t)
        np.testing.assert_allclose(sample.values({"t": t})[0], truth, atol=10 * sample.error)


def test_parameters_may_be_chosen():
    result = found(bundled("oscillator-frequency"), parameters=[{"k": 0.75}, {"k": 1.5}])
    assert [sample.parameters["k"] for sample in result.samples] == [0.75, 1.5]
    t = np.linspace(0, 2, 9)
    np.testing.assert_allclose(result.values({"t": t}, 1)[0], np.sin(1.5 * t) / 1.5, atol=1e-8)


MET = {
    Code.REFERENCE_RAYS_MEET,
    Code.REFERENCE_RAYS_MISSING,
    Code.REFERENCE_ERROR,
    Code.REFERENCE_RELATIVE_ERROR,
    Code.REFERENCE_ONE_RESOLUTION,
    Code.REFERENCE_GIVEN_UP,
}
"""What may come of waves that break."""


@pytest.mark.parametrize(
    ("equations", "conditions", "reasons"),
    [
        (["u_t = u_xx"], [], {Code.REFERENCE_NO_DATA}),
        (["u_t = -u_xx"], [("t = 0", "u = sin(x)")], {Code.REFERENCE_ILL_POSED}),
        (["u_tt = -u_xx"], [("t = 0", "u = sin(x)")], {Code.REFERENCE_NONE_APPLIES}),
        (["u_t + u*u_x = 0"], [("t = 0", "u = -4*sin(x)")], MET),
    ],
)
def test_why_there_is_none(equations, conditions, reasons):
    problem = Problem(equations, {"x": [-1, 1], "t": [0, 1]}, conditions)
    result = reference(problem)
    assert isinstance(result, NoReference)
    assert result.reason.code in reasons


def test_the_limit_is_kept_and_said():
    result = reference(bundled("heat"), budget=Budget(0.0))
    assert isinstance(result, NoReference)
    assert result.reason.code is Code.BUDGET_TIME


def test_references_can_be_sent_to_another_process():
    points = {"x": np.array([0.3]), "y": np.array([0.1]), "t": np.array([0.4])}
    for name in ("hj-convex", "heat-source", "huxley-front"):
        result = found(bundled(name))
        again = pickle.loads(pickle.dumps(result))
        np.testing.assert_array_equal(again.values(points), result.values(points))


def test_an_equation_about_no_unknown_has_no_reference():
    data = [("x = 0", "u = 0"), ("x = 1", "u = 1")]
    result = reference(Problem(["x = x"], {"x": [0, 1]}, data))
    assert isinstance(result, NoReference)
    assert result.reason.code is Code.REFERENCE_NOTHING_OF_UNKNOWNS
