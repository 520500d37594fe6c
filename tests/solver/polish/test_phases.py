"""Phases written out as amplitudes."""

import numpy as np
import pytest

from symplex.expression import CONSTANT, leaf, symbol
from symplex.expression.evaluate import evaluate
from symplex.expression.expression import apply
from symplex.problem import Problem
from symplex.proof.certificate import Status
from symplex.solver.polish.phases import unfolded
from symplex.solver.polish.polish import polish

C = leaf(CONSTANT, 0.37)
W = leaf(CONSTANT, 1.9)
X = symbol("x")


@pytest.mark.parametrize("name", ["sin", "cos", "sinh", "cosh", "exp"])
@pytest.mark.parametrize("argument", [X + C, C - X, W * (X + C), (X - C) / W, W * X - C])
def test_the_start_is_the_same_function(name, argument):
    formula = apply(name, argument)
    written = unfolded(formula)
    assert written != formula
    points = {"x": np.linspace(-1, 2, 7)}
    assert np.allclose(evaluate(written, points), evaluate(formula, points))


@pytest.mark.parametrize("one", ["sin", "cos"])
@pytest.mark.parametrize("two", ["sin", "cos"])
def test_a_beat_is_the_sum_of_two_oscillations(one, two):
    formula = apply(one, C * X) * apply(two, X * W)
    written = unfolded(formula)
    points = {"x": np.linspace(-1, 2, 7)}
    assert len(written.constants) == 4
    assert np.allclose(evaluate(written, points), evaluate(formula, points))


@pytest.mark.parametrize("argument", [X, X + 1, W * X, C])
def test_what_has_no_fitted_phase_stays(argument):
    assert unfolded(apply("sin", argument)) == apply("sin", argument)


def test_a_damped_oscillation_with_an_unknown_phase_is_polished():
    problem = Problem(
        ["u_tt + 2*u_t + 4*u = 0"], {"t": [0, 2]}, [("t = 0", "u = 1"), ("t = 0", "u_t = 0")]
    )
    root, phase = 3**0.5, np.pi / 6
    t = symbol("t")
    swing = apply("cos", leaf(CONSTANT, root) * (t - leaf(CONSTANT, phase / root)))
    answer = leaf(CONSTANT, 2 / root) * apply("exp", -t) * swing
    found = polish(problem, {"u": answer})
    assert found.certificate.status is Status.EXACT


def test_a_constant_that_is_a_mode_at_a_face_is_recognised():
    problem = Problem(["u_xx = 25*u"], {"x": [0, 1]}, [("x = 0", "u = 0"), ("x = 1", "u = 1")])
    answer = leaf(CONSTANT, 1 / np.sinh(5)) * apply("sinh", leaf(CONSTANT, 5.0) * X)
    found = polish(problem, {"u": answer})
    assert found.certificate.status is Status.EXACT
