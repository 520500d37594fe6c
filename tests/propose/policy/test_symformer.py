"""Structure conditioning (paper, Theorem 4.1): a rule that depends on the tree alone.

A leaf that is the second argument of its parent, after a first argument of at least seven
nodes, must be the one that the operator of its grandparent demands. In the prefix that operator
stands an arbitrary distance back; in the tree it is two steps up.
"""

import numpy as np
import pytest
import torch

from symplex.expression import OPERATORS, Symbol
from symplex.expression.sequences.grammar import Grammar
from symplex.expression.sequences.growth import Growth
from symplex.expression.sequences.replay import ends, padded, unpadded
from symplex.expression.vocabulary import TokenBatch, Vocabulary
from symplex.propose.policy import Lstm, LstmSettings, SymFormer, SymFormerSettings, Uniform
from symplex.propose.policy.policy import Network
from symplex.propose.policy.scorer import log_distribution, replay

OPERATIONS = ("+", "-", "*", "/")
LEAVES = ("p", "q", "r", "s")
VOCABULARY = Vocabulary(
    (
        *(OPERATORS[name] for name in OPERATIONS),
        OPERATORS["sin"],
        OPERATORS["exp"],
        *(Symbol(name) for name in LEAVES),
    )
)
FIRST_LEAF = 6
GRAMMAR = Grammar(VOCABULARY, max_depth=7, max_length=28, nested_trigonometry=True)
LONG, LESSONS, UPDATES = 7, 768, 300
Places = tuple[np.ndarray, np.ndarray]


def parents(tokens: np.ndarray) -> np.ndarray:
    """Each node's parent, -1 for the root, [rows, places]."""
    growth = Growth(GRAMMAR, len(tokens), tokens.shape[1])
    found = np.zeros(tokens.shape, dtype=np.int64)
    for place in range(tokens.shape[1]):
        found[:, place] = growth._parent
        growth.write(tokens[:, place])
    return found


def lessons(count: int, seed: int) -> tuple[TokenBatch, Places]:
    """Random trees that obey the rule, and the places (row, position) where it decides."""
    generator = torch.Generator().manual_seed(seed)
    drawn = Uniform(VOCABULARY).sample(GRAMMAR, count, generator).batch
    tokens, lengths = padded(drawn)
    above, stops = parents(tokens), ends(GRAMMAR, tokens, lengths)
    places = np.arange(tokens.shape[1])
    within = places < lengths[:, None]
    grand = np.take_along_axis(above, np.maximum(above, 0), axis=1)
    sized = places - above - 1 >= LONG  # what lies between a second argument and its parent
    first_stop = np.take_along_axis(stops, np.minimum(above + 1, places[-1]), axis=1)
    ruled = within & (tokens >= FIRST_LEAF) & (above >= 0) & (grand >= 0)
    ruled &= sized & (first_stop == places)
    operators = np.take_along_axis(tokens, np.maximum(grand, 0), axis=1)
    ruled &= operators < len(OPERATIONS)
    tokens = np.where(ruled, FIRST_LEAF + operators, tokens)
    return unpadded(tokens, lengths), np.nonzero(ruled)


def chosen_log_probs(network: Network, trees: TokenBatch, where: Places) -> torch.Tensor:
    """The log-distribution at the places where the rule decides, [places, vocabulary]."""
    return log_distribution(network, replay(GRAMMAR, trees))[where]


def teach(network: SymFormer | Lstm, update: int, adam: torch.optim.Adam) -> None:
    """One step towards the rule, on new trees."""
    trees, where = lessons(LESSONS, seed=update)
    kept = np.unique(where[0])
    order = np.searchsorted(kept, where[0]), where[1]
    some = TokenBatch.of(trees[int(row)] for row in kept)
    tokens, _ = padded(some)
    spread = chosen_log_probs(network, some, order)
    loss = torch.nn.functional.nll_loss(spread, torch.from_numpy(tokens[order]))
    adam.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(network.parameters(), 5.0)
    adam.step()


def accuracy_after(network: SymFormer | Lstm, updates: int) -> float:
    """Train by imitation of the rule; the share of new decisions that are then right."""
    adam = torch.optim.Adam(network.parameters(), lr=1e-3)
    for update in range(updates):
        teach(network, update, adam)
    return accuracy(network)


def accuracy(network: Network, count: int = 4000) -> float:
    """The share of decisions on unseen trees that are right."""
    trees, where = lessons(count, seed=10**9)
    tokens, _ = padded(trees)
    with torch.no_grad():
        guess = chosen_log_probs(network, trees, where).argmax(dim=1).numpy()
    return float((guess == tokens[where]).mean())


def test_the_lessons_obey_the_rule() -> None:
    trees, where = lessons(300, seed=0)
    tokens, _ = padded(trees)
    above = parents(tokens)
    assert len(where[0]) > 30
    for row, place in zip(*where, strict=True):
        parent = above[row, place]
        operator = tokens[row, above[row, parent]]
        assert tokens[row, place] == FIRST_LEAF + operator
        assert VOCABULARY.arities[tokens[row, parent]] == 2
        assert (above[row, parent + 2 : place] >= parent + 1).all()


def symformer(*, slot_description: bool) -> SymFormer:
    settings = SymFormerSettings(slot_description=slot_description)
    return SymFormer(VOCABULARY, settings, torch.Generator().manual_seed(0))


def lstm() -> Lstm:
    return Lstm(VOCABULARY, LstmSettings(), torch.Generator().manual_seed(0))


def size(network: torch.nn.Module) -> int:
    return sum(weight.numel() for weight in network.parameters())


def test_the_rivals_are_of_equal_size() -> None:
    assert size(lstm()) == pytest.approx(size(symformer(slot_description=True)), rel=0.1)


@pytest.mark.slow
@pytest.mark.parametrize("slot_description", [True, False])
def test_symformer_learns_the_rule(slot_description: bool) -> None:  # noqa: FBT001
    assert accuracy_after(symformer(slot_description=slot_description), UPDATES) > 0.99


@pytest.mark.slow
def test_an_lstm_of_equal_size_does_not_in_the_same_number_of_updates() -> None:
    assert accuracy_after(lstm(), UPDATES) < 0.9
