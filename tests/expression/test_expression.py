"""Formulas are immutable trees of tokens, which share what they can."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given

from support.strategies import floats, numbers, symbols, trees
from symplex.errors import ExpressionError
from symplex.expression import (
    CONSTANT,
    Derivative,
    Expression,
    Number,
    Symbol,
    Token,
    apply,
    leaf,
    number,
    symbol,
)
from symplex.expression.evaluate import evaluate
from symplex.expression.operators import ADD, SIN
from symplex.expression.ordering import spelling
from symplex.expression.parse import Scope, parse
from symplex.expression.token import MAX_BITS, Constant, arity
from symplex.expression.vocabulary import TokenBatch, Vocabulary

SCOPE = Scope(("x", "y", "t"), (), ("u",))
x, y = symbol("x"), symbol("y")


def test_incomplete_tokens_are_refused():
    with pytest.raises(ExpressionError, match="one whole tree"):
        Expression((apply("+", x, y).root, Symbol("x")))


def test_an_operator_needs_its_arguments():
    with pytest.raises(ExpressionError, match="'sin' takes 1 arguments, found 2"):
        apply("sin", x, y)


def test_each_slot_needs_its_constant():
    with pytest.raises(ExpressionError, match="each of the 1 constant slots"):
        Expression((CONSTANT,))


def test_size_depth_arguments_and_subtrees():
    tree = apply("+", apply("*", leaf(CONSTANT, 2.0), x), apply("sin", leaf(CONSTANT, 3.0)))
    assert (tree.size, tree.depth) == (6, 2)
    first, second = tree.arguments
    assert first == apply("*", leaf(CONSTANT, 2.0), x)
    assert second.constants == (3.0,)
    assert tree.subtree(5) == leaf(CONSTANT, 3.0)
    assert tree.symbols == {"x"}


def test_signs_build_trees_and_numbers_keep_their_sign():
    assert 1 - x / 2 == parse("1 - x/2", SCOPE)
    assert 2 * (x + 1) == parse("2*(x + 1)", SCOPE)
    assert -number(2) == number(-2)
    assert x**1 == x
    assert x**0 == number(1)
    assert 1 / x == parse("1/x", SCOPE)
    assert 1 + x == parse("1 + x", SCOPE)


def test_substitution_replaces_leaves_only():
    tree = parse("u_x + sin(x)", SCOPE)
    replaced = tree.substitute({Derivative("u", ("x",)): y, Symbol("x"): number(Fraction(1, 2))})
    assert replaced == parse("y + sin(1/2)", SCOPE)


def test_mixed_derivatives_have_one_spelling():
    assert parse("u_xt", SCOPE) == parse("u_tx", SCOPE) == parse("diff(u, x, t)", SCOPE)


def test_canonical_form_sorts_whole_chains():
    forms = ["(y + x) + sin(t)", "sin(t) + (x + y)", "x + (sin(t) + y)"]
    assert len({parse(form, SCOPE).canonical() for form in forms}) == 1
    assert parse("x - y", SCOPE).canonical() != parse("y - x", SCOPE).canonical()
    assert parse("max(x*y, 1)", SCOPE).canonical() == parse("max(1, y*x)", SCOPE).canonical()


@given(trees(symbols | numbers | floats))
def test_canonical_form_is_stable_and_has_the_same_tokens(tree):
    once = tree.canonical()
    assert once.canonical() == once
    assert sorted(map(repr, once.tokens)) == sorted(map(repr, tree.tokens))
    assert sorted(once.constants) == sorted(tree.constants)


@given(trees(symbols | floats, most=6))
def test_canonical_form_has_the_same_value(tree):
    values = {"x": 0.3, "y": 0.7, "theta": 1.1, "kappa": 0.9}
    before, after = evaluate(tree, values), evaluate(tree.canonical(), values)
    # Another order of factors may leave the range of floating-point numbers on the way.
    assume(np.isfinite(before) and np.isfinite(after))
    np.testing.assert_allclose(before, after, rtol=1e-6, atol=1e-6)


def test_vocabulary_round_trip():
    tree = parse("x*sin(y) + 2", SCOPE)
    vocabulary = Vocabulary((*dict.fromkeys(tree.tokens), CONSTANT))
    assert vocabulary.decode(vocabulary.encode(tree)) == tree
    assert vocabulary.arities[vocabulary.id_of(tree.root)] == 2
    assert Number(2) in vocabulary
    with pytest.raises(ExpressionError, match="not in this vocabulary"):
        vocabulary.id_of(Symbol("z"))
    with pytest.raises(ValueError, match="read-only"):
        vocabulary.arities[0] = 1


def test_vocabulary_limits():
    with pytest.raises(ExpressionError, match="1 to 255"):
        Vocabulary(())
    with pytest.raises(ExpressionError, match="1 to 255"):
        Vocabulary(tuple(Number(i) for i in range(256)))
    with pytest.raises(ExpressionError, match="twice"):
        Vocabulary((Symbol("x"), Symbol("x")))


def test_token_batches_cut_where_they_say():
    batch = TokenBatch.of([[1, 2, 3], [], [4]])
    assert len(batch) == 3
    assert [row.tolist() for row in batch] == [[1, 2, 3], [], [4]]
    assert batch.tokens.dtype == np.uint8
    assert len(TokenBatch.of([])) == 0
    for offsets in ([], [1, 4], [0, 3], [0, 3, 2, 4]):
        with pytest.raises(ExpressionError, match="offsets"):
            TokenBatch(batch.tokens, np.array(offsets, dtype=np.int64))


def test_the_zeroth_power_is_defined_where_its_base_is():
    x = symbol("x")
    assert x**0 == number(1)
    assert apply("log", x) ** 0 == number(0) * apply("log", x) + 1
    slope = leaf(Derivative("u", ("x",)))
    assert slope**0 == number(0) * slope + 1


# A tree worked on as a graph: the same result, each different subtree once.


def test_equal_subtrees_are_worked_on_once():
    square = symbol("x") * symbol("x")
    formula = square + square * square
    calls: list[Token] = []

    def size(token, below, _):
        calls.append(token)
        return 1 + sum(below)

    assert formula.share(size) == formula.size
    assert len(calls) == 4  # x, x*x, its square, the sum


def test_two_slots_are_never_equal():
    formula = apply("+", leaf(CONSTANT, 2.0), leaf(CONSTANT, 2.0))
    slots: list[float] = []
    formula.share(lambda token, _, value: slots.append(value) if token is CONSTANT else None)
    assert slots == [2.0, 2.0]


@given(trees(symbols | numbers, most=6))
def test_a_shared_walk_rebuilds_the_tree(tree):
    def rebuilt(token, below, value):
        return apply(token, *below) if below else leaf(token, value)

    assert tree.share(rebuilt) == tree.fold(rebuilt) == tree


# The leaves of a tree.


def test_mixed_derivatives_commute():
    assert Derivative("u", ("t", "x")) == Derivative("u", ("x", "t"))
    assert Derivative("u", ("t", "x")).order == 2


def test_whole_numbers_are_fractions():
    assert Number(2) == Number(Fraction(2))
    assert isinstance(Number(2).value, Fraction)


def test_there_is_one_slot():
    assert Constant() == CONSTANT


def test_only_operators_take_arguments():
    assert [arity(token) for token in (ADD, SIN, Symbol("x"), Number(1), CONSTANT)] == [
        2,
        1,
        0,
        0,
        0,
    ]


def test_a_number_is_long_beyond_so_many_bits():
    assert not Number(Fraction(2**MAX_BITS - 1, 2**MAX_BITS - 3)).is_long
    assert Number(Fraction(2**MAX_BITS)).is_long
    assert Number(Fraction(-1, 2**MAX_BITS)).is_long


# An order of formulas that no set decides.

ANY = trees(symbols | numbers | floats)


@given(ANY, ANY)
def test_only_equal_formulas_share_a_spelling(first, second):
    assert (spelling(first) == spelling(second)) == (first == second)


def test_a_fitted_constant_is_not_an_exact_number():
    assert spelling(leaf(CONSTANT, -0.0)) == spelling(leaf(CONSTANT, 0.0))
    assert spelling(leaf(CONSTANT, 2.5)) != spelling(number(Fraction(5, 2)))
    assert repr(symbol("x") + 1) == "Expression('x + 1')"
