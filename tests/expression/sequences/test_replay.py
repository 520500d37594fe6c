"""Whole sequences, seen as they grew."""

import numpy as np
import pytest

from symplex.errors import ExpressionError
from symplex.expression import CONSTANT, Symbol
from symplex.expression.operators import ADD, SIN, SUBTRACT
from symplex.expression.sequences.grammar import Grammar
from symplex.expression.sequences.replay import admits, cut, padded, replay, unpadded
from symplex.expression.vocabulary import TokenBatch, Vocabulary

TOKENS = Vocabulary((ADD, SUBTRACT, SIN, Symbol("x"), CONSTANT))
GRAMMAR = Grammar(TOKENS, max_depth=4, max_length=9)
PLUS, MINUS, SINE, X, C = range(5)
BATCH = TokenBatch.of([[X], [PLUS, SINE, X, C]])


def test_padding_is_taken_off_again():
    tokens, lengths = padded(BATCH)
    assert tokens.shape == (2, 4)
    again = unpadded(tokens, lengths)
    np.testing.assert_array_equal(again.tokens, BATCH.tokens)
    np.testing.assert_array_equal(again.offsets, BATCH.offsets)


def test_a_replay_knows_each_slot():
    seen = replay(GRAMMAR, BATCH)
    assert seen.parents[1].tolist() == [len(TOKENS), PLUS, SINE, PLUS]
    assert seen.siblings[1, 3] == SINE
    assert seen.depths[1].tolist() == [0, 1, 2, 1]
    assert seen.tree_depths.tolist() == [0, 2]
    assert seen.within.sum(axis=1).tolist() == [1, 4]
    assert seen.legal.all()


def test_some_rows_are_no_wider_than_they_need():
    assert replay(GRAMMAR, BATCH).take(np.array([0])).tokens.shape == (1, 1)


def test_degenerate_trees_are_not_admitted():
    batch = TokenBatch.of([[MINUS, X, X], [MINUS, SINE, X, SINE, X], [PLUS, X, X]])
    assert admits(GRAMMAR, batch).tolist() == [False, False, True]


@pytest.mark.parametrize("ids", [[PLUS, X], [X, X], [99]])
def test_what_is_no_tree_of_the_grammar_is_refused(ids):
    with pytest.raises(ExpressionError, match="expected"):
        replay(GRAMMAR, TokenBatch.of([ids]))


def test_a_cut_keeps_the_tokens_around_a_subtree():
    kept = cut(GRAMMAR, TokenBatch.of([[PLUS, SINE, X, C]]), np.array([1]))
    assert kept.prefixes[0, : kept.starts[0]].tolist() == [PLUS]
    assert (kept.rest_length[0], kept.rest_constants[0], kept.open_after[0]) == (1, 1, 1)
