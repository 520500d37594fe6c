import numpy as np
import pytest

from symplex.errors import SymplexError
from symplex.notation.problem_files import load
from symplex.problem import Problem
from symplex_benchmarks.rivals.weno import WENO

SMALL = WENO(nodes=(100, 30, 12))


def _error(problem, truth, weno=SMALL):
    answer = weno.solve(problem, seed=0, seconds=999)
    points = problem.box.sample(np.random.default_rng(1), 1000)
    return answer, np.abs(answer.values(points)["u"] - truth(**points))


def test_the_paper_s_burgers_problem():
    answer, error = _error(load("burgers"), lambda x, y, t: np.abs(x) + np.abs(y) + t)
    assert np.mean(error**2) < 1e-3
    assert answer.storage == 30 * 30 * 8 * (int(answer.settings["steps"]) + 1)


@pytest.mark.slow
def test_the_paper_s_burgers_problem_on_the_stated_grid():
    answer, error = _error(load("burgers"), lambda x, y, t: np.abs(x) + np.abs(y) + t, WENO())
    assert np.sqrt(np.mean(error**2)) < 1e-3
    assert np.mean(error) < 1e-3
    assert np.max(error) < 1e-2  # in the cells that a kink goes through
    assert answer.settings["grid"].startswith("100 nodes")


def test_an_open_box_is_widened_so_that_what_comes_from_outside_is_there():
    # At t = 1 half of the box is filled with what was left of it.
    _, error = _error(load("hj-convex"), lambda x, t: np.minimum(x - t / 2, 0))
    assert np.max(error) < 0.02
    gaussian = "exp(-2*(x - 3*t)^2)"
    problem = Problem(
        ["u_t + 3*u_x = 0"], {"x": [-1, 1], "t": [0, 1]}, [("t = 0", "u = exp(-2*x^2)")]
    )
    _, error = _error(problem, lambda x, t: np.exp(-2 * (x - 3 * t) ** 2), WENO(nodes=(200, 1, 1)))
    assert np.max(error) < 1e-4, gaussian


def test_values_on_faces_are_used():
    # The inflow has a corner in time which no extrapolation could know.
    problem = Problem(
        ["u_t + u_x = 0"],
        {"x": [0, 1], "t": [0, 1]},
        [("t = 0", "u = 0"), ("x = 0", "u = max(t - 1/2, 0)")],
    )
    _, error = _error(problem, lambda x, t: np.maximum(t - x - 0.5, 0))
    assert np.max(error) < 0.02


def test_a_parameter_is_one_more_axis():
    def truth(x, y, t, kappa):
        return 2 * np.sin(x - kappa * t) * np.sin(y - kappa * t)

    _, error = _error(load("parametric-advection-sine"), truth)
    assert np.mean(error**2) < 1e-3


@pytest.mark.parametrize("name", ["heat", "poisson-exp"])
def test_what_it_is_not_made_for_is_said(name):
    with pytest.raises(SymplexError, match="WENO"):
        WENO().solve(load(name), seed=0, seconds=999)


def test_time_that_is_over_is_a_reason():
    answer = WENO().solve(load("burgers"), seed=0, seconds=0.0)
    assert answer.values is None
    assert "time was over" in answer.reason
