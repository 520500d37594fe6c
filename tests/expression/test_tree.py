import numpy as np
from hypothesis import given

from support.strategies import trees
from symplex.expression import tree


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
