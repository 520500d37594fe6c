"""Recipes and their ingredients."""

import pytest

from symplex.errors import SettingsError
from symplex.numerics.evaluation.evaluator import Device
from symplex.numerics.evaluation.fit import Adam
from symplex.propose.candidates.settings import DEFAULT, INGREDIENTS, PAPER, RECIPES, SYMFORMER


def test_an_ingredient_is_switched_off():
    assert DEFAULT.statement_formulas
    assert not DEFAULT.without(["statement-formulas"]).statement_formulas
    bare = DEFAULT.without(["symformer", "lm", "hold-out", "curriculum"])
    assert (bare.samples, bare.regrown) == (0, 0)
    assert isinstance(bare.fit, Adam)
    assert not bare.holdout
    assert not bare.curriculum
    assert bare.lifts


def test_every_ingredient_makes_a_recipe_of_its_own():
    recipes = [DEFAULT, *(DEFAULT.without([name]) for name in INGREDIENTS)]
    assert len(set(map(repr, recipes))) == len(recipes)
    assert DEFAULT.without([]) == DEFAULT


@pytest.mark.parametrize(
    ("old", "new"), [("seeds", "statement-formulas"), ("second-look", "hold-out")]
)
def test_the_words_of_version_0_1_still_work(old, new):
    assert DEFAULT.without([old]) == DEFAULT.without([new])
    assert old not in INGREDIENTS


def test_recipes_go_without_insertions_anyway():
    assert DEFAULT.without(["insertions", "lifts"]) == DEFAULT.without(["lifts"])
    assert "insertions" not in INGREDIENTS


def test_without_moves_the_policy_works_from_the_beginning():
    policy_alone = DEFAULT.without(["moves"])
    assert policy_alone.moves == 0
    assert policy_alone.samples > DEFAULT.samples
    assert (policy_alone.first_learning_epoch, policy_alone.learn_every) == (0, 1)


@pytest.mark.parametrize(
    ("word", "suggestion"),
    [
        ("statement-formula", "did you mean 'statement-formulas'?"),
        ("holdout", "did you mean 'hold-out'?"),
        ("move", "did you mean 'moves'?"),
        ("garlic", "and structure$"),
    ],
)
def test_an_unknown_ingredient_is_an_error_that_names_those_there_are(word, suggestion):
    with pytest.raises(SettingsError, match=suggestion.replace("?", r"\?")) as caught:
        DEFAULT.without([word])
    assert f"there is no ingredient '{word}' to go without" in str(caught.value)
    assert all(name in str(caught.value) for name in INGREDIENTS)


def test_the_paper_s_recipe_has_the_paper_s_components_alone():
    assert RECIPES["paper"] is PAPER
    assert RECIPES["default"] is DEFAULT
    departures = (
        *(PAPER.statement_formulas, PAPER.lifts, PAPER.ansatz),
        *(PAPER.moves, PAPER.holdout, PAPER.shrink, PAPER.memory.front),
    )
    assert not any(departures)
    assert PAPER.redraw
    # The loss at which the reward 1/(1 + √loss) is 0.99.
    assert 1 / (1 + PAPER.stage_loss**0.5) == pytest.approx(0.99)


def test_the_recipe_of_the_policy_alone():
    assert RECIPES["symformer"] is SYMFORMER
    assert SYMFORMER.policy_only
    assert (SYMFORMER.moves, SYMFORMER.regrown) == (0, 0)
    assert not SYMFORMER.shrink
    assert (SYMFORMER.algebra, SYMFORMER.textbook, SYMFORMER.whole_problem) == (False,) * 3
    SYMFORMER.require(())
    DEFAULT.require(["x"])
    with pytest.raises(SettingsError, match="takes no hints"):
        SYMFORMER.require(["x"])


def test_on_a_gpu_an_epoch_has_more_candidates():
    alone, default, paper = (recipe.on(Device.CUDA) for recipe in (SYMFORMER, DEFAULT, PAPER))
    assert alone.device is default.device is Device.CUDA
    assert 4096 <= alone.samples <= 65_536
    assert alone.moves == 0
    assert alone.learning.share < SYMFORMER.learning.share
    assert default.moves > DEFAULT.moves
    assert (paper.samples, paper.moves, paper.learning) == (64, 0, PAPER.learning)
    assert DEFAULT.without(["symformer"]).on(Device.CUDA).samples == 0
    assert SYMFORMER.on(Device.CPU) == SYMFORMER


def test_a_search_by_values_has_one_stage_and_proves_rarely():
    settings = DEFAULT.for_values()
    assert not settings.curriculum
    assert not settings.holdout
    assert settings.prove_loss < 1e-12 < DEFAULT.prove_loss


def test_a_reference_can_be_switched_off():
    assert DEFAULT.reference
    assert not DEFAULT.without(["reference"]).reference
    assert not PAPER.reference
