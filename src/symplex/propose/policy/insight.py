"""What a policy thinks of one tree: the probability of each token, and what each choice looked at.

Owns looking into a network; it changes nothing. Attention is that of the choice of a token: from
the open slot, or from the last node before it, to the nodes that were there.
"""

from dataclasses import dataclass
from typing import final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from symplex.expression.sequences.grammar import Grammar
from symplex.expression.sequences.relations import RELATIONS
from symplex.expression.sequences.replay import replay
from symplex.expression.vocabulary import TokenBatch
from symplex.propose.policy.decoder import Decoder
from symplex.propose.policy.policy import Policy
from symplex.propose.policy.symformer import SymFormer


@final
@dataclass(frozen=True)
class Insight:
    """A tree as a policy sees it."""

    probabilities: NDArray[np.float64]
    """Of each token, given those before it; 0 where the grammar forbids it."""
    choices: NDArray[np.int64]
    """How many tokens were legal at each place."""
    relations: NDArray[np.uint8]
    """What node j is to the slot at place i, [places, nodes]."""
    attention: NDArray[np.float64] | None
    """The weight of node j for the choice at place i, [layers, heads, places, nodes].

    None for a policy without attention. On the diagonal is what goes to the slot itself, or to the
    start token.
    """


def insight(policy: Policy, grammar: Grammar, tree: NDArray[np.uint8]) -> Insight:
    """Look at one tree with a policy's eyes."""
    batch = TokenBatch.of([tree])
    seen = replay(grammar, batch)
    with torch.no_grad():
        scores = policy.score(grammar, batch)
        layers: list[Tensor] | None = None
        if isinstance(policy, SymFormer):
            layers = []
            policy.logits(seen, layers)
        elif isinstance(policy, Decoder):
            layers = policy.attention(seen)
    chances = scores.token_log_probs[0].double().exp().cpu().numpy()
    kept = None if layers is None else torch.cat(layers).double().cpu().numpy()
    return Insight(chances, seen.masks[0].sum(axis=1), seen.relations[0], kept)


def by_relation(found: Insight) -> NDArray[np.float64] | None:
    """How much attention goes to each relation, [layers, relations]; None without attention.

    The mean over heads and over the choices that have nodes of the relation, divided by what an
    even spread over all nodes would give them: 1 where the relation does not matter, NaN where it
    does not occur.
    """
    if found.attention is None:
        return None
    layers = found.attention.mean(axis=1)
    result = np.full((len(layers), RELATIONS), np.nan)
    for relation in range(RELATIONS):
        excess = [
            layers[:, place, : place + 1][:, there].mean(axis=1) * (place + 1)
            for place in range(1, len(found.relations))
            if (there := found.relations[place, : place + 1] == relation).any()
        ]
        if excess:
            result[:, relation] = np.mean(excess, axis=0)
    return result
