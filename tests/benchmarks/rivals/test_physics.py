import numpy as np
import pytest
import torch

from symplex.notation.problem_files import load
from symplex.problem import Problem
from symplex_benchmarks.rivals.physics import Physics


def _residuals(problem, formula):
    physics, rng = Physics(problem), np.random.default_rng(0)
    for equation in problem.all_equations:
        inputs = torch.tensor(physics.points(equation, rng, 50), requires_grad=True)
        outputs = formula(*inputs.T)[:, None]
        yield physics.residual(equation, inputs, outputs).detach()


def test_a_solution_has_no_residual_and_another_formula_has_one():
    problem = load("parametric-heat")

    def truth(x, y, t, kappa):
        return torch.sin(x) * torch.cos(y) * torch.exp(-2 * kappa * t)

    residuals = list(_residuals(problem, truth))
    assert all(one.shape == (50, 1) for one in residuals)
    assert max(float(one.abs().max()) for one in residuals) < 1e-12
    wrong = _residuals(problem, lambda x, y, t, kappa: truth(x, y, t, 2 * kappa))
    assert float(next(wrong).abs().max()) > 0.1


def test_derivatives_of_any_order_are_taken():
    problem = Problem(["u_xxt = 6*x*u_t"], {"x": [1, 2], "t": [0, 1]}, [("t = 0", "u = 0")])
    # u = x³ t: u_xxt = 6 x and u_t = x³.
    (inside, start) = _residuals(problem, lambda x, t: x**3 * t)
    assert float(start.abs().max()) == 0
    assert float(inside.abs().max()) > 1
    problem = Problem(["u_xxt = 6*x"], {"x": [1, 2], "t": [0, 1]}, [("t = 0", "u = 0")])
    (inside, _) = _residuals(problem, lambda x, t: x**3 * t)
    assert float(inside.abs().max()) == pytest.approx(0, abs=1e-12)


def test_points_of_a_condition_lie_on_its_region():
    problem = load("poisson-exp")
    physics = Physics(problem)
    rows = physics.points(problem.conditions[0], np.random.default_rng(0), 20)
    ((name, _),) = problem.conditions[0].region.fixed
    column = rows[:, physics.names.index(name)]
    assert np.ptp(column) == 0
    assert np.ptp(rows) > 0.5
