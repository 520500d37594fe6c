"""Losses by key, in the compiled core and in a dictionary alike."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from symplex.numerics.evaluation.evaluator import Engine, engine
from symplex.solver.search.loss_table import LossTable

ENGINES = [Engine.FALLBACK, *({engine()} - {Engine.FALLBACK})]
BATCHES = st.lists(
    st.lists(st.tuples(st.integers(0, 20), st.floats(0, allow_nan=False)), max_size=12), max_size=5
)


def keys_of(numbers):
    joined = b"".join(number.to_bytes(16, "little") for number in numbers)
    return np.frombuffer(joined, dtype=np.uint8).reshape(-1, 16)


@pytest.mark.parametrize("which", ENGINES)
@given(batches=BATCHES)
def test_a_table_is_a_dictionary_that_is_asked_by_the_batch(which, batches):
    table, model = LossTable(which), {}
    for batch in batches:
        numbers = [number for number, _ in batch]
        fresh = [n for i, n in enumerate(numbers) if n not in model and n not in numbers[:i]]
        assert [numbers[i] for i in table.fresh(keys_of(numbers)).tolist()] == fresh
        table.record(keys_of(numbers), np.array([loss for _, loss in batch], dtype=np.float64))
        model.update(batch)
    requests = list(range(25))
    expected = [model.get(number, np.nan) for number in requests]
    np.testing.assert_array_equal(table.find(keys_of(requests)), expected)
    np.testing.assert_array_equal(table.keys, keys_of(model))
    np.testing.assert_array_equal(table.losses, list(model.values()))
    assert len(table) == len(model)


@pytest.mark.parametrize("which", ENGINES)
def test_a_table_grows(which):
    numbers = [hash((number, "key")) % 2**127 for number in range(5000)]
    table = LossTable(which)
    table.record(keys_of(numbers), np.arange(5000.0))
    np.testing.assert_array_equal(table.find(keys_of(numbers)), np.arange(5000.0))
    assert len(table.fresh(keys_of(numbers))) == 0


def test_equal_tables():
    one, same = (LossTable.of(keys_of([1, 2]), np.array([0.5, np.inf])) for _ in range(2))
    assert one == same
    assert one != LossTable.of(keys_of([1, 2]), np.array([0.5, 1.0]))
    assert one != LossTable.of(keys_of([2, 1]), np.array([np.inf, 0.5]))
    assert one != 3


@pytest.mark.skipif(engine() is Engine.FALLBACK, reason="there is no compiled core")
def test_the_core_refuses_what_is_no_key():
    table = LossTable(Engine.COMPILED)
    with pytest.raises(ValueError, match="16 bytes"):
        table.find(np.zeros((2, 8), dtype=np.uint8))
    with pytest.raises(ValueError, match="a loss for each key"):
        table.record(keys_of([1]), np.zeros(2))
    with pytest.raises(ValueError, match="must be a number"):
        table.record(keys_of([1]), np.array([np.nan]))
