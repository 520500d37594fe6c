"""Random changes make whole trees of the vocabulary, within the limits of a stage."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.writing import is_whole, text_of, writing
from symplex.search.candidate import Origin
from symplex.search.curriculum import stages
from symplex.search.proposers.moves import Mover, Moves
from symplex.search.settings import DEFAULT

HEAT = writing("parametric-heat")
PARENTS = HEAT.trees("sin(x)*cos(y)", "x + 2*t", "max(x, y) - exp(kappa*t)", "x", "1/(1 + x^2)")
PAIR = writing("acoustics-standing")
SYSTEM = PAIR.encoding.system(PAIR.trees("sin(x)*cos(t)", "2*x"))


def mover_of(formulas, symbols, longest=40):
    allowed = sorted(formulas.vocabulary.allowed(symbols, 2), key=repr)
    return Mover(formulas.encoding, allowed, formulas.trees("sin(x)*x"), longest)


@given(st.integers(0, 10_000))
def test_moves_make_whole_trees(seed):
    rng = random.Random(seed)
    mover, parents = mover_of(HEAT, ("x", "y", "t", "kappa")), [*PARENTS]
    for _ in range(5):
        tree = mover.move(parents, rng)
        if tree is not None:
            assert is_whole(tree)
            assert len(tree) <= 40
            parents.append(tree)


@given(st.integers(0, 10_000))
def test_moves_of_a_system_keep_a_formula_for_each_unknown(seed):
    rng = random.Random(seed)
    mover, parents = mover_of(PAIR, ("x", "t")), [SYSTEM]
    for _ in range(5):
        tree = mover.move(parents, rng)
        if tree is not None:
            assert is_whole(tree)
            assert len(tree.components) == 2
            assert not any(part.is_system for part in tree.components)
            parents.append(tree)


@given(st.integers(0, 10_000), st.integers(0, 5))
def test_small_trees_are_whole_and_no_deeper_than_stated(seed, depth):
    mover = Mover(HEAT.encoding, sorted(HEAT.vocabulary.allowed(("x", "t"), 0), key=repr), (), 40)
    tree = mover.small(random.Random(seed), depth)
    assert is_whole(tree)
    assert tree.encoding.decode(tree).depth <= depth
    assert tree.symbols <= {"x", "t"}


def context_of(formulas, **rest):
    return formulas.context(stages(formulas.problem)[-1], **rest)


def test_while_nothing_is_remembered_trees_are_random():
    for formulas, unknowns in ((HEAT, 1), (PAIR, 2)):
        context = context_of(formulas)
        found = list(Moves(context, random.Random(0)).propose(context))
        assert len(found) == DEFAULT.moves
        assert {proposal.origin for proposal in found} == {Origin.MOVE}
        assert all(len(proposal.tree.components) == unknowns for proposal in found)
        assert len({proposal.tree for proposal in found}) > 100


def test_what_grew_too_long_is_left_out():
    settings = replace(DEFAULT, moves=300, max_length=9)
    context = context_of(HEAT, settings=settings, parents=HEAT.trees("sin(x)*cos(y)*exp(t)"))
    found = list(Moves(context, random.Random(0)).propose(context))
    assert 0 < len(found) < 300
    assert any(len(proposal.tree) == 9 for proposal in found)


@pytest.mark.parametrize("is_on", [True, False])
def test_building_blocks_come_from_the_statement_if_the_recipe_has_its_formulas(is_on):
    context = context_of(HEAT, settings=replace(DEFAULT, statement_formulas=is_on))
    found = list(Moves(context, random.Random(0)).propose(context))
    count = sum("sin(x)*cos(y)" in text_of(proposal.tree) for proposal in found)
    assert (count > 20) == is_on
