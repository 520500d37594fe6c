"""Tree-relative multi-head attention (paper §4.1): softmax(Q(K + R)ᵀ/√d_head)V.

Two streams share one set of weights. *Nodes* carry tokens that are known; *slots* carry the
open place that is to be filled. Both attend to the nodes before them and to themselves, with
the relation that each node has to their own place in the tree. Q(K + R)ᵀ is computed as QKᵀ
plus Q·R for the six relations, gathered: no tensor of pairs and features is ever built.
"""

from dataclasses import dataclass
from typing import final

import torch
from torch import Tensor, nn
from torch.nn import functional

from symplex.expression.sequences.relations import RELATIONS

_HIDDEN = -1e9
"""A score that leaves no weight; finite, so that differences of scores stay finite."""
_VECTORISED = 16
"""The fewest columns for which torch's own softmax is vectorised on a CPU."""


@final
class TreeAttention(nn.Module):
    """Causal self-attention over a growing tree."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.head_width = width // heads
        self.project = nn.Linear(width, 3 * width)
        self.relation = nn.Parameter(torch.randn(RELATIONS, heads, self.head_width) * 0.1)
        """One learned key for each relation, split by head."""
        self.merge = nn.Linear(width, width)

    def forward(
        self,
        streams: Tensor,
        which: Tensor,
        *,
        slots_only: bool,
        kept: list[Tensor] | None = None,
    ) -> Tensor:
        """Attend within whole trees.

        Args:
            streams: nodes and slots, [2, rows, places, width].
            which: the relation of node j to place i, one-hot, with one more for those that come
                later, [rows, places i, relations + 1, places j].
            slots_only: whether the nodes' own results are not needed any more.
            kept: where the slots' weights are put, [rows, heads, places i, places j].

        Returns:
            What each place gathered, [2 or 1, rows, places, width].
        """
        pair, rows, places, width = streams.shape
        shape = (pair, rows, places, 3, self.heads, self.head_width)
        # [3, streams, rows, heads, places, head width]
        query, key, value = self.project(streams).view(shape).permute(3, 0, 1, 4, 2, 5)
        asking = slice(1, 2) if slots_only else slice(0, 2)
        query = query[asking] / self.head_width**0.5
        scores = query @ key[0].transpose(-1, -2)  # [streams, rows, heads, i, j]
        itself = (query * key[asking]).sum(-1)
        here = torch.eye(places, dtype=torch.bool, device=streams.device)
        scores = torch.where(here, itself.unsqueeze(-1), scores)
        weights = torch.softmax(scores + self._affinity(query, which), dim=-1)
        if kept is not None:
            kept.append(weights[-1])
        # On the diagonal a slot meets its own value, not that of the node that will fill it.
        own = weights.diagonal(dim1=-2, dim2=-1).unsqueeze(-1) * (value[asking] - value[0])
        gathered = weights @ value[0] + own
        return self.merge(gathered.transpose(2, 3).reshape(len(query), rows, places, width))

    def _affinity(self, query: Tensor, which: Tensor) -> Tensor:
        """Q·R for the relation of each pair, [streams, rows, heads, i, j]."""
        streams, rows, heads, places, _ = query.shape
        known = torch.einsum("srhid,nhd->rishn", query, self.relation)
        known = functional.pad(known, (0, 1), value=_HIDDEN)
        pairs = known.reshape(rows, places, streams * heads, RELATIONS + 1) @ which
        return pairs.view(rows, places, streams, heads, places).permute(2, 0, 3, 1, 4)


@final
@dataclass(frozen=True)
class Cached:
    """One attention layer ready to work step by step, without gradients.

    The rows of `weight` give query, key, value and the six affinities Q·R at once; a seventh,
    always masked, is for the column that a node must not see: the slot after it.
    """

    weight: Tensor
    bias: Tensor
    heads: int
    keys: Tensor
    """What earlier nodes left, [rows, heads, capacity, head width]; filled in place."""
    values: Tensor
    """The same, [rows, heads, head width, capacity]: sums run along the last axis of both."""

    @classmethod
    def of(cls, layer: TreeAttention, norm: nn.LayerNorm, rows: int, capacity: int) -> "Cached":
        """Fold the layer norm's gain, the scale and the relations into one matrix."""
        width = layer.project.in_features
        heads, head_width = layer.heads, layer.head_width
        weight, bias = layer.project.weight, layer.project.bias
        query = weight[:width] / head_width**0.5
        query_bias = bias[:width] / head_width**0.5
        split = query.view(heads, head_width, width), query_bias.view(heads, head_width)
        affinity = weight.new_zeros(heads, RELATIONS + 1, width)
        affinity[:, :RELATIONS] = torch.einsum("hdw,nhd->hnw", split[0], layer.relation)
        offset = weight.new_full((heads, RELATIONS + 1), _HIDDEN)
        offset[:, :RELATIONS] = torch.einsum("hd,nhd->hn", split[1], layer.relation)
        fused = torch.cat([query, weight[width:], affinity.view(-1, width)])
        fused_bias = torch.cat([query_bias, bias[width:], offset.view(-1)])
        return cls(
            fused * norm.weight,
            fused_bias + fused @ norm.bias,
            heads,
            keys=weight.new_empty(rows, heads, capacity, head_width),
            values=weight.new_empty(rows, heads, head_width, capacity),
        )

    def attend(self, normed: Tensor, which: Tensor, *, slots_only: bool) -> Tensor:
        """Attend from the newest node and the slot, [rows, 1 or 2, width] in and out.

        `which` is the relation of every node so far to each of them, [rows, 1 or 2, nodes].
        """
        rows, places, width = normed.shape
        heads, reach = self.heads, which.shape[2]
        mixed = functional.linear(normed, self.weight, self.bias)
        query, key, value, affinity = mixed.split(
            [width, width, width, heads * (RELATIONS + 1)], dim=2
        )
        fresh = slice(reach - places, reach)
        self.keys[:rows, :, fresh] = key.view(rows, places, heads, -1).transpose(1, 2)
        self.values[:rows, ..., fresh] = value.view(rows, places, heads, -1).permute(0, 2, 3, 1)
        asking = slice(places - 1, places) if slots_only else slice(0, places)
        query = query.view(rows, places, heads, -1)[:, asking].transpose(1, 2)
        affinity = affinity.view(rows, places, heads, -1)[:, asking].transpose(1, 2)
        which = which[:, None, asking].expand(-1, heads, -1, -1)
        scores = query @ self.keys[:rows, :, :reach].transpose(-1, -2)
        scores += affinity.gather(3, which)
        gathered = self.values[:rows, ..., :reach] @ _softmax(scores).transpose(-1, -2)
        return gathered.permute(0, 3, 1, 2).reshape(rows, -1, width)

    def keep(self, rows: Tensor, reach: int) -> None:
        """Go on with these rows of the first `reach` places."""
        for store in (self.keys[:, :, :reach], self.values[..., :reach]):
            store[: len(rows)] = store.index_select(0, rows)


def _softmax(scores: Tensor) -> Tensor:
    """Softmax over the last axis, in place where that is the faster way."""
    if scores.shape[-1] >= _VECTORISED:
        return torch.softmax(scores, dim=-1)
    scores = (scores - scores.amax(dim=-1, keepdim=True)).exp_()
    return scores.div_(scores.sum(dim=-1, keepdim=True))
