"""What runs of the paper's recipe are watched for: the true structure, its probability, its fit."""

import math
import tomllib

import numpy as np
import pytest

from paper_recipe.truth import TrueStructures, log_probability, reward_by_recipe
from support.checkout import BENCHMARKS
from symplex.expression.encoding import TreeEncoding
from symplex.expression.parse import parse
from symplex.expression.sequences.grammar import Grammar
from symplex.notation.problem_files import bundled
from symplex.numerics.evaluation.evaluator import evaluator
from symplex.numerics.evaluation.fit import LevenbergMarquardt
from symplex.numerics.evaluation.sampling import draw
from symplex.propose.candidates.curriculum import stages
from symplex.propose.candidates.settings import PAPER
from symplex.propose.candidates.vocabulary import search_vocabulary
from symplex.solver.search.policy_learner import PolicyLearner

STRUCTURES = tomllib.loads((BENCHMARKS / "paper_skeletons.toml").read_text(encoding="utf-8"))
OPERATORS = tomllib.loads((BENCHMARKS / "paper_operators.toml").read_text(encoding="utf-8"))


def words(name):
    problem = bundled(name)
    return problem, search_vocabulary(
        problem, {}, (), only=tuple(OPERATORS[name]), literals=False
    ).vocabulary


def structures(problem, rows):
    return TrueStructures(
        {stage: parse(text, problem.answer_scope) for stage, text in rows.items()}
    )


@pytest.mark.parametrize("name", STRUCTURES)
def test_each_structure_solves_its_stage(name):
    """Levenberg–Marquardt finds the constants, in the recipe's own operators."""
    problem, vocabulary = words(name)
    made = structures(problem, STRUCTURES[name])
    assert set(STRUCTURES) == set(OPERATORS)
    of_the_recipe = stages(problem)
    assert [stage.name for stage in of_the_recipe] == list(STRUCTURES[name])
    for stage in of_the_recipe:
        objective = draw(stage.problem, np.random.default_rng(0), PAPER.sampling)
        exact = LevenbergMarquardt(starts=8, steps=60, first_points=0)
        written = made.written(stage.name, vocabulary)
        assert written is not None
        fitted = evaluator(objective, vocabulary, 1).fit(written, exact)
        assert float(np.nanmin(fitted.losses)) < 1e-14


def test_all_orders_of_commutative_arguments_count():
    problem, vocabulary = words("burgers")
    made = structures(problem, STRUCTURES["burgers"])
    written = made.written("time", vocabulary)
    assert len(written) == 4
    assert len({ids.tobytes() for ids in written}) == 4
    assert made.written("kappa", vocabulary) is None


def test_the_probability_is_that_of_sampling():
    problem, vocabulary = words("hj-concave")
    written = structures(problem, STRUCTURES["hj-concave"]).written("space", vocabulary)
    learner = PolicyLearner(TreeEncoding(vocabulary), PAPER, 0)
    leaves = tuple(i for i, t in enumerate(vocabulary.tokens) if str(t) != "t")
    grammar = Grammar(vocabulary, max_depth=3, max_length=8, max_constants=2)
    assert len(leaves) > 2
    expected = math.exp(log_probability(learner, grammar, written))
    drawn = learner.sample(grammar, 20_000)
    seen = sum(ids.tobytes() == written[0].tobytes() for ids in drawn.tokens)
    assert seen == pytest.approx(20_000 * expected, abs=4 * math.sqrt(20_000 * expected) + 1)


def test_the_reward_is_that_of_the_recipes_fit():
    problem, vocabulary = words("poisson-quartic")
    written = structures(problem, STRUCTURES["poisson-quartic"]).written("variables", vocabulary)
    objective = draw(problem, np.random.default_rng(0), PAPER.sampling)
    fitter = evaluator(objective, vocabulary, 1)
    found = reward_by_recipe(fitter, PAPER.fit, written)
    assert 0.1 < found < 1.0
    assert reward_by_recipe(fitter, LevenbergMarquardt(), written) > 0.999
