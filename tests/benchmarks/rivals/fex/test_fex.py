import pytest

import symplex
from symplex.expression.operators import ABS, MAX
from symplex.notation.problem_files import load
from symplex.problem import Problem
from symplex_benchmarks.rivals.fex import FEX, FEXSettings, Shape
from symplex_benchmarks.rivals.fex.fex import choices_of


def test_the_quartic_poisson_problem_is_solved_up_to_its_constants():
    problem = load("poisson-quartic")
    answer = FEX().solve(problem, seed=0, seconds=999)
    assert answer.formulas is not None
    assert symplex.verify(problem, answer.formulas).is_exact


def test_the_seed_fixes_the_outcome():
    problem = Problem(["u_t = -2*u"], {"t": [0, 1]}, [("t = 0", "u = 3")])
    rival = FEX(FEXSettings(shapes=(Shape.DEPTH2_SUB,)))
    first, second = (rival.solve(problem, seed=2, seconds=999) for _ in range(2))
    assert first == second
    assert first.formulas == {"u": "3*exp(-2*t)"}
    assert first.settings["trees"] == "depth2_sub"


def test_kinks_of_the_statement_bring_their_operators():
    assert ABS in choices_of(load("burgers")).unary
    assert MAX in choices_of(load("burgers")).binary
    assert ABS not in choices_of(load("heat")).unary


def test_more_numbers_than_can_be_learnt_are_refused_in_a_sentence():
    names = [f"x{i}" for i in range(20)]
    equation = " + ".join(f"diff(u, {name})" for name in names)
    problem = Problem([f"{equation} = 0"], {name: [0, 1] for name in names})
    answer = FEX().solve(problem, seed=0, seconds=999)
    assert answer.formulas is None
    assert "more than 32 numbers" in answer.reason


def test_without_time_there_is_no_answer_but_a_reason():
    answer = FEX().solve(load("heat"), seed=0, seconds=0)
    assert answer.formulas is None
    assert answer.reason


@pytest.mark.slow
def test_burgers_is_solved():
    answer = FEX().solve(load("burgers"), seed=0, seconds=148)
    assert answer.formulas == {"u": "t + abs(x) + abs(y)"}
