"""A policy's weights and a grammar's tables as compiled code takes them.

Owns the folding: the gains and offsets of layer norms, the scale of queries and the order of heads
become part of the matrices. It is differentiable, so a gradient of what was folded becomes one of
the model's own weights.
"""

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from symplex.expression.sequences.grammar import Grammar
from symplex.expression.sequences.relations import RELATIONS, Relations
from symplex.propose.policy.symformer import Block, SymFormer, positions
from symplex.propose.policy.uniform import Uniform

if TYPE_CHECKING:
    from symplex.propose.policy import _sampler

Floats = NDArray[np.float32]
_HEAD_WIDTHS = (4, 8, 16)
EMBEDDINGS, OF_LAYER = 5, 11
"""How many tensors come before the layers, and how many belong to each of them."""


def compiled_module() -> Any | None:  # noqa: ANN401 (a module that an installation may lack)
    """The compiled code, if it was built for this machine."""
    try:
        return import_module("symplex.propose.policy._sampler")
    except ImportError:  # never built, or built for another machine
        return None


def is_compiled(model: object, grammar: Grammar) -> bool:
    """Whether compiled code is there and takes a model and a grammar."""
    module = compiled_module()
    if module is None or grammar.max_length > module.MAX_LENGTH:
        return False
    if int(grammar.tables.arity.max()) > module.MAX_ARITY:
        return False
    if isinstance(model, Uniform):
        return True
    return isinstance(model, SymFormer) and _fits(module, model)


def _fits(module: Any, model: SymFormer) -> bool:  # noqa: ANN401
    sizes, weights = model.settings, model.hole
    return (
        sizes.relations is not Relations.SHUFFLED
        and sizes.positions
        and weights.dtype == torch.float32
        and weights.device.type == torch.device("cpu").type
        and sizes.heads == module.HEADS
        and sizes.width // sizes.heads in _HEAD_WIDTHS
        and sizes.width % module.PANEL == sizes.feed_forward % module.PANEL == 0
    )


def folded(model: SymFormer) -> list[Tensor]:
    """Token, parent, sibling, depth, hole; the tensors of each layer; the output's two."""
    described = 1.0 if model.settings.slot_description else 0.0
    related = 0.0 if model.settings.relations is Relations.NONE else 1.0
    slots = (model.parent.weight, model.sibling.weight, model.depth.weight)
    found = [model.token.weight, *(table * described for table in slots), model.hole]
    for block in model.blocks:
        if isinstance(block, Block):
            *matrices, relation = _layer(block)
            found += [*matrices, relation * related]
    return [*found, *_folded(model.output, model.before_output)]


def _layer(block: Block) -> list[Tensor]:
    """Query, keys and values, merge, widen, narrow: weight and bias of each; then relations."""
    attention = block.attention
    width, head_width = attention.project.in_features, attention.head_width
    weight, bias = _folded(attention.project, block.before_attention)
    # Heads side by side: the first feature of all heads, then the second.
    order = torch.arange(width, device=weight.device).view(attention.heads, head_width).T.flatten()
    below = torch.cat([width + order, 2 * width + order])
    scale = head_width**-0.5
    return [
        *(weight[order] * scale, bias[order] * scale),
        *(weight[below], bias[below]),
        *(attention.merge.weight[:, order], attention.merge.bias),
        *_folded(block.widen, block.before_feed_forward),
        *(block.narrow.weight, block.narrow.bias),
        attention.relation.reshape(RELATIONS, width)[:, order].flatten(),
    ]


def _folded(layer: nn.Linear, norm: nn.LayerNorm) -> tuple[Tensor, Tensor]:
    """A layer with the gain and the offset of the norm before it."""
    return layer.weight * norm.weight, layer.bias + layer.weight @ norm.bias


def network_of(tensors: Sequence[Tensor]) -> "_sampler.Network":
    """The compiled network of what was folded."""
    from symplex.propose.policy import _sampler  # an installation may lack it

    arrays = [tensor.detach().contiguous().numpy() for tensor in tensors]
    token, parent, sibling, depth, hole = arrays[:EMBEDDINGS]
    between = arrays[EMBEDDINGS:-2]
    layers = [between[at : at + OF_LAYER] for at in range(0, len(between), OF_LAYER)]
    return _sampler.Network(
        token=token,
        parent=parent,
        sibling=sibling,
        depth=depth,
        position=positions(_sampler.MAX_LENGTH, token.shape[1]).numpy(),
        hole=hole,
        layers=[
            (*((one[at], one[at + 1]) for at in range(0, OF_LAYER - 1, 2)), one[-1])  # pyright: ignore[reportArgumentType] (five pairs and one more)
            for one in layers
        ],
        output=(arrays[-2], arrays[-1]),
    )


def nothing(policy: Uniform) -> list[Tensor]:
    """What is folded of a policy without layers, whose logits are all 0."""
    size, width = len(policy.vocabulary), 64
    rows = (size, size + 1, size + 1, 1)
    tables = [torch.zeros(count, width) for count in rows]
    return [*tables, torch.zeros(width), torch.zeros(size, width), torch.zeros(size)]


def tokens_of(grammar: Grammar) -> "_sampler.Tokens":
    """The compiled tables of a grammar."""
    from symplex.propose.policy import _sampler  # an installation may lack it

    tables = grammar.tables
    return _sampler.Tokens(
        facts=facts_of(grammar),
        under=tables.under.astype(np.uint8),
        fits=tables.fits.astype(np.uint8),
        max_depth=grammar.max_depth,
        max_length=grammar.max_length,
        max_constants=grammar.max_constants,
    )


def facts_of(grammar: Grammar) -> NDArray[np.uint8]:
    """A row for each of the six facts of a token, in the order of `Tokens`."""
    tables = grammar.tables
    facts = (
        tables.arity,
        tables.constant_leaf,
        tables.slot,
        tables.trigonometry,
        tables.cancelling,
        tables.tuple,
    )
    return np.stack(facts).astype(np.uint8)
