"""Numerical solutions: which method, how far they reach, and how large their error is."""

import pickle
from dataclasses import dataclass

import numpy as np
import pytest

from support.reasons import refused
from support.references import ON_LINE, system
from symplex.codes import ReferenceCode
from symplex.notation.problem_files import bundled
from symplex.numerics.reference.chebyshev import Expansion
from symplex.numerics.reference.compare import beside, best_of, probes, scale_of
from symplex.numerics.reference.line import statement
from symplex.numerics.reference.marching import domain_of_influence, marching
from symplex.numerics.reference.reference import reference
from symplex.numerics.reference.result import NoReference, Reference, Sample
from symplex.problem import Problem
from symplex.reasons import Code
from symplex.work.budget import Budget
from symplex.work.clock import Deadline

# The choice of a method, the parameters, and why there is no reference.


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
    ReferenceCode.REFERENCE_RAYS_MEET,
    ReferenceCode.REFERENCE_RAYS_MISSING,
    ReferenceCode.REFERENCE_ERROR,
    ReferenceCode.REFERENCE_RELATIVE_ERROR,
    ReferenceCode.REFERENCE_ONE_RESOLUTION,
    ReferenceCode.REFERENCE_GIVEN_UP,
}
"""What may come of waves that break."""


@pytest.mark.parametrize(
    ("equations", "conditions", "reasons"),
    [
        (["u_t = u_xx"], [], {ReferenceCode.REFERENCE_NO_DATA}),
        (["u_t = -u_xx"], [("t = 0", "u = sin(x)")], {ReferenceCode.REFERENCE_ILL_POSED}),
        (["u_tt = -u_xx"], [("t = 0", "u = sin(x)")], {ReferenceCode.REFERENCE_NONE_APPLIES}),
        (["u_t + u*u_x = 0"], [("t = 0", "u = -4*sin(x)")], MET),
    ],
)
def test_why_there_is_none(equations, conditions, reasons):
    problem = Problem(equations, {"x": [-1, 1], "t": [0, 1]}, conditions)
    result = reference(problem)
    assert isinstance(result, NoReference)
    assert result.reason.code in reasons


def test_the_limit_is_kept_and_said():
    result = reference(bundled("heat"), budget=Budget(Deadline(0.0)))
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
    assert result.reason.code is ReferenceCode.REFERENCE_NOTHING_OF_UNKNOWNS


# What comes of looking for a reference.

LINE = Expansion(("x",), ((0.0, 2.0),), np.array([[1.0, 1.0]]))


def made(error: float, *, differentiable: bool = True) -> Sample:
    return Sample({"k": 2.0}, LINE, error, 4.0, differentiable)


def test_the_worst_sample_counts():
    found = Reference(("u",), {"x": (0.0, 2.0)}, (made(1e-9), made(4e-9)), "tests", 0.1)
    assert found.error == 4e-9
    assert found.relative_error == 1e-9


def test_values_and_derivatives_at_columns_and_numbers():
    found = Reference(("u",), {"x": (0.0, 2.0)}, (made(0.0),), "tests", 0.1)
    np.testing.assert_allclose(found.values({"x": [0.5, 2.0]}), [[0.5, 2.0]])
    np.testing.assert_allclose(found.derivatives({"x": 0.5}, ("x",)), [[1.0]])


def test_a_method_without_derivatives_gives_none():
    assert made(0.0, differentiable=False).derivatives({"x": [1.0]}, ("x",)) is None


def test_it_can_be_sent_to_another_process():
    found = Reference(("u",), {"x": (0.0, 2.0)}, (made(0.0),), "tests", 0.1)
    again = pickle.loads(pickle.dumps(found))
    np.testing.assert_array_equal(again.values({"x": [1.5]}), found.values({"x": [1.5]}))


# How far data reach.


def of(equation: str, domain=None, where: str = "t = 0"):
    return domain_of_influence(
        statement(system(equation, domain or ON_LINE, (where, "u = sin(x)")))
    )


