"""What seems solved is scored again at points that no fit has seen."""

import pytest

from support.writing import Writing
from symplex.numerics.evaluation.sampling import Sampling
from symplex.problem import Problem
from symplex.problem.analysis.extent import verification_box
from symplex.solver.search.holdout import HoldOut


def losses(problem, *texts):
    formulas = Writing(problem)
    holdout = HoldOut(problem, verification_box(problem), formulas.encoding, Sampling())
    trees = formulas.trees(*texts)
    assert all(tree.ids for tree in trees)
    return holdout.losses(formulas.encoding.batch(trees))


def test_layers_at_a_face_are_seen():
    problem = Problem(
        equations=["u_xx = 0"],
        domain={"x": [0, 1]},
        conditions=[("x = 0", "u = 0"), ("x = 1", "u = 1")],
    )
    right, layer = losses(problem, "x", "1 - exp(-3000*x)")
    assert right < 1e-20
    assert layer > 1


def test_a_kink_outside_of_the_box_counts():
    problem = Problem(
        equations=["u_t = diff(u*u_x, x)"],
        domain={"x": [-2, 2], "t": [1, 2]},
        conditions=[("t = 1", "u = max(1 - x^2/6, 0)")],
    )
    profile = "1 - x^2*exp(-2*log(t)/3)/6"
    with_kink, without = losses(
        problem, f"max({profile}, 0)*exp(-log(t)/3)", f"({profile})*exp(-log(t)/3)"
    )
    assert with_kink < 1e-20
    assert without > 1e-3


def test_data_that_end_with_the_box_are_no_obstacle():
    problem = Problem(
        equations=["u_t + u*u_x = 0"],
        domain={"x": [0, 1], "t": [0, 1]},
        conditions=[("t = 0", "u = sqrt(x)")],
    )
    (loss,) = losses(problem, "sqrt(x + t^2/4) - t/2")
    assert loss < 1e-12


def test_constants_stay_as_they_are():
    problem = Problem(equations=["u_x = 3"], domain={"x": [0, 1]}, conditions=[("x = 0", "u = 0")])
    exact, off = losses(problem, "3*x", "3.5*x")
    assert exact < 1e-20
    assert off == pytest.approx(0.25, rel=0.5)
