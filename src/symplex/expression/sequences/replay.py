"""Whole sequences replayed step by step, and properties that only whole trees have.

Owns `replay` (every slot of given sequences with its mask and relations), `admits`, the check
for degenerate trees, and the cut that keeps all of a tree but one subtree. Arrays only.
"""

from dataclasses import dataclass
from typing import final

import numpy as np

from symplex.errors import ExpressionError
from symplex.expression.sequences.grammar import Grammar, Integers, Mask
from symplex.expression.sequences.growth import Growth, Regrowth
from symplex.expression.sequences.relations import OTHER, SELF, RelationMatrix
from symplex.expression.vocabulary import TokenBatch


@final
@dataclass(frozen=True)
class Replay:
    """Sequences with everything that was known when each token was chosen; rows are padded."""

    tokens: Integers
    lengths: Integers
    parents: Integers
    siblings: Integers
    depths: Integers
    """Parent's token, nearest left sibling's token and depth of each slot, [rows, slots]."""
    relations: RelationMatrix
    """What node j is to slot i, [rows, slots, nodes]; SELF where i = j, OTHER where j > i."""
    masks: Mask
    """The legal tokens of each slot, [rows, slots, vocabulary]."""

    def take(self, rows: Integers) -> "Replay":
        """The same for some rows, no wider than they need."""
        width = int(self.lengths[rows].max(initial=0))
        return Replay(
            self.tokens[rows, :width],
            self.lengths[rows],
            self.parents[rows, :width],
            self.siblings[rows, :width],
            self.depths[rows, :width],
            self.relations[rows, :width, :width],
            self.masks[rows, :width],
        )

    @property
    def within(self) -> Mask:
        """Which places are tokens and not padding, [rows, slots]."""
        return np.arange(self.tokens.shape[1]) < self.lengths[:, None]

    @property
    def legal(self) -> Mask:
        """Which rows the grammar could have written."""
        chosen = np.take_along_axis(self.masks, self.tokens[..., None], axis=2)[..., 0]
        return np.asarray((chosen | ~self.within).all(axis=1))

    @property
    def tree_depths(self) -> Integers:
        """The depth of each tree's deepest node."""
        return np.where(self.within, self.depths, 0).max(axis=1, initial=0)


def padded(batch: TokenBatch) -> tuple[Integers, Integers]:
    """The sequences as rows of one array, padded with token 0, and their lengths."""
    lengths = np.diff(batch.offsets)
    width = int(lengths.max(initial=0))
    tokens = np.zeros((len(batch), width), dtype=np.int64)
    tokens[np.arange(width) < lengths[:, None]] = batch.tokens
    return tokens, lengths


def unpadded(tokens: Integers, lengths: Integers) -> TokenBatch:
    """The batch of which `padded` gives these arrays."""
    within = np.arange(tokens.shape[1]) < lengths[:, None]
    offsets = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    return TokenBatch(tokens[within].astype(np.uint8), offsets)


def replay(grammar: Grammar, batch: TokenBatch) -> Replay:
    """Walk through whole trees slot by slot, all of them at once."""
    tokens, lengths = padded(batch)
    if batch.tokens.max(initial=0) >= len(grammar.vocabulary):
        raise ExpressionError(
            f"expected token ids below {len(grammar.vocabulary)}, found {batch.tokens.max()}"
        )
    rows, width = tokens.shape
    growth = Growth(grammar, rows, max(width, grammar.max_length))
    parents, siblings, depths = (np.zeros((rows, width), dtype=np.int64) for _ in range(3))
    relations = np.full((rows, width, width), OTHER, dtype=np.uint8)
    masks = np.zeros((rows, width, len(grammar.vocabulary)), dtype=np.bool_)
    sizes = np.zeros(rows, dtype=np.int64)
    for here in range(width):
        parents[:, here], siblings[:, here] = growth.parent_token, growth.sibling_token
        depths[:, here] = growth.depth
        relations[:, here, :here] = growth.relations()
        relations[:, here, here] = SELF
        masks[:, here] = growth.mask()
        sizes += ~growth.finished
        growth.write(tokens[:, here])
    if not (growth.finished.all() and np.array_equal(sizes, lengths)):
        raise ExpressionError("expected whole trees, found a sequence that is cut or runs on")
    return Replay(tokens, lengths, parents, siblings, depths, relations, masks)


