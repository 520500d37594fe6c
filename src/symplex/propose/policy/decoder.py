"""SymFormer as the paper prints it (§4 and Appendix A): a decoder over the prefix alone.

At each step every node of the prefix attends to every other one, with the printed tree relations
added to the keys, and the last node's state gives the distribution of the next token. No mask is
printed, so by default there is none: each prefix is computed anew. With `causal`, the other reading
of "decoder", a node sees those before it alone and all prefixes of a tree share one pass.

The paper conditions the first token on nothing; here a start token, which is related to no node,
comes before it. Positions begin there.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, final

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from symplex.expression.sequences.grammar import Grammar, Integers
from symplex.expression.sequences.relations import (
    OTHER,
    RELATIONS,
    SELF,
    RelationMatrix,
    Relations,
    as_printed,
    told,
)
from symplex.expression.sequences.replay import Replay
from symplex.expression.vocabulary import TokenBatch, Vocabulary
from symplex.propose.policy import sampler, scorer
from symplex.propose.policy.initialise import initialise
from symplex.propose.policy.policy import Rollout, Scores
from symplex.propose.policy.recomputed import RecomputedSteps
from symplex.propose.policy.symformer import positions, require_heads

_HIDDEN: Final = -1e9
_GROUPS: Final = (0, 4, 8, 16, 32, 64, 128, 256, 512)
"""Prefixes are computed together with those of like length, so that little is padding."""
_PAIRS: Final = 1_000_000
"""Pairs of places that are computed at once: their weights are kept for the gradient."""


@final
@dataclass(frozen=True, kw_only=True)
class DecoderSettings:
    """The model; the defaults are as printed."""

    width: int = 64
    """Features of a node."""
    feed_forward: int = 128
    """Features between the two layers of the feed-forward network."""
    layers: int = 4
    heads: int = 8
    relations: Relations = Relations.TREE
    """What attention is told of the tree."""
    positions: bool = True
    """Whether positions along the prefix are encoded."""
    causal: bool = False
    """Whether a node sees only those before it."""

    def __post_init__(self) -> None:
        """Refuse sizes that cannot be built."""
        require_heads(self.width, self.heads)


@final
class DecoderBlock(nn.Module):
    """Attention and a feed-forward network, each normalised first and added to what was there."""

    def __init__(self, settings: DecoderSettings) -> None:
        super().__init__()
        width = settings.width
        self.heads = settings.heads
        self.before_attention = nn.LayerNorm(width)
        self.project = nn.Linear(width, 3 * width)
        self.relation = nn.Parameter(torch.zeros(RELATIONS, width))
        self.merge = nn.Linear(width, width)
        self.before_feed_forward = nn.LayerNorm(width)
        self.widen = nn.Linear(width, settings.feed_forward)
        self.narrow = nn.Linear(settings.feed_forward, width)

    def forward(
        self,
        states: Tensor,
        relations: Tensor,
        hidden: Tensor,
        kept: list[Tensor] | None = None,
    ) -> Tensor:
        """Refine the states of prefixes.

        Args:
            states: [rows, places, width].
            relations: r of each pair, [rows, places i, places j].
            hidden: which places j the place i must not see, of the same shape.
            kept: where the weights are put, [rows, heads, places i, places j].
        """
        rows, places, width = states.shape
        split = (rows, places, 3, self.heads, width // self.heads)
        mixed = self.project(self.before_attention(states)).view(split).permute(2, 0, 3, 1, 4)
        query, key, value = mixed[0] / split[-1] ** 0.5, mixed[1], mixed[2]
        # Q(K + R)ᵀ = QKᵀ + QRᵀ: six products for each query, of which each pair takes one.
        related = self.relation.view(RELATIONS, self.heads, -1).permute(1, 2, 0)
        affinity = (query @ related).gather(
            3, relations.unsqueeze(1).expand(-1, self.heads, -1, -1)
        )
        scores = query @ key.transpose(-1, -2) + affinity
        weights = scores.masked_fill(hidden.unsqueeze(1), _HIDDEN).softmax(dim=-1)
        if kept is not None:
            kept.append(weights)
        gathered = (weights @ value).transpose(1, 2).reshape(rows, places, width)
        states = states + self.merge(gathered)
        inner = functional.relu(self.widen(self.before_feed_forward(states)))
        return states + self.narrow(inner)


@final
class Decoder(nn.Module):
    """The printed policy."""

    def __init__(
        self, vocabulary: Vocabulary, settings: DecoderSettings, generator: torch.Generator
    ) -> None:
        super().__init__()
        self.vocabulary, self.settings = vocabulary, settings
        size = len(vocabulary)
        with torch.random.fork_rng(devices=[]):
            self.token = nn.Embedding(size + 1, settings.width)  # the last one: the start
            self.blocks = nn.ModuleList(DecoderBlock(settings) for _ in range(settings.layers))
            self.before_output = nn.LayerNorm(settings.width)
            self.output = nn.Linear(settings.width, size)
        initialise(self, self.output, generator)

    def sample(self, grammar: Grammar, count: int, generator: torch.Generator) -> Rollout:
        """Draw trees; fewer than `count` only if the policy keeps proposing degenerate ones."""
        return sampler.sample(self, grammar, count, generator)

    def regrow(
        self, grammar: Grammar, batch: TokenBatch, starts: Integers, generator: torch.Generator
    ) -> Rollout:
        """Draw the subtree at `starts` of each tree anew and keep the rest."""
        return sampler.regrow(self, grammar, batch, starts, generator)

    def score(self, grammar: Grammar, batch: TokenBatch) -> Scores:
        """Score given trees under the masks that sampling uses."""
        return scorer.score(self, grammar, batch)

    def begin(self, max_rows: int, capacity: int) -> RecomputedSteps:
        """Start on trees; what is said of a prefix is computed anew at each step."""
        del max_rows
        return RecomputedSteps(self, capacity)

    def last_logits(self, seen: Replay) -> Tensor:
        """The logits of the last slot, [rows, vocabulary]; what fills it is not looked at."""
        tokens, relations = self._prefixes(seen)
        lengths = np.full(len(tokens), tokens.shape[1])
        return self.output(self.before_output(self._states(tokens, relations, lengths)[:, -1]))

    def logits(self, seen: Replay) -> Tensor:
        """The logits of every slot of whole trees, [rows, slots, vocabulary]."""
        tokens, relations = self._prefixes(seen)
        if self.settings.causal:
            lengths = np.maximum(seen.lengths, 1)
            return self.output(self.before_output(self._states(tokens, relations, lengths)))
        return self._by_prefix(tokens, relations, seen.lengths)

    def _by_prefix(self, tokens: Integers, relations: RelationMatrix, lengths: Integers) -> Tensor:
        """Each prefix of each tree by itself; those that several trees share, once."""
        rows, width = tokens.shape
        found = self.output.bias.new_zeros(rows, width, len(self.vocabulary))
        for least, most in zip(_GROUPS, (*_GROUPS[1:], width), strict=True):
            reach = min(most, width)
            ends = np.arange(least, reach)
            tree, end = np.nonzero((ends < lengths[:, None]) if len(ends) else np.zeros((rows, 0)))
            if not len(tree):
                continue
            sizes = ends[end] + 1
            cut = np.where(np.arange(reach) < sizes[:, None], tokens[tree, :reach], -1)
            _, first, back = np.unique(cut, axis=0, return_index=True, return_inverse=True)
            logits = torch.cat(
                [
                    self._spoken(tokens[some, :reach], relations[some, :reach, :reach], size)
                    for some, size in _chunks(tree[first], sizes[first], _PAIRS // reach**2 + 1)
                ]
            )[torch.from_numpy(back.reshape(-1))]
            at = torch.from_numpy(tree), torch.from_numpy(sizes - 1)
            found = found.index_put(at, logits)
        return found

    def _spoken(self, tokens: Integers, relations: RelationMatrix, sizes: Integers) -> Tensor:
        """The logits of what follows prefixes of some sizes, [rows, vocabulary]."""
        states = self._states(tokens, relations, sizes)
        last = states[torch.arange(len(sizes)), torch.from_numpy(sizes) - 1]
        return self.output(self.before_output(last))

    def _prefixes(self, seen: Replay) -> tuple[Integers, RelationMatrix]:
        """Start token and nodes but the last, which nothing follows, and their relations."""
        rows, width = seen.tokens.shape
        tokens = np.full((rows, width), len(self.vocabulary), dtype=np.int64)
        tokens[:, 1:] = seen.tokens[:, :-1]
        relations = np.full((rows, width, width), OTHER, dtype=np.uint8)
        relations[:, 1:, 1:] = as_printed(seen.relations[:, :-1, :-1])
        relations[:, :1, :1] = SELF
        return tokens, told(self.settings.relations, relations)

    def attention(self, seen: Replay) -> list[Tensor]:
        """What each slot's last node attends to, by layer, [1, heads, slots, nodes], of one tree.

        A slot's own place, where SymFormer in two streams has the slot, holds what goes to the
        start token.
        """
        tokens, relations = self._prefixes(seen)
        places = tokens.shape[1]
        layers = [self.output.weight.new_zeros(1, b.heads, places, places) for b in self._layers]
        for end in range(places):
            kept: list[Tensor] = []
            shown = tokens[:, : end + 1], relations[:, : end + 1, : end + 1]
            self._states(*shown, np.array([end + 1]), kept)
            for layer, weights in zip(layers, kept, strict=True):
                layer[0, :, end, :end] = weights[0, :, -1, 1:]
                layer[0, :, end, end] = weights[0, :, -1, 0]
        return layers

    @property
    def _layers(self) -> list[DecoderBlock]:
        return [block for block in self.blocks if isinstance(block, DecoderBlock)]

    def _states(
        self,
        tokens: Integers,
        relations: RelationMatrix,
        lengths: Integers,
        kept: list[Tensor] | None = None,
    ) -> Tensor:
        """The last layer's states of prefixes of some lengths, [rows, places, width]."""
        places, here = tokens.shape[1], self.output.weight.device
        beyond = np.arange(places) >= lengths[:, None, None]
        later = np.triu(np.ones((places, places), dtype=np.bool_), 1)
        hidden = torch.from_numpy(beyond | later if self.settings.causal else beyond)
        hidden = hidden.expand(len(tokens), places, places).to(here)
        which = torch.from_numpy(relations).to(here).long()  # as bytes on the way to a GPU
        states = self.token(torch.from_numpy(tokens).to(here))
        if self.settings.positions:
            states = states + positions(places, self.settings.width).to(states)
        for block in self.blocks:
            states = block(states, which, hidden, kept)
        return states


def _chunks(rows: Integers, sizes: Integers, most: int) -> Iterator[tuple[Integers, Integers]]:
    """Rows and their sizes, so many at a time."""
    for begin in range(0, len(rows), most):
        yield rows[begin : begin + most], sizes[begin : begin + most]
