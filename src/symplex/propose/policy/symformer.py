"""SymFormer (paper §4 and Appendix A): a causal Transformer over the nodes of a growing tree.

At each position there are two inputs: the node that was just written, and the slot that is to
be filled. A node's state is computed once, from its token, its place in the prefix and its
relations to the nodes before it, and is kept for all later steps. The slot reads those states
and yields the logits. Masks and trees come from `expression`; sampling lives in `sampler`.
"""

import math
from dataclasses import dataclass
from typing import final

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from symplex.errors import SettingsError
from symplex.expression.sequences.grammar import Grammar, Integers
from symplex.expression.sequences.growth import Growth
from symplex.expression.sequences.relations import RELATIONS, SELF, Relations, told
from symplex.expression.sequences.replay import Replay
from symplex.expression.vocabulary import TokenBatch, Vocabulary
from symplex.propose.policy import sampler, scorer
from symplex.propose.policy.attention import Cached, TreeAttention
from symplex.propose.policy.initialise import initialise
from symplex.propose.policy.policy import Rollout, Scores


@final
@dataclass(frozen=True, kw_only=True)
class SymFormerSettings:
    """The size of the model; the defaults are the paper's."""

    width: int = 64
    """Features of a node."""
    feed_forward: int = 128
    """Features between the two layers of the feed-forward network."""
    layers: int = 4
    heads: int = 8
    depths: int = 16
    """How many depths of a slot are told apart; all deeper ones share the last."""
    slot_description: bool = True
    """Whether the slot's parent, left sibling and depth are embedded too."""
    relations: Relations = Relations.TREE
    """What attention is told of the tree."""
    positions: bool = True
    """Whether positions along the prefix are encoded."""

    def __post_init__(self) -> None:
        """Refuse sizes that cannot be built."""
        require_heads(self.width, self.heads)


@final
class Block(nn.Module):
    """Attention and a feed-forward network, each normalised first and added to what was there."""

    def __init__(self, settings: SymFormerSettings) -> None:
        super().__init__()
        self.before_attention = nn.LayerNorm(settings.width)
        self.attention = TreeAttention(settings.width, settings.heads)
        self.before_feed_forward = nn.LayerNorm(settings.width)
        self.widen = nn.Linear(settings.width, settings.feed_forward)
        self.narrow = nn.Linear(settings.feed_forward, settings.width)

    def forward(
        self,
        streams: Tensor,
        which: Tensor,
        *,
        slots_only: bool,
        kept: list[Tensor] | None = None,
    ) -> Tensor:
        """Refine nodes and slots, or slots alone, [2 or 1, rows, places, width]."""
        normed = self.before_attention(streams)
        gathered = self.attention(normed, which, slots_only=slots_only, kept=kept)
        streams = (streams[1:] if slots_only else streams) + gathered
        hidden = functional.relu(self.widen(self.before_feed_forward(streams)))
        return streams + self.narrow(hidden)


@final
class SymFormer(nn.Module):
    """The structure-aware policy."""

    def __init__(
        self, vocabulary: Vocabulary, settings: SymFormerSettings, generator: torch.Generator
    ) -> None:
        super().__init__()
        self.vocabulary = vocabulary
        self.settings = settings
        width, size = settings.width, len(vocabulary)
        with torch.random.fork_rng(devices=[]):
            self.token = nn.Embedding(size, width)
            self.hole = nn.Parameter(torch.zeros(width))
            # One row more than there are tokens: no parent, no sibling.
            self.parent = nn.Embedding(size + 1, width)
            self.sibling = nn.Embedding(size + 1, width)
            self.depth = nn.Embedding(settings.depths, width)
            self.blocks = nn.ModuleList(Block(settings) for _ in range(settings.layers))
            self.before_output = nn.LayerNorm(width)
            self.output = nn.Linear(width, size)
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

    def embed_nodes(self, tokens: Tensor, position: Tensor) -> Tensor:
        """Nodes as the first layer sees them, [..., width]."""
        return self.token(tokens) + position

    def embed_slots(self, parents: Tensor, siblings: Tensor, depths: Tensor) -> Tensor:
        """Slots as the first layer sees them but for their position, [..., width]."""
        if not self.settings.slot_description:
            return self.hole.expand(*parents.shape, -1)
        deepest = self.settings.depths - 1
        described = self.parent(parents) + self.sibling(siblings)
        return self.hole + described + self.depth(depths.clamp(max=deepest))

    def logits(self, seen: Replay, kept: list[Tensor] | None = None) -> Tensor:
        """The logits of every slot of whole trees, [rows, slots, vocabulary].

        Args:
            seen: The trees.
            kept: Where each layer's attention is put, [rows, heads, slots, nodes].
        """
        places, here = seen.tokens.shape[1], self.hole.device
        position = self.encoded_positions(places)
        nodes = self.embed_nodes(torch.from_numpy(seen.tokens).to(here), position)
        described = (seen.parents, seen.siblings, seen.depths)
        slots = self.embed_slots(*(torch.from_numpy(one).to(here) for one in described)) + position
        later = torch.ones(places, places, dtype=torch.bool, device=here).triu(1)
        relations = torch.from_numpy(told(self.settings.relations, seen.relations)).to(here)
        relations = relations.masked_fill(later, RELATIONS)
        known = torch.arange(RELATIONS + 1, device=here).unsqueeze(1)
        which = (relations.unsqueeze(2) == known).to(self.hole)
        streams = torch.stack([nodes, slots])
        for number, block in enumerate(self.blocks, start=1):
            streams = block(streams, which, slots_only=number == len(self.blocks), kept=kept)
        return self.output(self.before_output(streams[0]))

    def encoded_positions(self, count: int) -> Tensor:
        """The encodings of the first positions, [count, width]; zeros where there are none."""
        encoded = positions(count, self.settings.width).to(self.hole)
        return encoded if self.settings.positions else torch.zeros_like(encoded)

    def begin(self, max_rows: int, capacity: int) -> "CachedSteps":
        """Start on trees, keeping the keys and values of every node."""
        return CachedSteps(self, max_rows, capacity)


