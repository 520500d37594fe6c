"""Random changes make whole trees of the vocabulary, within the limits of a stage."""

from dataclasses import replace

import pytest

from support.writing import is_whole, text_of, writing
from symplex.origin import Origin, Writer
from symplex.propose.candidates.curriculum import stages
from symplex.propose.candidates.moves import Moves
from symplex.propose.candidates.settings import DEFAULT

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
