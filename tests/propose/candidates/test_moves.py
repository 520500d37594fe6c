"""Moves: random changes of good candidates."""

from collections import Counter
from dataclasses import replace

import pytest

from support.writing import is_whole, text_of, writing
from symplex.origin import Origin, Writer
from symplex.propose.candidates.choices import Choices, scramble
from symplex.propose.candidates.curriculum import stages
from symplex.propose.candidates.moves import Moves
from symplex.propose.candidates.settings import DEFAULT

# Random changes make whole trees of the vocabulary, within the limits of a stage.

HEAT = writing("parametric-heat")
PARENTS = HEAT.trees("sin(x)*cos(y)", "x + 2*t", "max(x, y) - exp(kappa*t)", "x", "1/(1 + x^2)")
PAIR = writing("acoustics-standing")
SYSTEM = PAIR.encoding.system(PAIR.trees("sin(x)*cos(t)", "2*x"))


def context_of(formulas, **rest):
    return formulas.context(stages(formulas.problem)[-1], **rest)


def test_while_nothing_is_remembered_trees_are_random():
    for formulas, unknowns in ((HEAT, 1), (PAIR, 2)):
        context = context_of(formulas)
        found = list(Moves(context, 0).propose(context))
        assert DEFAULT.moves / 2 < len(found) <= DEFAULT.moves
        assert {proposal.origin for proposal in found} == {Origin(Writer.MOVE)}
        assert all(len(proposal.tree.components) == unknowns for proposal in found)
        assert len({proposal.tree for proposal in found}) > 100


def test_moves_of_a_system_keep_a_formula_for_each_unknown():
    context = context_of(PAIR, parents=(SYSTEM,))
    for proposal in Moves(context, 0).propose(context):
        assert is_whole(proposal.tree)
        assert len(proposal.tree.components) == 2
        assert not any(part.is_system for part in proposal.tree.components)


def test_every_epoch_makes_its_own_random_choices():
    context = context_of(HEAT, parents=tuple(PARENTS))
    first, same, other = (
        [proposal.tree for proposal in Moves(context, 0).propose(replace(context, epoch=epoch))]
        for epoch in (0, 0, 1)
    )
    assert first == same
    assert first != other


def test_what_grew_too_long_is_left_out():
    settings = replace(DEFAULT, moves=300, max_length=9)
    context = context_of(HEAT, settings=settings, parents=HEAT.trees("sin(x)*cos(y)*exp(t)"))
    found = list(Moves(context, 0).propose(context))
    assert 0 < len(found) < 300
    assert any(len(proposal.tree) == 9 for proposal in found)


@pytest.mark.parametrize("is_on", [True, False])
def test_building_blocks_come_from_the_statement_if_the_recipe_has_its_formulas(is_on):
    context = context_of(HEAT, settings=replace(DEFAULT, statement_formulas=is_on))
    found = list(Moves(context, 0).propose(context))
    count = sum("sin(x)*cos(y)" in text_of(proposal.tree) for proposal in found)
    assert (count > 20) == is_on


# Random choices: the published generator, independent streams, shares as asked.

GOLDEN = 0x9E3779B97F4A7C15


def test_the_generator_is_splitmix64():
    """Values for the seed 1234567, as Vigna's program prints them."""
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert [scramble((1234567 + k * GOLDEN) % 2**64) for k in range(3)] == published


def test_every_attempt_has_choices_of_its_own():
    keys = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (2**64 - 1, 0, 0)]
    drawn = {tuple(Choices(*key).below(2**40) for _ in range(3)) for key in keys}
    assert len(drawn) == len(keys)
    assert Choices(1, 2, 3).below(10**9) == Choices(1, 2, 3).below(10**9)


def test_choices_are_uniform():
    counts = Counter(Choices(0, 0, attempt).below(7) for attempt in range(70_000))
    assert sorted(counts) == list(range(7))
    # Five standard deviations of a binomial count.
    assert all(abs(count - 10_000) < 5 * 93 for count in counts.values())


def test_shares_are_percentages():
    choices = Choices(3, 0, 0)
    assert abs(sum(choices.percent(30) for _ in range(20_000)) - 6000) < 5 * 65
    assert choices.one_of(["only"]) == "only"
