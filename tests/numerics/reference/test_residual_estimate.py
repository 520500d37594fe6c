"""Narrow features that a method steps over are seen between its points."""

from dataclasses import replace

import numpy as np
import pytest

from support.reasons import refused
from symplex.codes import ReferenceCode
from symplex.notation.problem_files import bundled
from symplex.numerics.reference.chebyshev import Expansion
from symplex.numerics.reference.collocation import collocation
from symplex.numerics.reference.reference import reference
from symplex.numerics.reference.residual_estimate import check_met, residual_estimate
from symplex.numerics.reference.result import Found, NoReference, Reference
from symplex.numerics.reference.system import System
from symplex.problem import Problem
from symplex.work.budget import Budget


def bump(height: float, width: float) -> Problem:
    """Decay with a source that is all but a jump."""
    source = f"{height}*exp(-((t - 3.7)/{width})^2)"
    return Problem([f"u_t = -u + {source}"], {"t": [0, 10]}, [("t = 0", "u = 1")])


def solved(problem: Problem):
    system = System.of(problem)
    return system, collocation(system, 1e-3, Budget.unlimited())


@pytest.mark.parametrize(("height", "width"), [(1000, 0.002), (14, 0.002), (1000, 0.0002)])
def test_the_error_of_a_missed_jump_is_about_its_height(height, width):
    system, found = solved(bump(height, width))
    assert found.error < 1e-9
    jump = height * width * np.sqrt(np.pi)
    assert residual_estimate(system, found) == pytest.approx(jump, rel=0.3)
    with refused(ReferenceCode.REFERENCE_NOT_MET):
        check_met(system, found, 1e-3)


def test_a_reference_that_misses_the_jump_is_none(monkeypatch):
    monkeypatch.setattr("symplex.numerics.reference.methods.METHODS", (collocation,))
    result = reference(bump(1000, 0.002), tolerance=1e-3)
    assert isinstance(result, NoReference)
    assert result.reason.code is ReferenceCode.REFERENCE_NOT_MET


def test_in_several_variables():
    source = "100*exp(-((x - 0.37)^2 + (y - 0.61)^2)/0.0001)"
    system = System.of(Problem([f"u_x + u_y = u + {source}"], {"x": [0, 1], "y": [0, 1]}))
    nothing = Expansion(("x", "y"), ((0.0, 1.0), (0.0, 1.0)), np.zeros((1, 2, 2)))
    found = Found(nothing, 1e-12, 1.0, "none")
    assert residual_estimate(system, found) == pytest.approx(100 * np.pi * 0.0001, rel=0.3)
    assert residual_estimate(system, replace(found, differentiable=False)) == 0


@pytest.mark.parametrize("name", ["ode-pendulum", "biharmonic-plate"])
def test_what_is_resolved_meets_its_equations(name):
    result = reference(bundled(name))
    assert not isinstance(result, NoReference), result


def test_corners_where_the_data_disagree_do_not_count():
    faces = [(f"{name} = {end}", "u = 0") for name in "xy" for end in (0, 1)]
    flat = Problem(["u_xx + u_yy = -1"], {"x": [0, 1], "y": [0, 1]}, faces)
    result = reference(flat, tolerance=1e-3)
    assert isinstance(result, Reference), result
