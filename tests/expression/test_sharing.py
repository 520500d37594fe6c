"""A tree worked on as a graph: the same result, each different subtree once."""

from hypothesis import given

from support.strategies import numbers, symbols, trees
from symplex.expression import CONSTANT, Token, apply, leaf, symbol
from symplex.expression.expression import shared_fold


def test_equal_subtrees_are_worked_on_once():
    square = symbol("x") * symbol("x")
    formula = square + square * square
    calls: list[Token] = []

    def size(token, below, _):
        calls.append(token)
        return 1 + sum(below)

    assert shared_fold(formula.tokens, formula.constants, size) == formula.size
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