def admits(grammar: Grammar, batch: TokenBatch) -> Mask:
    """Which of the trees the grammar allows: legal at each step, and not degenerate."""
    seen = replay(grammar, batch)
    return seen.legal & ~is_degenerate(grammar, seen.tokens, seen.lengths)


def ends(grammar: Grammar, tokens: Integers, lengths: Integers) -> Integers:
    """One past the last position of the subtree at each place, [rows, places]."""
    rows, width = tokens.shape
    arities = grammar.tables.arity[tokens]
    result = np.zeros((rows, width), dtype=np.int64)
    stack = np.zeros((rows, width + 2), dtype=np.int64)
    size = np.zeros(rows, dtype=np.int64)
    index = np.arange(rows)
    for here in range(width - 1, -1, -1):
        inside = here < lengths
        last = stack[index, size - arities[:, here]]
        result[:, here] = np.where(arities[:, here] == 0, here + 1, last)
        size = size + (1 - arities[:, here]) * inside
        stack[index, size - 1] = np.where(inside, result[:, here], stack[index, size - 1])
    return result


def is_degenerate(grammar: Grammar, tokens: Integers, lengths: Integers) -> Mask:
    """Which whole trees have an operator over equal arguments, or over constants alone.

    The first is ``a - a``, ``a / a``, ``max(a, a)``, ``min(a, a)`` for an ``a`` of any size;
    constant slots count as equal, because both are fitted.
    """
    tables = grammar.tables
    within = np.arange(tokens.shape[1]) < lengths[:, None]
    rows, first = np.nonzero(within & tables.cancelling[tokens])
    result = _has_constant_operator(grammar, tokens, within)
    if not len(rows):
        return result
    stops = ends(grammar, tokens, lengths)
    middle = stops[rows, first + 1]
    sizes = middle - first - 1
    same_size = stops[rows, first] - middle == sizes
    steps = np.arange(int(sizes.max()))
    places = np.minimum(first[:, None] + 1 + steps, tokens.shape[1] - 1)
    beside = np.minimum(middle[:, None] + steps, tokens.shape[1] - 1)
    equal = tokens[rows[:, None], places] == tokens[rows[:, None], beside]
    equal |= steps >= sizes[:, None]
    result[rows[same_size & equal.all(axis=1)]] = True
    return result


def _has_constant_operator(grammar: Grammar, tokens: Integers, within: Mask) -> Mask:
    """Whether all arguments of some operator are constant leaves."""
    tables = grammar.tables
    arities = tables.arity[tokens]
    leaf = tables.constant_leaf[tokens] & within
    operator = within & (arities > 0) & ~tables.tuple[tokens]
    constant = operator.copy()
    for argument in range(1, int(arities.max(initial=0)) + 1):
        following = np.zeros_like(leaf)
        following[:, :-argument] = leaf[:, argument:]
        constant &= following | (arities < argument)
    return np.asarray(constant.any(axis=1))


def cut(grammar: Grammar, batch: TokenBatch, starts: Integers) -> Regrowth:
    """Keep all of each tree but the subtree that starts at the given place."""
    tokens, lengths = padded(batch)
    if len(starts) != len(batch) or np.any((starts < 0) | (starts >= lengths)):
        raise ExpressionError("expected one place within each tree to regrow it from")
    stops = ends(grammar, tokens, lengths)[np.arange(len(batch)), starts]
    places = np.arange(tokens.shape[1])
    before, after = places < starts[:, None], places >= stops[:, None]
    after &= places < lengths[:, None]
    balance = np.where(before, grammar.tables.arity[tokens] - 1, 0).sum(axis=1)
    return Regrowth(
        prefixes=np.where(before, tokens, 0),
        starts=starts,
        open_after=balance,
        rest_length=lengths - stops,
        rest_constants=(grammar.tables.slot[tokens] & after).sum(axis=1),
    )
