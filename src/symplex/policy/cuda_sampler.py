"""Sampling SymFormer on a GPU: all positions of a whole batch, recorded once and replayed.

Owns the loop over positions and its recording as a CUDA graph, which leaves nothing to the CPU
while trees are drawn. The step is `Cached`'s in half precision, the tree's bookkeeping that of
`DeviceGrowth`. On a CPU the same operations run without a recording: so they are tested.
"""

from dataclasses import dataclass
from typing import Final, final

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from symplex.expression import TokenBatch
from symplex.expression.sequences.grammar import Grammar
from symplex.expression.sequences.growth import RELATIONS, SELF
from symplex.policy.attention import Cached
from symplex.policy.device_growth import DeviceGrowth, DeviceTables, degenerate
from symplex.policy.policy import Rollout, TreeScores, check_vocabulary
from symplex.policy.symformer import Block, SymFormer, positions

_SPARE: Final = 1.125
"""More trees are drawn than asked for, since some are degenerate and drawn in vain."""
_ROUND: Final = 64
_ATTEMPTS: Final = 20
_WARM_UP: Final = 2


@final
@dataclass(frozen=True)
class _Drawn:
    """What one replay leaves on the device."""

    tokens: Tensor
    lengths: Tensor
    log_probs: Tensor
    entropies: Tensor
    sound: Tensor


@final
@dataclass(frozen=True)
class _Recording:
    """The loop for one grammar and number of rows; what it reads must stay where it is."""

    grammar: Grammar
    given: tuple[DeviceTables, Tensor]
    uniforms: Tensor
    graph: torch.cuda.CUDAGraph
    drawn: _Drawn

    def serves(self, grammar: Grammar, rows: int) -> bool:
        return self.grammar is grammar and len(self.uniforms) == rows


