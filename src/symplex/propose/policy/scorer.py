"""Scoring: log-probabilities and entropies of given trees in one teacher-forced pass.

Owns the way from logits and masks to `Scores`. Gradients flow where the caller allows them.
"""

from typing import Final

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from symplex.expression.sequences.grammar import Grammar, Integers
from symplex.expression.sequences.replay import Replay, replay
from symplex.expression.vocabulary import TokenBatch
from symplex.propose.policy.policy import Network, Scores, check_vocabulary

_GROUPS: Final = (4, 8, 13, 19, 30, 46)
"""Lengths at which a new group begins; each group is one pass of the network."""


def score(
    network: Network, grammar: Grammar, batch: TokenBatch, *, together: bool = False
) -> Scores:
    """Score whole trees under the grammar's masks; a forbidden token has log-probability -inf.

    Args:
        network: What gives the logits.
        grammar: What gives the masks.
        batch: The trees.
        together: In one pass, whatever their lengths: on a GPU padding is cheaper than a pass.
    """
    check_vocabulary(network, grammar)
    seen = replay(grammar, batch)
    groups = [np.arange(len(batch))] if together else _by_length(seen.lengths)
    width = seen.tokens.shape[1]
    parts = [_score(network, seen.take(rows), width) for rows in groups]
    back = np.argsort(np.concatenate(groups))
    log_probs, entropies = (torch.cat(part) for part in zip(*parts, strict=True))
    on = log_probs.device
    order, lengths, depths = (
        torch.from_numpy(one).to(on) for one in (back, seen.lengths, seen.tree_depths)
    )
    return Scores(log_probs[order], entropies[order], lengths, depths)


def _by_length(lengths: Integers) -> list[Integers]:
    """Rows in groups of like length, so that little of the work is padding."""
    groups = np.digitize(lengths, _GROUPS)
    return [np.flatnonzero(groups == group) for group in np.unique(groups)] or [np.arange(0)]


def _score(network: Network, seen: Replay, width: int) -> tuple[Tensor, Tensor]:
    """The log-probability and the entropy of each token, padded to a width."""
    spread = log_distribution(network, seen)
    within, legal, tokens = (
        torch.from_numpy(one).to(spread.device) for one in (seen.within, seen.masks, seen.tokens)
    )
    chosen = tokens.unsqueeze(-1)
    nothing = spread.new_zeros(())
    log_probs = torch.where(within, spread.gather(-1, chosen).squeeze(-1), nothing)
    surprise = torch.where(legal, spread, nothing) * spread.exp()
    entropies = torch.where(within, -surprise.sum(dim=-1), nothing)
    padding = (0, width - seen.tokens.shape[1])
    return functional.pad(log_probs, padding), functional.pad(entropies, padding)


def log_distribution(network: Network, seen: Replay) -> Tensor:
    """The log-probability of every token at every slot, [rows, slots, vocabulary]."""
    if not seen.tokens.size:  # no trees, no slots
        return torch.zeros(seen.masks.shape)
    logits = network.logits(seen)
    forbidden = torch.from_numpy(~seen.masks).to(logits.device)
    return torch.log_softmax(logits.masked_fill(forbidden, -torch.inf), dim=-1)
