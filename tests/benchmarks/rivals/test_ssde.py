"""SSDE as a rival."""

from dataclasses import replace

import numpy as np
import pytest

import symplex
from symplex.errors import SettingsError
from symplex.expression import CONSTANT, Symbol
from symplex.expression.encoding import TreeEncoding
from symplex.expression.evaluate import evaluate
from symplex.expression.operators import ADD, MULTIPLY, SIN
from symplex.expression.vocabulary import Vocabulary
from symplex.notation.problem_files import load
from symplex.numerics.evaluation.sampling import draw
from symplex.problem import Problem
from symplex_benchmarks.rivals.ssde import SSDE, Mode, SSDESettings
from symplex_benchmarks.rivals.ssde.grid import Grid, known_values
from symplex_benchmarks.rivals.ssde.groups import GroupScorer
from symplex_benchmarks.rivals.ssde.recursion import Recursion
from symplex_benchmarks.rivals.symbolic.genetic import GeneticSettings
from symplex_benchmarks.rivals.symbolic.lbfgs import LBFGS
from symplex_benchmarks.rivals.symbolic.scorer import Scorer
from symplex_benchmarks.rivals.symbolic.words import operators_named, vocabulary_of

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


def test_the_settings_of_a_search_and_of_its_trees_are_those_that_were_given():
    chosen = SSDESettings(batch=7, queue=3, taught=2, shortening=5, max_length=11)
    found = chosen.search
    assert (found.batch, found.queue, found.taught, found.shortening) == (7, 3, 2, 5)
    assert chosen.grammar(Vocabulary((Symbol("x"), CONSTANT))).max_length == 11


def test_an_initial_condition_is_known_on_all_of_space():
    grid = known_values(load("heat"))
    assert grid is not None
    assert grid.names == ("x", "y")
    x, y = np.meshgrid(grid.axes["x"], grid.axes["y"], indexing="ij")
    assert grid.values == pytest.approx(np.sin(x) * np.cos(y))


def test_faces_are_known_and_the_interior_is_not():
    grid = known_values(load("poisson-quartic"))
    assert grid is not None
    x, y = np.meshgrid(grid.axes["x"], grid.axes["y"], indexing="ij")
    on_faces = (np.abs(x) == 1) | (np.abs(y) == 1)
    assert np.array_equal(np.isfinite(grid.values), on_faces)
    assert grid.values[on_faces] == pytest.approx((x**4 + 1.2 * y**4)[on_faces])


def test_slopes_alone_give_no_values():
    assert known_values(Problem(["u_xx = 0"], {"x": [0, 1]}, [("x = 0", "u_x = 1")])) is None


def test_the_first_axis_can_be_taken_off():
    grid = known_values(load("heat"))
    assert grid is not None
    rest = grid.without_first(np.arange(len(grid.axes["y"]), dtype=float))
    assert rest.names == ("y",)
    assert rest.values[2] == 2


ENCODING = TreeEncoding(Vocabulary((ADD, MULTIPLY, SIN, Symbol("x"), Symbol("y"), CONSTANT)))
X_AXIS, Y_AXIS = np.linspace(0, 1, 9), np.linspace(1, 2, 8)
VALUES = np.sin(X_AXIS)[:, None] * Y_AXIS**2
SINE = ENCODING.free * ENCODING.apply(SIN, ENCODING.symbol("x"))


def scorer(values=VALUES, most=4):
    return GroupScorer(Grid({"x": X_AXIS, "y": Y_AXIS}, values), ENCODING, LBFGS(), most)


def test_the_right_skeleton_fits_every_group_and_others_do_not():
    line = ENCODING.free * ENCODING.symbol("x")
    right, wrong = scorer().score([SINE, line])
    assert right.loss < 1e-18
    assert wrong.loss > 1e-6


def test_the_constants_of_all_groups_are_a_function_of_the_other_variable():
    assert scorer().constants(SINE, LBFGS(steps=100))[0] == pytest.approx(Y_AXIS**2, abs=1e-8)


def test_groups_with_too_little_data_have_no_constants():
    values = VALUES.copy()
    values[:, 3] = np.nan
    found = scorer(values).constants(SINE, LBFGS(steps=100))[0]
    assert np.isnan(found[3])
    assert np.isfinite(np.delete(found, 3)).all()


def test_single_points_say_nothing():
    lonely = np.full(VALUES.shape, np.nan)
    lonely[0] = 1.0
    assert scorer(lonely).is_empty
    assert not scorer().is_empty


def test_a_tree_is_scored_once():
    made = scorer()
    made.score([SINE, SINE])
    made.score([SINE])
    assert made.candidates == 1


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
