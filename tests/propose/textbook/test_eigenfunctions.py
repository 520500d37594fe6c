"""Series of eigenfunctions: which are proposed, and that they are what is proved."""

import numpy as np
import pytest
from scipy.integrate import quad

from support.rods import COLD, partial_sum, rod
from symplex.expression.evaluate import evaluate
from symplex.problem import Problem
from symplex.proof.series.here import verify_series_here
from symplex.propose.textbook.pdes.eigenfunctions import series_of
from symplex.work.budget import Budget

WALLS = (COLD, ("u_x = 0", "u_x = 0"), ("u = 0", "u_x = 0"), ("u_x = 0", "u = 0"))
DATA = {
    "x*(1-x)": lambda x: x * (1 - x),
    "x^3 - x/2": lambda x: x**3 - x / 2,
    "min(x, 1-x)": lambda x: np.minimum(x, 1 - x),
    "max(0, min(x-1/4, 1/2-x))": lambda x: np.maximum(0, np.minimum(x - 0.25, 0.5 - x)),
    "(1+sign(x-1/3))/2": lambda x: (1 + np.sign(x - 1 / 3)) / 2,
    "piecewise(x, x < 1/5, 1)": lambda x: np.where(x < 0.2, x, 1.0),
    "abs(x-1/5)": lambda x: abs(x - 0.2),
}


def proposed(problem):
    return series_of(problem, Budget.unlimited())


@pytest.mark.parametrize("walls", WALLS, ids=" ".join)
@pytest.mark.parametrize("data", DATA)
def test_what_is_proposed_is_proved(data, walls):
    problem = rod(data, walls)
    series = proposed(problem)
    assert verify_series_here(problem, series).is_exact


@pytest.mark.parametrize("walls", WALLS, ids=" ".join)
@pytest.mark.parametrize("data", DATA)
def test_coefficients_are_those_of_a_numerical_integral(data, walls):
    series = proposed(rod(data, walls))
    sine, mixed = walls[0] == "u = 0", walls[0] != walls[1]
    wave = np.sin if sine else np.cos
    at_start = {"x": np.asarray(0.3), "t": np.asarray(0.0)}
    for n in range(1, 9, 2 if mixed else 1):
        omega = n * np.pi / (2 if mixed else 1)
        count, left = divmod(n - series.first, series.step)
        counted = count >= 0 and not left
        found = float(evaluate(series.at(count), at_start)) / wave(omega * 0.3) if counted else 0
        assert found == pytest.approx(coefficient(DATA[data], wave, omega), abs=1e-9)


def coefficient(values, wave, omega):
    breaks = [0.2, 0.25, 1 / 3, 0.375, 0.5]
    return 2 * quad(lambda x: values(x) * wave(omega * x), 0, 1, points=breaks)[0]


@pytest.mark.parametrize(
    ("problem", "closed"),
    [
        (rod("0", ("u = 1", "u = 2")), "x + 1"),
        (rod("0", COLD, "u_t = u_xx + x"), "x/6 - x^3/6"),
        (rod("0", ("u_x = 1", "u_x = 2"), "u_t = 3*u_xx + 1"), "4*t + x^2/2 + x - 2/3"),
        (rod("x", ("u_x = 0", "u_x = 0"), "u_t = u_xx - u"), "exp(-t)/2"),
    ],
)
def test_sources_and_walls_go_into_the_closed_part(problem, closed):
    series = proposed(problem)
    assert series.text.startswith(f"{closed} + sum(")
    assert verify_series_here(problem, series).is_exact


@pytest.mark.parametrize("low", [-1, 2])
def test_rods_and_times_begin_anywhere(low):
    problem = Problem(
        ["2*u_s = kappa*u_yy"],
        {"y": [low, "5/2"], "s": [3, 4]},
        [("s = 3", "u = y"), (f"y = {low}", "u_y = 0"), ("y = 5/2", "u = 0")],
        parameters={"kappa": [0.5, 2]},
    )
    assert verify_series_here(problem, proposed(problem)).is_exact


@pytest.mark.parametrize(
    "problem",
    [
        rod("sin(pi*x)"),
        rod("sin(3*pi*x) + x*(1-x)*0"),
        rod("0"),
        rod("x", ("u = 0", "u = 1")),
        rod("1", ("u_x = 0", "u_x = 0")),
        rod("exp(x)"),
        rod("x", ("u = t", "u = 0")),
        rod("x*(1-x)", COLD, "u_tt = u_xx"),
    ],
    ids=str,
)
def test_sums_that_end_and_other_problems_are_left_to_others(problem):
    assert proposed(problem) is None


def test_the_index_is_a_name_that_means_nothing_else():
    problem = rod("n*x*(1-x)", parameters={"n": [1, 2]})
    assert proposed(problem).index == "m"


def test_the_sum_is_the_solution_of_a_difference_scheme():
    from scipy.linalg import expm

    cells = 200
    x = np.linspace(0, 1, cells + 1)[1:-1]
    laplacian = (
        np.eye(cells - 1, k=1) + np.eye(cells - 1, k=-1) - 2 * np.eye(cells - 1)
    ) * cells**2
    wanted = expm(0.05 * laplacian) @ (x * (1 - x))
    found = partial_sum(proposed(rod("x*(1-x)")), 10, x=x, t=0.05)
    assert np.abs(found - wanted).max() < 1e-5
