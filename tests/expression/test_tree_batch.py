"""Batches of trees are taken apart and joined without loss."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from symplex.expression.tree_batch import TreeBatch
from symplex.expression.vocabulary import TokenBatch

TREES = st.lists(
    st.tuples(st.binary(min_size=1, max_size=6), st.lists(st.floats(-9, 9), max_size=3).map(tuple)),
    max_size=8,
)


def trees(batch):
    return [batch.tree(index) for index in range(len(batch))]


@given(TREES)
def test_a_batch_holds_its_trees(given_trees):
    batch = TreeBatch.of(given_trees)
    assert trees(batch) == given_trees
    assert batch.tokens.tokens.dtype == np.uint8
    assert batch.slots.dtype == batch.tokens.offsets.dtype == np.int64


@given(TREES, st.lists(st.integers(0, 1000), max_size=12))
def test_taking_chooses_trees_with_their_constants(given_trees, numbers):
    chosen = [number % len(given_trees) for number in numbers] if given_trees else []
    taken = TreeBatch.of(given_trees).take(np.array(chosen, dtype=np.int64))
    assert trees(taken) == [given_trees[index] for index in chosen]


@given(TREES, st.lists(st.booleans(), min_size=8, max_size=8))
def test_taking_some_in_their_order_chooses_the_same(given_trees, wanted):
    chosen = [index for index in range(len(given_trees)) if wanted[index]]
    taken = TreeBatch.of(given_trees).take(np.array(chosen, dtype=np.int64))
    assert trees(taken) == [given_trees[index] for index in chosen]


def test_slots_are_found_by_the_constant():
    batch = TreeBatch.with_slots(
        TokenBatch.of([[7, 1, 7], [1], [7]]), np.array([1.0, 2.0, 3.0]), constant=7
    )
    assert trees(batch) == [(b"\7\1\7", (1.0, 2.0)), (b"\1", ()), (b"\7", (3.0,))]


@given(st.lists(TREES, max_size=4))
def test_joining_keeps_every_tree(parts):
    joined = TreeBatch.joined([TreeBatch.of(part) for part in parts])
    assert trees(joined) == [tree for part in parts for tree in part]
    assert joined.tokens.tokens.dtype == np.uint8
    assert joined.slots.dtype == joined.tokens.offsets.dtype == np.int64
    empty = TreeBatch.with_slots(TokenBatch.of([[7], [], [7, 7]]), np.arange(3.0), constant=7)
    assert empty.slots.tolist() == [0, 1, 1, 3]
    assert TreeBatch.with_slots(TokenBatch.of([]), np.zeros(0), constant=7).slots.tolist() == [0]
