"""Networks that are trained on the equations, and symbolic regression of what they learn."""

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


def test_an_exponential_is_read_off_a_small_network():
    from symplex_benchmarks.rivals.dsr import DSR, DSRSettings
    from symplex_benchmarks.rivals.pinn import PINN
    from symplex_benchmarks.rivals.pinn_dsr import PINNWithDSR

    problem = Problem(["u_x = u"], {"x": [0, 1]}, [("x = 0", "u = 1")])
    pinn = PINN(layers=1, width=16, interior=50, on_condition=5, adam_steps=200, lbfgs_steps=100)
    # As good as the network: what comes nearer follows its errors.
    regression = DSR(["+", "*", "exp"], DSRSettings(batch=200, max_length=8, solved=1e-5))
    rival = PINNWithDSR(network=pinn, regression=regression)
    answer = rival.solve(problem, seed=0, seconds=999)
    assert answer.formulas == {"u": "exp(x)"}
    assert answer.storage == len("exp(x)")
    assert answer.candidates > 0


def test_formulas_are_written_with_what_the_statement_is_written_with():
    from symplex_benchmarks.rivals.pinn_dsr import _operator_names

    assert {"abs", "+"} <= {*_operator_names(load("burgers"))}
    assert "sin" not in _operator_names(load("burgers"))
    assert {"sin", "exp", "*"} <= {*_operator_names(load("poisson-exp"))}


@pytest.mark.slow
def test_a_sum_of_exponentials_is_recovered_from_its_poisson_problem():
    from symplex_benchmarks.rivals.pinn_dsr import PINNWithDSR

    answer = PINNWithDSR().solve(load("poisson-exp"), seed=0, seconds=999)
    assert answer.formulas == {"u": "exp(x) + exp(y)"}
