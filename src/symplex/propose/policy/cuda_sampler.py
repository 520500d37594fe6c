"""Sampling SymFormer on a GPU: one kernel draws a whole batch.

Owns the way there and back: weights are folded where they live, trees come back as arrays. The
arithmetic is in C++ under `cuda`, which a CPU can run too: so it is tested.
"""

from typing import Final, final

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from symplex.expression.sequences.grammar import Grammar
from symplex.expression.sequences.relations import Relations
from symplex.expression.vocabulary import TokenBatch
from symplex.propose.policy.cuda_library import (
    GrammarArrays,
    PolicyArrays,
    SamplerLibrary,
    TreeArrays,
    address,
)
from symplex.propose.policy.folding import EMBEDDINGS, OF_LAYER, facts_of, folded, nothing
from symplex.propose.policy.policy import Rollout, check_vocabulary
from symplex.propose.policy.sampler import ATTEMPTS
from symplex.propose.policy.streams import seed_of
from symplex.propose.policy.symformer import SymFormer, positions
from symplex.propose.policy.uniform import Uniform

_CUDA: Final = torch.device("cuda").type
_TILE, _SET_BITS = 16, 256
_WIDTH, _HEADS, _MAX_HIDDEN = 64, 8, 512
_MAX_LENGTH, _MAX_ARITY, _MAX_TOKENS = 64, 8, 255
Weights = tuple[PolicyArrays, Tensor, Tensor]
"""What the kernel is told of the weights, and the tensors that it reads."""


def takes(policy: object, grammar: Grammar) -> bool:
    """Whether the kernel is made for a policy and a grammar."""
    tables = grammar.tables
    if grammar.max_length > _MAX_LENGTH or len(grammar.vocabulary) > _MAX_TOKENS:
        return False
    if int(tables.arity.max()) > _MAX_ARITY:
        return False
    if isinstance(policy, Uniform):
        return True
    if not isinstance(policy, SymFormer):
        return False
    sizes = policy.settings
    if sizes.relations is Relations.SHUFFLED or not sizes.positions:
        return False
    fitting = sizes.feed_forward % _TILE == 0 and sizes.feed_forward <= _MAX_HIDDEN
    return (sizes.width, sizes.heads) == (_WIDTH, _HEADS) and fitting


@final
class CudaSampler:
    """Draws trees of a policy with its weights as they are at each call.

    Args:
        policy: One that the kernel takes.
        library: Its code.
        device: Where it runs; the policy's weights are there.
        half: Whether weights and activations have 16 bits; sums and logits have 32.
    """

    def __init__(
        self,
        policy: SymFormer | Uniform,
        library: SamplerLibrary,
        device: torch.device,
        *,
        half: bool = True,
    ) -> None:
        self._policy, self._library, self._device, self._half = policy, library, device, half
        self._tables: tuple[Grammar, GrammarArrays, tuple[Tensor, Tensor]] | None = None
        self._cache = torch.empty(0, dtype=torch.uint8, device=device)

    def sample(self, grammar: Grammar, count: int, generator: torch.Generator) -> Rollout:
        """Draw whole trees; degenerate ones are drawn again."""
        check_vocabulary(self._policy, grammar)
        with torch.inference_mode():
            weights, tables = self._weights(grammar), self._grammar(grammar)
            return self._draw(grammar, count, seed_of(generator), weights, tables)

    def _draw(
        self, grammar: Grammar, count: int, seed: int, weights: Weights, tables: GrammarArrays
    ) -> Rollout:
        on, policy = self._device, weights[0]
        tokens = torch.empty(count, grammar.max_length, dtype=torch.uint8, device=on)
        lengths = torch.empty(count, dtype=torch.int64, device=on)
        sums = torch.empty(2, count, dtype=torch.float64, device=on)
        counters = torch.zeros(2, dtype=torch.int32, device=on)
        blocks = self._library.blocks(policy, tables, half=self._half)
        if not blocks:
            raise RuntimeError(f"the GPU sampler has no room: {self._library.error}")
        blocks = min(blocks, max(count, 1))
        size = self._library.cache(policy, tables, blocks, half=self._half)
        if len(self._cache) < size:
            self._cache = torch.empty(size, dtype=torch.uint8, device=on)
        held = (tokens, lengths, *sums, counters, self._cache)
        trees = TreeArrays(count, ATTEMPTS, seed, *map(address, held), blocks)
        stream = torch.cuda.current_stream(on).cuda_stream if on.type == _CUDA else 0
        self._library.draw(policy, tables, trees, stream, half=self._half)
        return _rollout(tokens, lengths, sums, int(counters[1]))

    def _grammar(self, grammar: Grammar) -> GrammarArrays:
        """The grammar's tables; a stage asks for the same ones again and again."""
        if self._tables is None or self._tables[0] is not grammar:
            tables = grammar.tables
            rows = np.concatenate([tables.under, tables.fits])
            bits = np.zeros((len(rows), _SET_BITS // 8), dtype=np.uint8)
            packed = np.packbits(rows, axis=1, bitorder="little")
            bits[:, : packed.shape[1]] = packed
            facts, sets = (
                torch.from_numpy(array).to(self._device) for array in (facts_of(grammar), bits)
            )
            arrays = GrammarArrays(
                int(tables.arity.max()),
                *(grammar.max_depth, grammar.max_length, grammar.max_constants),
                *(address(facts), address(sets)),
            )
            self._tables = grammar, arrays, (facts, sets)
        return self._tables[1]

    def _weights(self, grammar: Grammar) -> Weights:
        """The weights in the order of `api.hpp`."""
        policy = self._policy
        uniform = isinstance(policy, Uniform)
        tensors = nothing(policy) if uniform else folded(policy)
        tensors = [tensor.to(self._device) for tensor in tensors]
        between = tensors[EMBEDDINGS:-2]
        layers = [between[at : at + OF_LAYER] for at in range(0, len(between), OF_LAYER)]
        places = positions(grammar.max_length, _WIDTH).to(self._device)
        padding = -len(tensors[-1]) % _TILE
        output = functional.pad(tensors[-2], (0, 0, 0, padding))
        matrices, vectors = [output], [functional.pad(tensors[-1], (0, padding))]
        for layer in reversed(layers):
            matrices = [*layer[: OF_LAYER - 1 : 2], *matrices]
            vectors = [*layer[1 : OF_LAYER - 1 : 2], layer[-1], *vectors]
        vectors = [*tensors[:EMBEDDINGS], places, *vectors]
        dtype = torch.bfloat16 if self._half else torch.float32
        flat = torch.cat([matrix.flatten() for matrix in matrices]).to(dtype)
        floats = torch.cat([vector.flatten() for vector in vectors]).float()
        hidden = _TILE if uniform else policy.settings.feed_forward
        sizes = (len(policy.vocabulary), len(layers), hidden, len(tensors[EMBEDDINGS - 2]))
        return PolicyArrays(*sizes, address(flat), address(floats)), flat, floats


def _rollout(tokens: Tensor, lengths: Tensor, sums: Tensor, rejected: int) -> Rollout:
    """What was drawn, without padding, on the host."""
    within = torch.arange(tokens.shape[1], device=tokens.device) < lengths.unsqueeze(1)
    joined, sizes = tokens[within].cpu().numpy(), lengths.cpu().numpy()
    log_probs, entropies = sums.cpu().numpy()
    sources = np.flatnonzero(sizes)
    sizes = sizes[sources]
    offsets = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    return Rollout(
        TokenBatch(joined, offsets),
        log_probs[sources],
        sources,
        rejected,
        entropies[sources] / sizes,
    )
