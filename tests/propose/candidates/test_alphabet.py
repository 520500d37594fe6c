"""Which tokens new parts of trees are made of."""

import pytest

from symplex.errors import ExpressionError
from symplex.expression import CONSTANT, Symbol, tuple_of
from symplex.expression.operators import ADD, EXP, MULTIPLY, PI, SUBTRACT
from symplex.expression.vocabulary import Vocabulary
from symplex.propose.candidates.alphabet import Alphabet
from symplex.propose.candidates.tree_keys import token_facts
from symplex.propose.candidates.tree_keys_reference import TreeTable

X, Y = Symbol("x"), Symbol("y")
VOCABULARY = Vocabulary((tuple_of(2), ADD, MULTIPLY, SUBTRACT, EXP, X, Y, CONSTANT, PI))
TABLE = TreeTable(*token_facts(VOCABULARY))


def ids(*tokens):
    return bytes(VOCABULARY.id_of(token) for token in tokens)


def test_allowed_tokens_are_sorted_by_kind():
    found = Alphabet.of(VOCABULARY, {tuple_of(2), MULTIPLY, ADD, EXP, Y, CONSTANT, PI})
    assert found.leaves == ids(Y, PI)
    assert found.unary == ids(EXP)
    assert found.binary == ids(ADD, MULTIPLY)
    assert (found.plus, found.times) == tuple(ids(ADD, MULTIPLY))
    assert found.root == VOCABULARY.id_of(tuple_of(2))
    found.check(TABLE)


def test_signs_that_are_not_allowed_and_tuples_that_do_not_exist_are_none():
    plain = Vocabulary((ADD, MULTIPLY, X, CONSTANT))
    found = Alphabet.of(plain, {X, MULTIPLY})
    assert (found.plus, found.times, found.root) == (None, 1, None)


@pytest.mark.parametrize(
    "wrong",
    [
        {"leaves": ids(CONSTANT)},
        {"leaves": ids(EXP)},
        {"leaves": b"\xff"},
        {"unary": ids(ADD)},
        {"binary": ids(tuple_of(2))},
        {"plus": VOCABULARY.id_of(EXP)},
        {"times": VOCABULARY.id_of(tuple_of(2))},
        {"root": VOCABULARY.id_of(X)},
        {"root": 300},
    ],
)
def test_ids_that_are_not_what_they_are_said_to_be_are_refused(wrong):
    right = {
        "leaves": ids(X),
        "unary": ids(EXP),
        "binary": ids(ADD),
        "plus": VOCABULARY.id_of(ADD),
        "times": VOCABULARY.id_of(MULTIPLY),
        "root": VOCABULARY.id_of(tuple_of(2)),
    }
    Alphabet(**right).check(TABLE)
    with pytest.raises(ExpressionError):
        Alphabet(**{**right, **wrong}).check(TABLE)
