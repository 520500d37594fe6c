"""Trees as plain data."""

import json
import math
from fractions import Fraction

import pytest
from hypothesis import given

from support.strategies import derivatives, floats, numbers, symbols, trees
from symplex.errors import ExpressionError
from symplex.expression import CONSTANT, apply, leaf, number, power, symbol, tuple_of
from symplex.expression.transport import from_words, to_words


def transported(tree):
    return from_words(json.loads(json.dumps(to_words(tree))))


@given(trees(symbols | numbers | derivatives | floats))
def test_a_tree_arrives_as_it_left(tree):
    assert transported(tree) == tree


@pytest.mark.parametrize(
    "tree",
    [
        apply(tuple_of(3), symbol("x"), number(2), symbol("t")),
        apply(power(Fraction(-7, 3)), symbol("x")),
        number(Fraction(7**9_000, 3**9_000)),  # more digits than Python writes in decimals
        apply("neg", number(2)),  # no normal form
        apply("/", number(1), number(0)),  # no text stands for it
        leaf(CONSTANT, 0.1 + 0.2) * leaf(CONSTANT, -0.0),
        leaf(CONSTANT, math.inf) + leaf(CONSTANT, 5e-324),
    ],
)
def test_what_text_could_not_carry_arrives_too(tree):
    found = transported(tree)
    assert found == tree
    assert [c.hex() for c in found.constants] == [c.hex() for c in tree.constants]


def test_what_is_not_a_number_arrives_as_such():
    assert math.isnan(transported(leaf(CONSTANT, math.nan)).constants[0])


def test_the_rows_are_those_of_the_table():
    for exponent in (2, 3, Fraction(1, 2)):
        assert transported(symbol("x") ** exponent).root is power(exponent)


@pytest.mark.parametrize(
    "words",
    [
        [["operator", "eval"]],
        [["operator", "+"], ["symbol", "x"]],
        [["number", "1"]],
        [["number", "1/0"]],
        [["nonsense", "x"]],
        [["symbol"]],
        [[]],
        [],
        3,
    ],
)
def test_nonsense_is_refused(words):
    with pytest.raises(ExpressionError, match="expected"):
        from_words(words)
