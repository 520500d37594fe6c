"""Keys of trees: they forget constants and the order of commutative arguments, nothing else."""

from functools import reduce

from hypothesis import given
from hypothesis import strategies as st

from support.encodings import FORMULAS, SYSTEMS, encoded
from symplex.expression import CONSTANT, Expression, Operator, leaf, symbol
from symplex.expression import apply as applied
from symplex.expression.encoded import EncodedTree
from symplex.expression.operators import ADD, EXP, MAX, MULTIPLY, SIN, SUBTRACT
from symplex.propose.candidates.tree_keys import TreeKeys


def key(tree: EncodedTree):
    """Whatever the search looks trees up by."""
    return TreeKeys(tree.encoding.vocabulary).key(tree)


def model_of(expression: Expression):
    """What a key must distinguish: nested tokens, commutative arguments as sorted."""

    def combine(token, below, _):
        is_free = isinstance(token, Operator) and token.commutative
        return (repr(token), *(sorted(below) if is_free else below))

    return expression.fold(combine)


def swapped(expression: Expression, flips) -> Expression:
    """The expression with the arguments of some of its commutative operators exchanged."""

    def combine(token, below, value):
        if isinstance(token, Operator):
            is_swapped = token.commutative and next(flips)
            return applied(token, *(reversed(below) if is_swapped else below))
        return leaf(token, value)

    return expression.fold(combine)


@given(FORMULAS | SYSTEMS, st.randoms(use_true_random=False))
def test_keys_forget_constants_and_the_order_of_commutative_arguments(expression, rng):
    flips = iter(lambda: rng.random() < 0.5, None)
    tree, other = encoded(expression, swapped(expression, flips))
    assert key(tree) == key(other)
    assert key(tree) == key(tree.with_constants([value + 1 for value in tree.constants]))


FEW = st.sampled_from([symbol("x"), symbol("y"), leaf(CONSTANT, 2.0)])
ROWS = st.sampled_from([ADD, MULTIPLY, SUBTRACT, MAX])
CONFUSABLE = st.recursive(
    FEW,
    lambda below: (
        st.builds(applied, ROWS, below, below) | st.builds(lambda e: applied(EXP, e), below)
    ),
    max_leaves=4,
)


@given(CONFUSABLE, CONFUSABLE)
def test_keys_forget_nothing_else(first, second):
    one, two = encoded(first, second)
    assert (key(one) == key(two)) == (model_of(first) == model_of(second))


def test_keys_of_all_small_trees_are_as_many_as_there_are_trees():
    leaves = [symbol("x"), symbol("y"), leaf(CONSTANT, 1.0)]
    pairs = [applied(row, a, b) for row in (ADD, SUBTRACT, MAX) for a in leaves for b in leaves]
    nested = [applied(row, a, b) for row in (ADD, SUBTRACT) for a in pairs for b in leaves]
    found = [*leaves, *pairs, *nested]
    keys = {key(tree) for tree in encoded(*found)}
    assert len(keys) == len({model_of(expression) for expression in found})


def test_keys_of_examples():
    x, y, z = (symbol(name) for name in "xyz")
    a, b, c, d = encoded(x + applied(SIN, y), applied(SIN, y) + x, x - y, y - x)
    assert key(a) == key(b)
    assert key(c) != key(d)
    left, right = encoded(x * (y + z), (z + y) * x)
    assert key(left) == key(right)
    # Sums are not flattened: another grouping is another tree.
    terms = (x, y, z)
    one, two = encoded(reduce(lambda s, t: s + t, terms), reduce(lambda s, t: t + s, terms))
    other, _ = encoded(x + (y + z), x)
    assert key(one) == key(two)
    assert key(one) != key(other)
