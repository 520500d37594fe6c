"""Tokens as bytes."""

import numpy as np
import pytest

from symplex.errors import ExpressionError
from symplex.expression import CONSTANT, Symbol, power, symbol
from symplex.expression.operators import ADD, SIN
from symplex.expression.parse import Scope, parse
from symplex.expression.vocabulary import TokenBatch, Vocabulary

X = Symbol("x")
TOKENS = Vocabulary((ADD, SIN, X, CONSTANT))


def test_encoding_and_decoding_are_inverse():
    tree = parse("sin(x) + x", Scope(("x",)))
    ids = TOKENS.encode(tree)
    assert ids.tolist() == [0, 1, 2, 2]
    assert TOKENS.decode(ids.tolist()) == tree


def test_slots_are_one_unless_values_are_given():
    assert TOKENS.decode([0, 3, 3]).constants == (1.0, 1.0)
    assert TOKENS.decode([0, 3, 3], [2, 5]).constants == (2.0, 5.0)


def test_a_foreign_token_is_refused():
    assert Symbol("y") not in TOKENS
    with pytest.raises(ExpressionError, match="not in this vocabulary"):
        TOKENS.encode(symbol("y"))


@pytest.mark.parametrize("tokens", [(), (X, X), tuple(Symbol(f"x{i}") for i in range(256))])
def test_what_cannot_be_numbered_in_a_byte_is_refused(tokens):
    with pytest.raises(ExpressionError, match="vocabulary"):
        Vocabulary(tokens)


def test_arities_cannot_be_changed():
    assert TOKENS.arities.tolist() == [2, 1, 0, 0]
    with pytest.raises(ValueError, match="read-only"):
        TOKENS.arities[0] = 1


def test_it_is_written_as_its_tokens():
    assert repr(Vocabulary((ADD, power(5), X, CONSTANT))) == "Vocabulary(+ ^(5) x constant)"


def test_a_batch_holds_its_candidates_one_after_the_other():
    batch = TokenBatch.of([[2], [0, 2, 3]])
    assert len(batch) == 2
    assert [ids.tolist() for ids in batch] == [[2], [0, 2, 3]]
    assert batch.offsets.tolist() == [0, 1, 4]


@pytest.mark.parametrize("offsets", [[], [1, 2], [0, 3, 2], [0, 1]])
def test_offsets_that_do_not_cut_the_tokens_are_refused(offsets):
    with pytest.raises(ExpressionError, match="offsets"):
        TokenBatch(np.zeros(2, np.uint8), np.array(offsets, np.int64))
