"""The random numbers of sampled trees."""

import numpy as np

from support.policies import generator
from symplex.propose.policy.streams import choices, seed_of


def test_a_tree_has_the_same_numbers_whatever_is_drawn_beside_it():
    whole = choices(5, 1, np.arange(40), 12)
    some = np.array([3, 17, 39])
    np.testing.assert_array_equal(choices(5, 1, some, 7), whole[some, :7])


def test_numbers_are_spread_evenly_below_one():
    found = choices(0, 0, np.arange(2000), 20)
    assert found.dtype == np.float32
    assert found.min() >= 0
    assert found.max() < 1
    counts = np.histogram(found, bins=20, range=(0, 1))[0] / found.size
    np.testing.assert_allclose(counts, 1 / 20, atol=0.004)
    assert len(np.unique(found)) > 0.99 * found.size


def test_seed_attempt_tree_and_place_all_matter():
    first = choices(1, 0, np.arange(3), 3)
    for other in (choices(2, 0, np.arange(3), 3), choices(1, 1, np.arange(3), 3)):
        assert not np.any(first == other)
    assert len(np.unique(first)) == 9


def test_each_batch_has_a_seed_of_its_own():
    source = generator(3)
    first, second = seed_of(source), seed_of(source)
    assert first != second
    assert first == seed_of(generator(3))