@final
class CachedSteps:
    """SymFormer at work: each node passes through the layers once."""

    def __init__(self, model: SymFormer, max_rows: int, capacity: int) -> None:
        self._model = model
        self._positions = model.encoded_positions(capacity)
        self._layers = [
            (block, Cached.of(block.attention, block.before_attention, max_rows, capacity))
            for block in model.blocks
            if isinstance(block, Block)
        ]
        self._reach = 0
        self._latest = np.zeros((1, 0), dtype=np.int64)
        """What every node was to the newest node when that was a slot, itself included."""

    def keep(self, rows: Integers) -> None:
        """Go on with these rows, as `Growth.keep` does."""
        kept = torch.from_numpy(rows).to(self._positions.device)
        self._latest = self._latest[rows]
        for _, cached in self._layers:
            cached.keep(kept, self._reach)

    def step(self, growth: Growth) -> Tensor:
        """The logits of the token for the open slot of each row, [rows, vocabulary]."""
        places = self._embed(growth)
        which = torch.from_numpy(self._relations(growth)).to(places.device)
        last = len(self._layers) - 1
        for number, (block, cached) in enumerate(self._layers):
            slots_only = number == last
            normed = functional.layer_norm(places, places.shape[2:])
            gathered = cached.attend(normed, which, slots_only=slots_only)
            places = places[:, -1:] if slots_only else places
            places = places + block.attention.merge(gathered)
            hidden = block.widen(block.before_feed_forward(places)).relu_()
            places = places + block.narrow(hidden)
        self._reach = growth.position
        return self._model.output(self._model.before_output(places[:, -1]))

    def _embed(self, growth: Growth) -> Tensor:
        """The newest node, if there is one, and the slot, [rows, 1 or 2, width]."""
        model, here = self._model, growth.position
        described = (growth.parent_token, growth.sibling_token, growth.depth)
        on = self._positions.device
        slot = model.embed_slots(*(torch.from_numpy(one).to(on) for one in described))
        slot = slot + self._positions[here]
        if not here:
            return slot.unsqueeze(1)
        newest = torch.from_numpy(growth.previous_token).to(on)
        node = model.embed_nodes(newest, self._positions[here - 1])
        return torch.stack([node, slot], dim=1)

    def _relations(self, growth: Growth) -> Integers:
        """The relations of node and slot to all nodes so far and the slot itself."""
        here = growth.position
        slot = np.full((len(growth.open), 1, here + 1), SELF, dtype=np.uint8)
        slot[:, 0, :here] = growth.relations()
        found = np.zeros((len(slot), min(here, 1) + 1, here + 1), dtype=np.int64)
        found[:, -1:] = told(self._model.settings.relations, slot, here)
        if here:
            found[:, 0, :here] = self._latest
            found[:, 0, here] = RELATIONS  # the slot comes after the node, which must not see it
        self._latest = found[:, -1]
        return found


def require_heads(width: int, heads: int) -> None:
    """Refuse a width that cannot be split among heads, or has no pairs of sines and cosines."""
    if width % heads or width % 2:
        raise SettingsError(
            f"the width must be even and a multiple of the {heads} heads, found {width}"
        )


def positions(count: int, width: int) -> Tensor:
    """Sinusoidal encodings along the prefix (paper §4.2), [count, width]."""
    rates = torch.exp(torch.arange(0, width, 2) * (-math.log(10_000.0) / width))
    angles = torch.arange(count).unsqueeze(1) * rates
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)
