"""The finite expression method as a rival."""

from itertools import count

import numpy as np
import pytest

import symplex
from symplex.expression import CONSTANT, Symbol
from symplex.expression.encoding import TreeEncoding
from symplex.expression.operators import ABS, ADD, EXP, MAX, MULTIPLY, SIN
from symplex.expression.render import to_text
from symplex.expression.vocabulary import Vocabulary
from symplex.notation.problem_files import load
from symplex.numerics.evaluation.sampling import draw
from symplex.problem import Problem
from symplex_benchmarks.rivals.fex import FEX, FEXSettings, Shape
from symplex_benchmarks.rivals.fex.controller import Controller
from symplex_benchmarks.rivals.fex.fex import choices_of
from symplex_benchmarks.rivals.fex.search import ShapeSearch
from symplex_benchmarks.rivals.fex.settings import ControllerSettings
from symplex_benchmarks.rivals.fex.trees import Choices, Special, TreeBuilder, numbers_of
from symplex_benchmarks.rivals.fex.tuning import Finalists
from symplex_benchmarks.rivals.symbolic.queue import Scored
from symplex_benchmarks.rivals.symbolic.scorer import Scorer
from symplex_benchmarks.rivals.symbolic.words import in_order, vocabulary_of


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


EAGER = ControllerSettings(learning_rate=0.3, greedy=0.0, random_epochs=0)


def test_what_is_rewarded_becomes_likelier():
    controller = Controller((4, 2), EAGER, seed=0)
    for _ in range(60):
        actions = controller.sample(30)
        controller.learn(actions, (actions[:, 0] == 2).astype(np.float64))
    assert (controller.sample(200)[:, 0] == 2).mean() > 0.8


def test_the_first_epochs_are_drawn_evenly_and_every_choice_stays_possible():
    controller = Controller((3,), ControllerSettings(learning_rate=0.5, random_epochs=2), seed=0)
    for _ in range(40):
        actions = controller.sample(30)
        controller.learn(actions, (actions[:, 0] == 1).astype(np.float64))
    assert set(controller.sample(500)[:, 0].tolist()) == {0, 1, 2}


def test_the_seed_fixes_the_draws():
    first, second, other = (Controller((5, 5, 5), EAGER, seed) for seed in (3, 3, 4))
    drawn = first.sample(20)
    assert np.array_equal(drawn, second.sample(20))
    assert not np.array_equal(drawn, other.sample(20))


CHOICES = Choices((*Special, SIN, EXP), (ADD, MULTIPLY))
ENCODING = TreeEncoding(Vocabulary((ADD, MULTIPLY, SIN, EXP, Symbol("x"), Symbol("y"), CONSTANT)))


def built(shape, actions):
    numbers = count(2)
    tree = TreeBuilder(ENCODING, shape, CHOICES).build(actions, lambda: float(next(numbers)))
    return to_text(ENCODING.decode(tree))


def test_a_leaf_is_a_linear_combination_of_a_function_of_each_variable():
    sine, itself, add = 3, 2, 0
    text = built(Shape.DEPTH1, [add, sine, itself])
    assert text == "sin(y)*3 + (sin(x)*2 + 0) + (y*5 + (x*4 + 0))"


def test_a_unary_node_is_scaled_and_shifted():
    exponential, times, one, nothing = 4, 1, 1, 0
    assert built(Shape.DEPTH2_SUB, [exponential, times, one, nothing]) == "exp(2*3)*1 + 0"


@pytest.mark.parametrize("shape", list(Shape))
def test_no_tree_has_more_numbers_than_are_counted(shape):
    actions = [1 if n == 2 else 3 for n in CHOICES.counts(shape)]
    tree = TreeBuilder(ENCODING, shape, CHOICES).build(actions, lambda: 1.0)
    assert len(tree.constants) == numbers_of(shape, 2)


def test_every_node_has_as_many_choices_as_its_kind():
    assert CHOICES.counts(Shape.DEPTH2_SUB) == (5, 2, 5, 5)
    assert CHOICES.operators == {ADD, MULTIPLY, SIN, EXP}


DECAY = Problem(["u_t = -2*u"], {"t": [0, 1]}, [("t = 0", "u = 3")])
DECAYING = TreeEncoding(vocabulary_of(DECAY, (ADD, MULTIPLY, EXP)))
T = DECAYING.symbol("t")
ROUGH = DECAYING.slot(2.0) * DECAYING.apply(EXP, DECAYING.slot(-1.0) * T)


def _finalists(promising):
    scorer = Scorer(draw(DECAY, np.random.default_rng(0)), DECAYING)
    made = Finalists(scorer, FEXSettings(finalists=2, promising=promising), solved=1e-12)
    trees = [ROUGH, T, DECAYING.free * T]
    losses = scorer.losses(DECAYING.batch(trees)).tolist()
    made.offer([Scored(tree, loss) for tree, loss in zip(trees, losses, strict=True)])
    return made


@pytest.fixture
def finalists():
    return _finalists(promising=0)


def test_the_best_of_the_new_are_fitted_before_they_are_compared():
    assert _finalists(promising=3).solved


def test_long_fits_find_the_numbers(finalists):
    assert not finalists.solved
    assert finalists.tune()
    assert finalists.solved
    assert finalists.best.tree.constants == pytest.approx((3, -2), abs=1e-5)


def test_adam_and_lbfgs_together_find_them_too(finalists):
    finalists.tune_long()
    assert finalists.solved


def test_an_empty_buffer_cannot_be_tuned():
    scorer = Scorer(draw(DECAY, np.random.default_rng(0)), DECAYING)
    assert not Finalists(scorer, FEXSettings(), solved=0.0).tune()


SYSTEM = Problem(
    ["u_x = v", "v_x = -u"],
    {"x": [0, 1]},
    [("x = 0", "u = 0"), ("x = 0", "v = 1")],
    unknowns=["u", "v"],
)


@pytest.fixture
def search():
    choices = choices_of(SYSTEM)
    encoding = TreeEncoding(vocabulary_of(SYSTEM, in_order(choices.operators)))
    settings = FEXSettings(batch=12)
    scorer = Scorer(draw(SYSTEM, np.random.default_rng(0), settings.sampling), encoding)
    return ShapeSearch(scorer, Shape.DEPTH1, choices, settings, seed=0), scorer


def test_an_epoch_scores_a_tree_for_each_unknown(search):
    found = search[0].epoch()
    assert len(found) == search[0].candidates == 12
    assert all(len(one.tree.components) == 2 for one in found)


def test_losses_are_those_of_the_trees_and_learning_lowers_them(search):
    one, scorer = search
    found = [each for each in one.epoch() if np.isfinite(each.loss)]
    again = scorer.losses(scorer.encoding.batch([each.tree for each in found]))
    assert again == pytest.approx([each.loss for each in found], rel=1e-6)
    assert min(again) < 0.2 * scorer.scale()
