"""Surgery on encoded trees agrees with the same surgery on expressions."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.encodings import FORMULAS, SYSTEMS, decoded, encoded, encoding_of
from support.strategies import exponents, floats, symbols, trees
from symplex.expression import (
    CONSTANT,
    OPERATORS,
    Number,
    Symbol,
    leaf,
    number,
    power,
    symbol,
    tuple_of,
)
from symplex.expression import apply as applied
from symplex.expression.encoded import apply
from symplex.expression.encoding import TreeEncoding
from symplex.expression.evaluate import nearest_float
from symplex.expression.operators import COS, MAX, SIN, SUBTRACT
from symplex.expression.vocabulary import Vocabulary

WHOLE_NUMBERS = st.integers(-3, 3)


@given(FORMULAS | SYSTEMS)
def test_decoding_undoes_encoding(expression):
    (tree,) = encoded(expression)
    assert decoded(tree) == expression
    assert (tree.tokens, tree.constants) == (expression.tokens, expression.constants)
    assert (len(tree), tree.root, tree.symbols) == (
        expression.size,
        expression.root,
        expression.symbols,
    )


@given(FORMULAS | SYSTEMS)
def test_parts_are_the_parts_of_the_expression(expression):
    (tree,) = encoded(expression)
    assert tuple(map(decoded, tree.arguments)) == expression.arguments
    assert tuple(map(decoded, tree.components)) == expression.components
    assert tree.is_system == (len(expression.components) == 2)
    for start in range(expression.size):
        part = expression.subtree(start)
        end = tree.encoding.end(tree.ids, start)
        assert end == start + part.size
        assert decoded(tree.subtree(start)) == decoded(tree.part(start, end)) == part


@given(FORMULAS | SYSTEMS, FORMULAS)
def test_a_subtree_is_replaced_as_in_the_expression(expression, other):
    tree, new = encoded(expression, other)
    for start in range(expression.size):
        end = tree.encoding.end(tree.ids, start)
        changed = expression.with_subtree(start, other)
        assert decoded(tree.with_subtree(start, new)) == changed
        assert decoded(tree.with_part(start, end, new)) == changed


@given(FORMULAS | SYSTEMS, st.lists(FORMULAS, min_size=3, max_size=3))
def test_leaves_are_replaced_as_in_the_expression(expression, others):
    keys = (Symbol("x"), CONSTANT, Number(Fraction(1)))
    tree, *new = encoded(expression, *others)
    wanted = expression.substitute(dict(zip(keys, others, strict=True)))
    assert decoded(tree.substitute(dict(zip(keys, new, strict=True)))) == wanted
    assert tree.substitute({Symbol("not in the vocabulary"): new[0]}) == tree


@given(FORMULAS, FORMULAS, WHOLE_NUMBERS, exponents)
def test_arithmetic_is_the_arithmetic_of_expressions(first, second, whole, exponent):
    one, two = encoded(first, second, extra=(power(exponent),))
    assert decoded(one + two) == first + second
    assert decoded(one - two) == first - second
    assert decoded(one * two) == first * second
    assert decoded(one / two) == first / second
    assert decoded(one + whole) == first + whole
    assert decoded(whole + one) == whole + first
    assert decoded(one - whole) == first - whole
    assert decoded(one * whole) == first * whole
    assert decoded(one / whole) == first / whole
    assert not exponent or decoded(one**exponent) == first**exponent
    assert (decoded(one**0), decoded(one**1)) == (number(1), first)


@given(trees(symbols | floats, 6) | st.sampled_from([number(2), number(0), number(-1)]))
def test_the_negative_of_a_number_is_a_number(expression):
    (tree,) = encoded(expression)
    assert decoded(-tree) == -expression


@given(st.data())
def test_operators_are_applied_by_row_and_by_name(data):
    row = data.draw(st.sampled_from([row for row in OPERATORS.values() if row.arity]))
    arguments = [data.draw(FORMULAS) for _ in range(row.arity)]
    parts = encoded(*arguments)
    wanted = applied(row, *arguments)
    assert decoded(apply(row, *parts)) == wanted
    assert apply(row.name, *parts) == apply(row, *parts)


@given(FORMULAS, FORMULAS)
def test_formulas_of_unknowns_are_joined_to_a_system(first, second):
    one, two = encoded(first, second, extra=(tuple_of(2),))
    system = one.encoding.system([one, two])
    assert system.components == (one, two)
    assert decoded(system) == applied(tuple_of(2), first, second)


@given(FORMULAS)
def test_constants_are_exchanged(expression):
    (tree,) = encoded(expression)
    values = [float(n) for n in range(len(expression.constants))]
    assert decoded(tree.with_constants(values)) == expression.with_constants(values)


# What the vocabulary does not have.


def without(encoding, *tokens):
    kept = tuple(token for token in encoding.tokens if token not in tokens)
    return TreeEncoding(Vocabulary(kept))


@given(FORMULAS)
def test_numbers_that_the_vocabulary_does_not_have_become_constants(expression):
    missing = [token for token in expression.tokens if isinstance(token, Number)]
    encoding = without(encoding_of(expression), *missing)
    slots = {token: leaf(CONSTANT, nearest_float(token.value)) for token in missing}
    assert encoding.decode(encoding.encode(expression)) == expression.substitute(slots)


def test_a_number_is_exact_where_the_vocabulary_has_it():
    encoding = encoding_of()
    assert encoding.decode(encoding.number(2)) == number(2)
    assert encoding.decode(encoding.number(Fraction(1, 3))) == leaf(CONSTANT, 1 / 3)
    assert encoding.tree(2) == encoding.number(2)
    assert encoding.tree(encoding.free) is encoding.free
    assert encoding.decode(encoding.free) == leaf(CONSTANT, 1.0)


@given(FORMULAS | SYSTEMS)
def test_what_cannot_be_spelt_is_the_empty_tree(expression):
    for token in set(expression.tokens):
        if not isinstance(token, Number) and token != CONSTANT:
            encoding = without(encoding_of(expression), token)
            assert encoding.encode(expression) == encoding.not_encodable


EMPTY_MAKERS = (
    lambda tree, empty: tree + empty,
    lambda tree, empty: empty + tree,
    lambda tree, empty: tree - empty,
    lambda tree, empty: empty * tree,
    lambda tree, empty: tree / empty,
    lambda _, empty: 1 + empty,
    lambda _, empty: empty + 1,
    lambda _, empty: -empty,
    lambda _, empty: empty**2,
    lambda _, empty: empty**1,
    lambda _, empty: apply(SIN, empty),
    lambda tree, empty: apply(MAX, tree, empty),
    lambda tree, empty: empty.encoding.system([tree, empty]),
    lambda tree, empty: tree.with_subtree(0, empty),
    lambda tree, empty: empty.with_subtree(0, tree),
    lambda _, empty: empty.subtree(0),
    lambda tree, empty: tree.substitute({Symbol("x"): empty}),
    lambda tree, empty: empty.substitute({Symbol("x"): tree}),
    lambda _, empty: empty.components[0],
    lambda _, empty: empty.with_constants(()),
)


@pytest.mark.parametrize("make", EMPTY_MAKERS)
def test_what_is_made_of_the_empty_tree_is_empty(make):
    encoding = encoding_of(symbol("x"), extra=(tuple_of(2),))
    tree, empty = encoding.free * encoding.symbol("x"), encoding.symbol("y")
    assert empty == encoding.not_encodable
    made = make(tree, empty)
    assert (made.ids, made.constants, len(made)) == (b"", (), 0)
    assert not made.symbols
    assert not made.is_system
    assert repr(made) == "EncodedTree()"


def test_an_operator_that_the_vocabulary_does_not_have_gives_the_empty_tree():
    encoding = without(encoding_of(symbol("x")), SIN, SUBTRACT)
    x = encoding.symbol("x")
    assert apply(SIN, x) == apply("sin", x) == x - x == encoding.not_encodable
    assert apply(COS, x).ids
    assert x**5 == encoding.not_encodable


# Equality, batches.


@given(FORMULAS, FORMULAS)
def test_trees_are_equal_when_their_expressions_are(first, second):
    one, two = encoded(first, second)
    assert (one == two) == (first == second)
    same = one.encoding.encode(first)
    assert (same, hash(same)) == (one, hash(one))
    assert one != first


def test_a_tree_shows_its_formula():
    (tree,) = encoded(symbol("x") + 2)
    assert repr(tree) == f"EncodedTree({symbol('x') + 2!r})"


@given(st.lists(FORMULAS, max_size=5))
def test_a_batch_holds_trees_and_their_constants_in_order(expressions):
    encoding = encoding_of(*expressions)
    trees_in = [encoding.encode(expression) for expression in expressions]
    batch = encoding.batch(trees_in)
    assert len(batch) == len(expressions)
    assert batch.constants.dtype == np.float64
    assert batch.constants.tolist() == [v for e in expressions for v in e.constants]
    for ids, expression in zip(batch.tokens, expressions, strict=True):
        assert np.array_equal(ids, encoding.vocabulary.encode(expression))
    assert list(encoding.trees(batch)) == trees_in
