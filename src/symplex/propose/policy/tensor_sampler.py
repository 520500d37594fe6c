"""Sampling the LSTM on a GPU: all positions of a whole batch, recorded once and replayed.

Owns the loop over positions and its recording as a CUDA graph, which leaves nothing to the CPU
while trees are drawn. The tree's bookkeeping is that of `DeviceGrowth`. On a CPU the same
operations run without a recording: so they are tested.
"""

from dataclasses import dataclass
from typing import Final, final

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from symplex.expression.sequences.grammar import Grammar
from symplex.expression.vocabulary import TokenBatch
from symplex.propose.policy.device_growth import DeviceGrowth, DeviceTables, degenerate
from symplex.propose.policy.lstm import Lstm
from symplex.propose.policy.policy import Rollout, check_vocabulary

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
    tables: DeviceTables
    uniforms: Tensor
    graph: torch.cuda.CUDAGraph
    drawn: _Drawn

    def serves(self, grammar: Grammar, rows: int) -> bool:
        return self.grammar is grammar and len(self.uniforms) == rows


@final
class TensorSampler:
    """Draws trees of an LSTM with its weights as they are at each call.

    Args:
        model: On the device that draws; its parameters must be updated in place.
        dtype: Of the network's activations; logarithms of probabilities are in float32.
        record: Whether the loop is recorded as a CUDA graph; a CPU cannot.
    """

    def __init__(
        self, model: Lstm, dtype: torch.dtype = torch.bfloat16, *, record: bool = True
    ) -> None:
        self._model, self._dtype, self._record = model, dtype, record
        self._device = model.output.weight.device
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

    def _draw(self, grammar: Grammar, rows: int) -> _Drawn:
        """Draw as many trees as there are rows, by a replay where that is possible."""
        if not self._record or self._device.type == torch.device("cpu").type:
            uniforms = torch.empty(rows, grammar.max_length, device=self._device)
            uniforms.uniform_(generator=self._random)
            return self._loop(grammar, DeviceTables.of(grammar, self._device), uniforms)
        if self._recorded is None or not self._recorded.serves(grammar, rows):
            self._recorded = None  # its memory is free before the next recording
            self._recorded = self._recording(grammar, rows)
        self._recorded.uniforms.uniform_(generator=self._random)
        self._recorded.graph.replay()
        return self._recorded.drawn

    def _recording(self, grammar: Grammar, rows: int) -> "_Recording":
        uniforms = torch.rand(rows, grammar.max_length, device=self._device)
        tables = DeviceTables.of(grammar, self._device)
        side = torch.cuda.Stream(self._device)
        side.wait_stream(torch.cuda.current_stream(self._device))
        with torch.cuda.stream(side):
            for _ in range(_WARM_UP):
                self._loop(grammar, tables, uniforms)
        torch.cuda.current_stream(self._device).wait_stream(side)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            drawn = self._loop(grammar, tables, uniforms)
        return _Recording(grammar, tables, uniforms, graph, drawn)

    @torch.inference_mode()
    def _loop(self, grammar: Grammar, tables: DeviceTables, uniforms: Tensor) -> _Drawn:
        """Nothing in here comes from the host, or it could not be recorded."""
        rows, length = uniforms.shape
        growth = DeviceGrowth(grammar, tables, rows)
        network = _Recurrence(self._model, self._dtype, rows)
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
class _Recurrence:
    """The LSTM's step on a device, with a state for each row."""

    def __init__(self, model: Lstm, dtype: torch.dtype, rows: int) -> None:
        cell, tables = model.recurrence, (model.parent.weight, model.sibling.weight)
        weights = dict(cell.named_parameters())
        self._model, self._dtype = model, dtype
        self._parent, self._sibling = (table.to(dtype) for table in tables)
        inputs, states = weights["weight_ih_l0"], weights["weight_hh_l0"]
        self._weight = torch.cat([inputs, states], dim=1).to(dtype)
        self._bias = (weights["bias_ih_l0"] + weights["bias_hh_l0"]).to(dtype)
        width = model.settings.width
        self._output = torch.zeros(rows, width, dtype=dtype, device=inputs.device)
        self._cell = torch.zeros(rows, width, device=inputs.device)

    def step(self, growth: DeviceGrowth) -> Tensor:
        """The logits of the token for the open slot of each row, [rows, vocabulary]."""
        seen = self._parent[growth.parent_token], self._sibling[growth.sibling_token]
        mixed = functional.linear(torch.cat([*seen, self._output], 1), self._weight, self._bias)
        take, keep, new, show = mixed.float().chunk(4, dim=1)
        self._cell = keep.sigmoid() * self._cell + take.sigmoid() * new.tanh()
        shown = show.sigmoid() * self._cell.tanh()
        self._output = shown.to(self._dtype)
        return self._model.output(shown)