@final
class CudaSampler:
    """Draws trees of a SymFormer with its weights as they are at each call.

    Args:
        model: On the device that draws; its parameters must be updated in place.
        dtype: Of the network's activations; logarithms of probabilities are in float32.
        record: Whether the loop is recorded as a CUDA graph; a CPU cannot.
    """

    def __init__(
        self, model: SymFormer, dtype: torch.dtype = torch.bfloat16, *, record: bool = True
    ) -> None:
        self._model, self._dtype, self._record = model, dtype, record
        self._device = model.hole.device
        self._random = torch.Generator(self._device)
        self._recorded: _Recording | None = None

    def sample(self, grammar: Grammar, count: int, generator: torch.Generator) -> Rollout:
        """Draw whole trees; degenerate ones are drawn again."""
        check_vocabulary(self._model, grammar)
        seed = int(torch.randint(2**62, (), generator=generator))
        self._random.manual_seed(seed)
        rows = -(-int(count * _SPARE) // _ROUND) * _ROUND
        parts: list[tuple[Tensor, Tensor, Tensor, Tensor]] = []
        left, rejected = count, 0
        for _ in range(_ATTEMPTS):
            drawn = self._draw(grammar, rows)
            kept = drawn.sound.nonzero().squeeze(1)[:left]
            taken = int(kept[-1]) + 1 if len(kept) == left else rows
            rejected += taken - len(kept)
            whole = (drawn.tokens, drawn.lengths, drawn.log_probs, drawn.entropies)
            parts.append((whole[0][kept], whole[1][kept], whole[2][kept], whole[3][kept]))
            left -= len(kept)
            if not left:
                break
        tokens, lengths, log_probs, entropies = map(torch.cat, zip(*parts, strict=True))
        return Rollout(
            _batch_of(tokens, lengths),
            log_probs.cpu().numpy().astype(np.float64),
            np.arange(len(lengths)),
            rejected,
            entropies.cpu().numpy().astype(np.float64),
        )

    def score(self, grammar: Grammar, batch: TokenBatch) -> TreeScores:
        """Score whole trees on the device, with gradients."""
        scores = self._model.score(grammar, batch)
        return TreeScores(scores.log_probs, scores.entropies, scores.lengths, scores.depths)

    def _draw(self, grammar: Grammar, rows: int) -> _Drawn:
        """Draw as many trees as there are rows, by a replay where that is possible."""
        if not self._record or self._device.type == torch.device("cpu").type:
            uniforms = torch.empty(rows, grammar.max_length, device=self._device)
            uniforms.uniform_(generator=self._random)
            return self._loop(grammar, *self._given(grammar), uniforms)
        if self._recorded is None or not self._recorded.serves(grammar, rows):
            self._recorded = None  # its memory is free before the next recording
            self._recorded = self._recording(grammar, rows)
        self._recorded.uniforms.uniform_(generator=self._random)
        self._recorded.graph.replay()
        return self._recorded.drawn

    def _given(self, grammar: Grammar) -> tuple[DeviceTables, Tensor]:
        """What the loop needs from the host."""
        places = positions(grammar.max_length, self._model.settings.width)
        return DeviceTables.of(grammar, self._device), places.to(self._device)

    def _recording(self, grammar: Grammar, rows: int) -> "_Recording":
        uniforms = torch.rand(rows, grammar.max_length, device=self._device)
        tables, places = self._given(grammar)
        side = torch.cuda.Stream(self._device)
        side.wait_stream(torch.cuda.current_stream(self._device))
        with torch.cuda.stream(side):
            for _ in range(_WARM_UP):
                self._loop(grammar, tables, places, uniforms)
        torch.cuda.current_stream(self._device).wait_stream(side)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            drawn = self._loop(grammar, tables, places, uniforms)
        return _Recording(grammar, (tables, places), uniforms, graph, drawn)

    @torch.inference_mode()
    def _loop(
        self, grammar: Grammar, tables: DeviceTables, places: Tensor, uniforms: Tensor
    ) -> _Drawn:
        """Nothing in here comes from the host, or it could not be recorded."""
        rows, length = uniforms.shape
        growth = DeviceGrowth(grammar, tables, rows)
        network = _Network(self._model, self._dtype, rows, places)
        sizes = torch.zeros(rows, dtype=torch.int64, device=self._device)
        total, surprise = torch.zeros(2, rows, device=self._device)
        for here in range(length):
            live = ~growth.finished
            given = network.step(growth), growth.mask(), uniforms[:, here]
            chosen, log_probs, entropies = _choose(*given)
            total += log_probs.masked_fill(~live, 0.0)
            surprise += entropies.masked_fill(~live, 0.0)
            growth.write(chosen * live)
            sizes += live
        tokens = growth.tokens[:, :length]
        sound = growth.finished & ~degenerate(tables, tokens, sizes)
        return _Drawn(tokens.to(torch.uint8), sizes, total, surprise / sizes, sound)


def _choose(logits: Tensor, legal: Tensor, uniform: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Draw a token for each row; its log-probability, and the entropy of the distribution."""
    spread = torch.log_softmax(logits.float().masked_fill(~legal, -torch.inf), dim=1)
    chances = spread.exp()
    entropies = -(chances * spread.masked_fill(~legal, 0.0)).sum(dim=1)
    cdf = chances.cumsum(dim=1)
    # Strictly below the top, so a token of probability 0 is never reached.
    height = (uniform * cdf[:, -1]).unsqueeze(1)
    chosen = (cdf <= height).sum(dim=1).clamp(max=logits.shape[1] - 1)
    return chosen, spread.gather(1, chosen.unsqueeze(1)).squeeze(1), entropies


def _batch_of(tokens: Tensor, lengths: Tensor) -> TokenBatch:
    """Sequences without their padding, on the host."""
    within = torch.arange(tokens.shape[1], device=tokens.device) < lengths.unsqueeze(1)
    offsets = functional.pad(lengths.cumsum(0), (1, 0))
    return TokenBatch(tokens[within].cpu().numpy(), offsets.cpu().numpy())


@final
class _Network:
    """SymFormer's step on a device, with the keys and values of all nodes so far."""

    def __init__(self, model: SymFormer, dtype: torch.dtype, rows: int, places: Tensor) -> None:
        self._model, self._dtype, self._positions = model, dtype, places
        self._layers = [
            (block, _lowered(block, dtype, rows, len(places)))
            for block in model.blocks
            if isinstance(block, Block)
        ]
        self._latest = torch.zeros(rows, 0, dtype=torch.int64, device=model.hole.device)

    def step(self, growth: DeviceGrowth) -> Tensor:
        """The logits of the token for the open slot of each row, [rows, vocabulary]."""
        model, dtype = self._model, self._dtype
        places = self._embed(growth).to(dtype)
        which = self._relations(growth)
        last = len(self._layers) - 1
        for number, (block, cached) in enumerate(self._layers):
            slots_only = number == last
            normed = functional.layer_norm(places, places.shape[2:])
            gathered = cached.attend(normed, which, slots_only=slots_only)
            places = places[:, -1:] if slots_only else places
            places = places + _linear(gathered, block.attention.merge)
            normed = functional.layer_norm(
                places,
                places.shape[2:],
                block.before_feed_forward.weight.to(dtype),
                block.before_feed_forward.bias.to(dtype),
            )
            places = places + _linear(_linear(normed, block.widen).relu_(), block.narrow)
        norm = model.before_output
        slot = places[:, -1].float()
        return model.output(functional.layer_norm(slot, slot.shape[1:], norm.weight, norm.bias))

    def _embed(self, growth: DeviceGrowth) -> Tensor:
        """The newest node, if there is one, and the slot, [rows, 1 or 2, width]."""
        model, here = self._model, growth.position
        described = (growth.parent_token, growth.sibling_token, growth.depth)
        slot = model.embed_slots(*described) + self._positions[here]
        if not here:
            return slot.unsqueeze(1)
        node = model.embed_nodes(growth.tokens[:, here - 1], self._positions[here - 1])
        return torch.stack([node, slot], dim=1)

    def _relations(self, growth: DeviceGrowth) -> Tensor:
        """The relations of node and slot to all nodes so far and the slot itself."""
        here = growth.position
        slot = functional.pad(growth.relations(), (0, 1), value=SELF)
        if not here:
            self._latest = slot
            return slot.unsqueeze(1)
        # The slot comes after the node, which must not see it.
        node = functional.pad(self._latest, (0, 1), value=RELATIONS)
        self._latest = slot
        return torch.stack([node, slot], dim=1)


def _linear(inputs: Tensor, layer: torch.nn.Linear) -> Tensor:
    dtype = inputs.dtype
    return functional.linear(inputs, layer.weight.to(dtype), layer.bias.to(dtype))


def _lowered(block: Block, dtype: torch.dtype, rows: int, length: int) -> Cached:
    """A block's attention in another precision, with room for keys and values."""
    layer = Cached.of(block.attention, block.before_attention, 0, 0)
    heads = layer.heads
    width = layer.weight.shape[1] // heads
    return Cached(
        layer.weight.to(dtype),
        layer.bias.to(dtype),
        heads,
        keys=layer.weight.new_empty(rows, heads, length, width, dtype=dtype),
        values=layer.weight.new_empty(rows, heads, width, length, dtype=dtype),
    )
