"""Sampling in compiled code: SymFormer's step, the grammar and the draws in one loop of C++.

Owns the transfer of weights and tables to the compiled sampler and of trees back. Its probabilities
are those of the torch model, which remains the oracle and serves wherever this one cannot.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from symplex.expression import TokenBatch, Vocabulary
from symplex.expression.sequences.grammar import Grammar
from symplex.expression.sequences.growth import RELATIONS
from symplex.policy.policy import Rollout, check_vocabulary
from symplex.policy.sampler import ATTEMPTS
from symplex.policy.streams import seed_of
from symplex.policy.symformer import Block, SymFormer, positions
from symplex.policy.uniform import Uniform

if TYPE_CHECKING:
    from symplex.policy import _sampler

Floats = NDArray[np.float32]
Linear = tuple[Floats, Floats]
_HEAD_WIDTHS = (4, 8, 16)


def compiled_module() -> Any | None:  # noqa: ANN401 (a module that an installation may lack)
    """The compiled sampler, if it was built for this machine."""
    try:
        return import_module("symplex.policy._sampler")
    except ImportError:  # never built, or built for another machine
        return None


def can_sample(model: object, grammar: Grammar) -> bool:
    """Whether the compiled sampler is there and takes a model and a grammar."""
    module = compiled_module()
    if module is None or grammar.max_length > module.MAX_LENGTH:
        return False
    if int(grammar.tables.arity.max()) > module.MAX_ARITY:
        return False
    if isinstance(model, Uniform):
        return True
    if not isinstance(model, SymFormer) or model.hole.dtype != torch.float32:
        return False
    sizes = model.settings
    return (
        sizes.heads == module.HEADS
        and sizes.width // sizes.heads in _HEAD_WIDTHS
        and sizes.width % module.PANEL == sizes.feed_forward % module.PANEL == 0
    )


@final
class CompiledSampler:
    """Draws trees of a model with its weights as they are at each call."""

    def __init__(self, model: SymFormer | Uniform, threads: int = 1) -> None:
        from symplex.policy import _sampler  # an installation may lack it

        self._module = _sampler
        self._model, self._threads = model, max(1, threads)
        self._memory = _sampler.Sampler()
        self._tokens: tuple[Grammar, _sampler.Tokens] | None = None

    def sample(self, grammar: Grammar, count: int, generator: torch.Generator) -> Rollout:
        """Draw whole trees; degenerate ones are drawn again."""
        check_vocabulary(self._model, grammar)
        tokens, lengths, log_probs, entropies, rejected = self._memory.sample(
            self._network(grammar.max_length),
            self._table(grammar),
            count=count,
            seed=seed_of(generator),
            attempts=ATTEMPTS,
            threads=self._threads,
        )
        sources = np.flatnonzero(lengths)
        sizes = lengths[sources]
        offsets = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        return Rollout(
            TokenBatch(tokens, offsets),
            log_probs[sources],
            sources,
            rejected,
            entropies[sources] / sizes,
        )

    def _table(self, grammar: Grammar) -> "_sampler.Tokens":
        """The grammar's tables; a stage asks for the same ones again and again."""
        if self._tokens is None or self._tokens[0] is not grammar:
            self._tokens = grammar, self._grammar(grammar)
        return self._tokens[1]

    def _grammar(self, grammar: Grammar) -> "_sampler.Tokens":
        tables = grammar.tables
        facts = (
            tables.arity,
            tables.constant_leaf,
            tables.slot,
            tables.trigonometry,
            tables.cancelling,
            tables.tuple,
        )
        return self._module.Tokens(
            facts=np.stack(facts).astype(np.uint8),
            under=tables.under.astype(np.uint8),
            fits=tables.fits.astype(np.uint8),
            max_depth=grammar.max_depth,
            max_length=grammar.max_length,
            max_constants=grammar.max_constants,
        )

    def _network(self, places: int) -> "_sampler.Network":
        model = self._model
        if isinstance(model, Uniform):
            return self._nothing(model.vocabulary, places)
        with torch.no_grad():
            told = 1.0 if model.settings.describe_slot else 0.0
            return self._module.Network(
                token=_array(model.token.weight),
                parent=_array(model.parent.weight * told),
                sibling=_array(model.sibling.weight * told),
                depth=_array(model.depth.weight * told),
                position=_array(positions(places, model.settings.width)),
                hole=_array(model.hole),
                layers=[_layer(block) for block in model.blocks if isinstance(block, Block)],
                output=_folded(model.output, model.before_output),
            )

    def _nothing(self, vocabulary: Vocabulary, places: int) -> "_sampler.Network":
        """A network without layers, whose logits are all 0."""
        size, width = len(vocabulary), self._module.HEADS * _HEAD_WIDTHS[0]
        zeros = np.zeros((max(size + 1, places), width), dtype=np.float32)
        return self._module.Network(
            token=zeros[:size],
            parent=zeros[: size + 1],
            sibling=zeros[: size + 1],
            depth=zeros[:1],
            position=zeros[:places],
            hole=zeros[0],
            layers=[],
            output=(zeros[:size], np.zeros(size, dtype=np.float32)),
        )


def _layer(block: Block) -> tuple[Linear, Linear, Linear, Linear, Linear, Floats]:
    """A block's matrices: the scale and the norm folded in, heads side by side."""
    attention = block.attention
    width, head_width = attention.project.in_features, attention.head_width
    weight, bias = _folded(attention.project, block.before_attention)
    order = np.arange(width).reshape(attention.heads, head_width).T.ravel()
    scale = np.float32(head_width**-0.5)
    below = np.concatenate([width + order, 2 * width + order])
    merge, offset = _array(attention.merge.weight), _array(attention.merge.bias)
    relation = _array(attention.relation).reshape(RELATIONS, width)[:, order]
    return (
        (weight[order] * scale, bias[order] * scale),
        (weight[below], bias[below]),
        (np.ascontiguousarray(merge[:, order]), offset),
        _folded(block.widen, block.before_feed_forward),
        (_array(block.narrow.weight), _array(block.narrow.bias)),
        np.ascontiguousarray(relation).ravel(),
    )


def _folded(layer: nn.Linear, norm: nn.LayerNorm) -> Linear:
    """A layer with the gain and the offset of the norm before it."""
    weight, gain = _array(layer.weight), _array(norm.weight)
    return weight * gain, _array(layer.bias) + weight @ _array(norm.bias)


def _array(tensor: Tensor) -> Floats:
    return tensor.detach().cpu().contiguous().numpy()
