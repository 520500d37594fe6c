import numpy as np
import pytest

from symplex.notation.problem_files import load
from symplex.problem import Problem

pytest.importorskip("deepxde", reason="DeepXDE is of the extra symplex-benchmarks[rivals]")


def test_a_network_learns_an_ordinary_equation():
    from symplex_benchmarks.rivals.pinn import PINN

    problem = Problem(["u_x = u"], {"x": [0, 1]}, [("x = 0", "u = 1")])
    pinn = PINN(layers=1, width=16, interior=50, on_condition=5, adam_steps=200, lbfgs_steps=100)
    answer = pinn.solve(problem, seed=0, seconds=999)
    x = np.linspace(0, 1, 30)
    assert np.mean((answer.values({"x": x})["u"] - np.exp(x)) ** 2) < 1e-4
    assert answer.storage == 8 * (16 + 16 + 16 + 1)


@pytest.mark.slow
def test_the_paper_s_burgers_problem_without_data_on_the_faces():
    from symplex_benchmarks.rivals.pinn import PINN

    problem = load("burgers")
    answer = PINN().solve(problem, seed=0, seconds=999)
    points = problem.box.sample(np.random.default_rng(0), 4096)
    true = points["t"] + np.abs(points["x"]) + np.abs(points["y"])
    assert np.mean((answer.values(points)["u"] - true) ** 2) < 1e-2
