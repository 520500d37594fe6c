"""The bookkeeping of growing trees as tensors, against that in NumPy."""

import numpy as np
import pytest
import torch

from symplex.expression import CONSTANT, OPERATORS, Symbol, tuple_of
from symplex.expression.sequences.grammar import Grammar
from symplex.expression.sequences.growth import Growth
from symplex.expression.sequences.replay import is_degenerate
from symplex.expression.vocabulary import Vocabulary
from symplex.propose.policy.device_growth import DeviceGrowth, DeviceTables, degenerate

NAMES = ("+", "-", "*", "/", "max", "sin", "exp", "neg", "square")
LEAVES = (Symbol("x"), Symbol("t"), CONSTANT)
PLAIN = Vocabulary((*(OPERATORS[name] for name in NAMES), *LEAVES))
SYSTEM = Vocabulary((*(OPERATORS[name] for name in NAMES), *LEAVES, tuple_of(2)))
GRAMMARS = [Grammar(PLAIN, max_length=14), Grammar(SYSTEM, max_length=16, max_depth=6)]


def grown(grammar, rows, seed):
    """Random legal trees, written on both; every step is compared."""
    random = np.random.default_rng(seed)
    tables = DeviceTables.of(grammar, torch.device("cpu"))
    numpy, tensors = Growth(grammar, rows), DeviceGrowth(grammar, tables, rows)
    sizes = np.zeros(rows, dtype=np.int64)
    for _ in range(grammar.max_length):
        live = ~numpy.finished
        assert np.array_equal(tensors.finished.numpy(), numpy.finished)
        legal = numpy.mask()
        assert np.array_equal(tensors.mask().numpy()[live], legal[live])
        assert np.array_equal(tensors.relations().numpy()[live], numpy.relations()[live])
        for fact in ("parent_token", "sibling_token", "depth", "open", "constants"):
            assert np.array_equal(
                getattr(tensors, fact).numpy()[live], getattr(numpy, fact)[live]
            ), fact
        heights = random.random((rows, 1)) * legal.sum(axis=1, keepdims=True)
        chosen = (np.cumsum(legal, axis=1) <= heights).sum(axis=1)
        chosen = np.where(live, chosen, 0)
        numpy.write(chosen)
        tensors.write(torch.from_numpy(chosen))
        sizes += live
    return tables, numpy.tokens[:, : grammar.max_length], sizes


@pytest.mark.parametrize("grammar", GRAMMARS)
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_every_step_is_that_of_growth(grammar, seed):
    _, tokens, sizes = grown(grammar, 200, seed)
    assert sizes.max() > 8
    assert tokens.max() < len(grammar.vocabulary)


@pytest.mark.parametrize("grammar", GRAMMARS)
def test_degenerate_trees_are_the_same(grammar):
    tables, tokens, sizes = grown(grammar, 3000, 7)
    mine = degenerate(tables, torch.from_numpy(tokens), torch.from_numpy(sizes)).numpy()
    assert np.array_equal(mine, is_degenerate(grammar, tokens, sizes))
    assert 5 < mine.sum() < len(mine) / 2
