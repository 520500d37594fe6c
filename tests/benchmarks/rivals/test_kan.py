"""KANs as a rival."""

import numpy as np
import pytest

from symplex.expression.evaluate import evaluate
from symplex.expression.parse import parse
from symplex.notation.problem_files import load
from symplex.problem import Problem

pytest.importorskip("kan", reason="pykan is of the extra symplex-benchmarks[rivals]")
pytestmark = pytest.mark.filterwarnings("ignore")


def _errors(problem, answer, truth):
    formula = parse(answer.formulas["u"], problem.answer_scope)
    points = problem.box.sample(np.random.default_rng(0), 500)
    return evaluate(formula, points) - truth(**points)


def test_a_parabola_is_read_off():
    from symplex_benchmarks.rivals.kan import KAN

    problem = Problem(["u_x = 2*x"], {"x": [-1, 1]}, [("x = 0", "u = 0")])
    rival = KAN(interior=50, on_condition=5, adam_steps=20, lbfgs_steps=10)
    answer = rival.solve(problem, seed=0, seconds=999)
    assert np.mean(_errors(problem, answer, lambda x: x**2) ** 2) < 1e-4


@pytest.mark.slow
def test_a_sum_of_two_functions_is_read_off():
    from symplex_benchmarks.rivals.kan import KAN

    problem = Problem(
        ["u_xy = 0"],
        {"x": [-1, 1], "y": [-1, 1]},
        [
            ("x = -1", "u = 1 + y"),
            ("x = 1", "u = 1 + y"),
            ("y = -1", "u = x^2 - 1"),
            ("y = 1", "u = x^2 + 1"),
        ],
    )
    # By steps and not by the clock: a busy machine must not leave the network untrained.
    rival = KAN(interior=200, on_condition=50, adam_steps=300, lbfgs_steps=60)
    answer = rival.solve(problem, seed=0, seconds=600)
    assert np.mean(_errors(problem, answer, lambda x, y: x**2 + y) ** 2) < 1e-4


@pytest.mark.slow
def test_the_paper_s_burgers_problem_has_a_formula_with_a_value_everywhere():
    from symplex_benchmarks.rivals.kan import KAN

    problem = load("burgers")
    answer = KAN().solve(problem, seed=0, seconds=999)
    gaps = _errors(problem, answer, lambda x, y, t: np.abs(x) + np.abs(y) + t)
    assert np.isfinite(gaps).all()
    assert np.mean(gaps**2) < 0.1
