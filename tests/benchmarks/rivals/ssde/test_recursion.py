import numpy as np
import pytest

from symplex.expression.encoding import TreeEncoding
from symplex.expression.evaluate import evaluate
from symplex.notation.problem_files import load
from symplex.numerics.evaluation.sampling import draw
from symplex.problem import Problem
from symplex_benchmarks.rivals.ssde.recursion import Recursion
from symplex_benchmarks.rivals.ssde.settings import SSDESettings
from symplex_benchmarks.rivals.symbolic.genetic import GeneticSettings
from symplex_benchmarks.rivals.symbolic.scorer import Scorer
from symplex_benchmarks.rivals.symbolic.words import operators_named, vocabulary_of


def recursion(problem, operators, seed=0):
    small = GeneticSettings(population=100, generations=8)
    chosen = SSDESettings(genetic=small)
    encoding = TreeEncoding(vocabulary_of(problem, operators_named(operators)))
    objective = draw(problem, np.random.default_rng(0), chosen.sampling)
    scorer = Scorer(objective, encoding, chosen.scorer)
    return Recursion(scorer, chosen.search, chosen.grammar(encoding.vocabulary), seed), scorer


def test_a_space_variable_comes_first_and_time_by_the_equation():
    problem = Problem(["u_t = -2*u"], {"x": [0, 1], "t": [0, 1]}, [("t = 0", "u = x + x^2")])
    one, scorer = recursion(problem, ["+", "*", "exp"])
    best = one.run(problem, 1e-16, 60)[0]
    value = evaluate(scorer.encoding.decode(best), {"x": 0.3, "t": 0.4})
    assert value == pytest.approx((0.3 + 0.09) * np.exp(-0.8), abs=1e-8)


@pytest.mark.slow
def test_heat_is_solved_one_variable_after_the_other():
    problem = load("heat")
    one, scorer = recursion(problem, ["+", "*", "sin", "cos", "exp"])
    best = one.run(problem, 1e-16, 60)[0]
    assert scorer.score([best])[0].loss < 1e-16
    point = {"x": 0.3, "y": -0.7, "t": 0.4}
    value = evaluate(scorer.encoding.decode(best), point)
    assert value == pytest.approx(np.sin(0.3) * np.cos(0.7) * np.exp(-0.8), abs=1e-8)
    assert one.candidates > 0


def test_one_variable_leaves_nothing_to_recurse_on():
    problem = Problem(["u_t = -u"], {"t": [0, 1]}, [("t = 0", "u = 1")])
    one, _ = recursion(problem, ["+", "*", "exp"])
    assert one.run(problem, 1e-16, 5) == []


def test_a_problem_without_values_has_no_recursion():
    problem = Problem(["u_x + u_y = 0"], {"x": [0, 1], "y": [0, 1]}, [("x = 0", "u_x = 1")])
    one, _ = recursion(problem, ["+", "*"])
    assert one.run(problem, 1e-16, 5) == []
