from dataclasses import replace

import pytest

import symplex
from symplex.errors import SettingsError
from symplex.notation.problem_files import load
from symplex.problem import Problem
from symplex_benchmarks.rivals.ssde import SSDE, Mode, SSDESettings
from symplex_benchmarks.rivals.symbolic.genetic import GeneticSettings

SMALL = GeneticSettings(population=120, generations=8)
QUICK = SSDESettings(batch=100, shortening=2, genetic=SMALL)


def proved(problem, answer):
    assert answer.formulas is not None
    return symplex.verify(problem, answer.formulas).is_exact


LINE = Problem(["u_xx = 6*x + 2"], {"x": [-1, 1]}, [("x = -1", "u = 0"), ("x = 1", "u = 2")])
SQUARE = Problem(
    ["u_xx + u_yy = 4"],
    {"x": [0, 1], "y": [0, 1]},
    [
        ("x = 0", "u = y^2"),
        ("x = 1", "u = 1 + y^2"),
        ("y = 0", "u = x^2"),
        ("y = 1", "u = x^2 + 1"),
    ],
)


def test_a_one_dimensional_poisson_problem_is_solved():
    answer = SSDE(["+", "-", "*"], QUICK).solve(LINE, seed=0, seconds=999)
    assert proved(LINE, answer)


@pytest.mark.slow
@pytest.mark.parametrize("problem", [LINE, SQUARE])
def test_polynomial_poisson_problems_are_solved_as_compare_runs_it(problem):
    assert proved(problem, SSDE().solve(problem, seed=0, seconds=999))


@pytest.mark.parametrize("mode", list(Mode))
def test_a_two_dimensional_poisson_problem_is_solved(mode):
    answer = SSDE(["+", "*"], replace(QUICK, mode=mode)).solve(SQUARE, seed=0, seconds=999)
    assert proved(SQUARE, answer)
    assert answer.candidates > 0
    assert answer.settings["mode"] == mode.value


def test_the_seed_fixes_the_outcome():
    problem = Problem(["u_t = -2*u"], {"t": [0, 1]}, [("t = 0", "u = 3")])
    rival = SSDE(["+", "*", "exp"], QUICK)
    first, second = (rival.solve(problem, seed=4, seconds=999) for _ in range(2))
    assert first == second
    assert proved(problem, first)


def test_without_time_there_is_no_answer_but_a_reason():
    problem = Problem(["u_t = -2*u"], {"t": [0, 1]}, [("t = 0", "u = 3")])
    answer = SSDE().solve(problem, seed=0, seconds=0)
    assert answer.formulas is None
    assert answer.reason


def test_an_operator_that_does_not_exist_is_refused():
    with pytest.raises(SettingsError, match="'plus'"):
        SSDE(["plus"])


@pytest.mark.slow
def test_burgers_is_solved_with_two_seeds_of_three():
    problem = load("burgers")
    found = [SSDE().solve(problem, seed=seed, seconds=999) for seed in range(3)]
    assert sum(proved(problem, answer) for answer in found) >= 2