def test_diffusion_is_damped_and_drift_is_crossed():
    found = of("u_t = 4*u_xx + 3*u_x")
    assert found.damped == pytest.approx(2.0)
    assert found.crossed == pytest.approx(3.0)
    assert found.padding(5.0).low > found.padding(4.0).low > 10


def test_padding_ends_where_the_diffusion_vanishes():
    found = of("u_t = x*u_xx", {"x": [1, 2], "t": [0, 1]})
    padding = found.padding(5.0)
    assert padding.low == pytest.approx(1.0)
    assert not padding.low_fades
    assert padding.high_fades


def test_ill_posed_problems_are_named():
    for equation in ("u_t = -u_xx", "u_t = u_xxxx"):
        with refused(ReferenceCode.REFERENCE_ILL_POSED):
            of(equation)
    with refused(ReferenceCode.REFERENCE_ILL_POSED):
        of("u_t = u_xx", where="t = 1")


# Errors from the change between resolutions.

STATED = system("u_t = u_xx", ON_LINE, ("t = 0", "u = x"))


@dataclass(frozen=True)
class Off:
    by: float

    def values(self, columns, by=()):
        return (2 + self.by * columns["x"])[None]


def test_the_estimate_is_above_the_change():
    found = best_of([Off(1e-6), Off(1e-9), Off(1e-10)], STATED, 1e-8, "steps")
    assert 2e-9 < found.error < 2e-8
    assert found.field == Off(1e-10)


def test_what_does_not_settle_is_refused_with_what_is_left():
    with refused(ReferenceCode.REFERENCE_RELATIVE_ERROR):
        best_of([Off(1e-3), Off(-1e-3), Off(1e-3)], STATED, 1e-8, "steps")
    with refused(ReferenceCode.REFERENCE_NOT_FINITE):
        best_of([Off(np.nan)], STATED, 1e-8, "steps")


def test_a_run_that_is_worse_does_not_replace_a_good_one():
    found = best_of([Off(0.0), Off(1e-10), Off(1e-3)], STATED, 1e-8, "steps")
    assert found.field == Off(1e-10)


def test_a_corner_that_runs_away_does_not_set_the_scale():
    assert scale_of(np.array([[1.0] * 99 + [1e9]])) == 1.0
    assert scale_of(np.array([[0.0] * 99 + [4.0]])) == 4.0


def test_corners_are_among_the_probes():
    points = probes(STATED)
    assert {(-1.0, 0.0), (1.0, 1.0)} <= set(zip(points["x"], points["t"], strict=True))


@dataclass(frozen=True)
class Layer:
    """Of the width at the start, beside one end, and 2 elsewhere."""

    width: float

    def values(self, columns, by=()):
        x, t = columns["x"], columns["t"]
        return (2 + np.exp(-((x + 1) + t) / self.width))[None]


def test_resolutions_that_differ_only_in_a_corner_do_not_agree():
    layers = [Layer(width) for width in (4e-3, 2e-3, 1e-3)]
    points = probes(STATED)
    inside = {name: column[:-4] for name, column in points.items()}
    assert np.ptp(layers[0].values(inside)) < 1e-3
    with refused(ReferenceCode.REFERENCE_RELATIVE_ERROR):
        best_of(layers, STATED, 1e-2, "steps")


def test_data_that_jump_at_a_corner_are_not_resolved():
    """A plate that moves at once: erfc(x/(2*sqrt(t))), which no polynomial resolves."""
    box = {"x": [0, 1], "t": [0, 1]}
    plate = system("u_t = u_xx", box, ("t = 0", "u = 0"), ("x = 0", "u = 1"))
    with refused(ReferenceCode.REFERENCE_RELATIVE_ERROR):
        marching(plate, 5e-3, Budget.unlimited())


def test_kinks_inside_the_box_are_looked_at():
    kinked = system("u_t = u_xx", ON_LINE, ("t = 0", "u = abs(x - 1/3)"))
    found = beside(kinked)
    near = np.abs(found["x"] - 1 / 3) < 1e-9
    assert np.count_nonzero(near) >= 80
    assert np.min(found["t"][near]) < 1e-3
    assert len(beside(STATED)["x"]) == 80
