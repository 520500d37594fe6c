"""Trees as arrays: parents, depths and many at once."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from support.strategies import trees
from symplex.expression import tree
from symplex.expression.tree_batch import TreeBatch
from symplex.expression.vocabulary import TokenBatch


def test_parents_depths_and_siblings_by_hand():
    # + * x sin y z: (x * sin(y)) + z
    arities = [2, 2, 0, 1, 0, 0]
    assert tree.is_complete(arities)
    assert tree.parents(arities).tolist() == [-1, 0, 1, 1, 3, 0]
    assert tree.depths(arities).tolist() == [0, 1, 2, 2, 3, 1]
    assert tree.siblings(arities).tolist() == [-1, -1, -1, 2, -1, 1]
    assert tree.ends(arities).tolist() == [6, 5, 3, 5, 5, 6]


def test_three_children_have_siblings_in_a_row():
    assert tree.siblings([3, 0, 0, 0]).tolist() == [-1, -1, 1, 2]


def test_incomplete_and_overlong_sequences_are_not_trees():
    for arities in ([], [2, 0], [1], [0, 0], [2, 0, 0, 0]):
        assert not tree.is_complete(arities)


@given(trees())
def test_ancestors_are_what_following_parents_finds(expression):
    arities = expression.arities
    above = tree.parents(arities)
    expected = np.zeros((len(arities), len(arities)), dtype=bool)
    for node in range(len(arities)):
        parent = above[node]
        while parent != tree.ROOT:
            expected[parent, node] = True
            parent = above[parent]
    np.testing.assert_array_equal(tree.ancestors(arities), expected)
    np.testing.assert_array_equal(tree.depths(arities), expected.sum(axis=0))


@given(trees())
def test_a_subtree_is_a_tree(expression):
    ends = tree.ends(expression.arities)
    for start, end in enumerate(ends):
        assert tree.is_complete(expression.arities[start:end])


# Batches of trees are taken apart and joined without loss.

TREES = st.lists(
    st.tuples(st.binary(min_size=1, max_size=6), st.lists(st.floats(-9, 9), max_size=3).map(tuple)),
    max_size=8,
)


def taken_apart(batch):
    return [batch.tree(index) for index in range(len(batch))]


@given(TREES)
def test_a_batch_holds_its_trees(given_trees):
    batch = TreeBatch.of(given_trees)
    assert taken_apart(batch) == given_trees
    assert batch.tokens.tokens.dtype == np.uint8
    assert batch.slots.dtype == batch.tokens.offsets.dtype == np.int64


@given(TREES, st.lists(st.integers(0, 1000), max_size=12))
def test_taking_chooses_trees_with_their_constants(given_trees, numbers):
    chosen = [number % len(given_trees) for number in numbers] if given_trees else []
    taken = TreeBatch.of(given_trees).take(np.array(chosen, dtype=np.int64))
    assert taken_apart(taken) == [given_trees[index] for index in chosen]


@given(TREES, st.lists(st.booleans(), min_size=8, max_size=8))
def test_taking_some_in_their_order_chooses_the_same(given_trees, wanted):
    chosen = [index for index in range(len(given_trees)) if wanted[index]]
    taken = TreeBatch.of(given_trees).take(np.array(chosen, dtype=np.int64))
    assert taken_apart(taken) == [given_trees[index] for index in chosen]


def test_slots_are_found_by_the_constant():
    batch = TreeBatch.with_slots(
        TokenBatch.of([[7, 1, 7], [1], [7]]), np.array([1.0, 2.0, 3.0]), constant=7
    )
    assert taken_apart(batch) == [(b"\7\1\7", (1.0, 2.0)), (b"\1", ()), (b"\7", (3.0,))]


@given(st.lists(TREES, max_size=4))
def test_joining_keeps_every_tree(parts):
    joined = TreeBatch.joined([TreeBatch.of(part) for part in parts])
    assert taken_apart(joined) == [tree for part in parts for tree in part]
    assert joined.tokens.tokens.dtype == np.uint8
    assert joined.slots.dtype == joined.tokens.offsets.dtype == np.int64
    empty = TreeBatch.with_slots(TokenBatch.of([[7], [], [7, 7]]), np.arange(3.0), constant=7)
    assert empty.slots.tolist() == [0, 1, 1, 3]
    assert TreeBatch.with_slots(TokenBatch.of([]), np.zeros(0), constant=7).slots.tolist() == [0]
