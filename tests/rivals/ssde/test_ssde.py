from dataclasses import replace

import pytest

import symplex
from symplex.errors import SettingsError
from symplex.problem import Problem, load
from symplex.rivals.ssde import SSDE, Mode, SSDESettings
from symplex.rivals.symbolic.genetic import GeneticSettings

SMALL = GeneticSettings(population=120, generations=8)
QUICK = SSDESettings(batch=100, shortening=2, genetic=SMALL)


def proved(problem, answer):
    assert answer.formulas is not None
    return symplex.verify(problem, answer.formulas).is_exact


def test_a_one_dimensional_poisson_problem_is_solved():
    problem = Problem(["u_xx = 6*x + 2"], {"x": [-1, 1]}, [("x = -1", "u = 0"), ("x = 1", "u = 2")])
    answer = SSDE(["+", "-", "*"], QUICK).solve(problem, seed=0, seconds=60)
    assert proved(problem, answer)


@pytest.mark.parametrize("mode", list(Mode))
def test_a_two_dimensional_poisson_problem_is_solved(mode):
    faces = [
        ("x = 0", "u = y^2"),
        ("x = 1", "u = 1 + y^2"),
        ("y = 0", "u = x^2"),
        ("y = 1", "u = x^2 + 1"),
    ]
    problem = Problem(["u_xx + u_yy = 4"], {"x": [0, 1], "y": [0, 1]}, faces)
    answer = SSDE(["+", "*"], replace(QUICK, mode=mode)).solve(problem, seed=0, seconds=60)
    assert proved(problem, answer)
    assert answer.candidates > 0
    assert answer.settings["mode"] == mode.value


def test_the_seed_fixes_the_outcome():
    problem = Problem(["u_t = -2*u"], {"t": [0, 1]}, [("t = 0", "u = 3")])
    rival = SSDE(["+", "*", "exp"], QUICK)
    first, second = (rival.solve(problem, seed=4, seconds=60) for _ in range(2))
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
def test_burgers_is_solved_with_few_operators():
    rival = SSDE(["+", "-", "*", "/", "abs"])
    answer = rival.solve(load("burgers"), seed=0, seconds=74)
    assert answer.formulas == {"u": "t + abs(x) + abs(y)"}
