"""Trees while they grow: the open slot of every tree of a batch, step by step.

Owns the bookkeeping that turns prefixes into trees without a loop over sequences: parents,
depths, open arguments, tree relations, and the mask of legal tokens. All rows stand at the same
position of the prefix. The rules come from `Grammar`; whole sequences pass through `replay`.
"""

from dataclasses import dataclass
from typing import final

import numpy as np
from numpy.typing import NDArray

from symplex.expression.sequences.grammar import Grammar, Integers, Mask
from symplex.expression.sequences.relations import ANCESTOR, OTHER, PARENT, SIBLING


@final
@dataclass(frozen=True)
class Regrowth:
    """The part of each tree that stays while one of its subtrees is generated anew."""

    prefixes: Integers
    """The tokens before the subtree, padded, a row for each tree."""
    starts: Integers
    """How many of them there are."""
    open_after: Integers
    """How many arguments are open once the subtree is whole: those that the rest fills."""
    rest_length: Integers
    rest_constants: Integers
    """How many tokens, and how many constant slots, come after the subtree."""

    def __len__(self) -> int:
        """How many trees there are."""
        return len(self.starts)

    def take(self, rows: Integers) -> "Regrowth":
        """The same for some of the trees."""
        return Regrowth(
            self.prefixes[rows],
            self.starts[rows],
            self.open_after[rows],
            self.rest_length[rows],
            self.rest_constants[rows],
        )


@final
class Growth:
    """Partial trees, one a row; `write` fills the open slot of each and moves to the next."""

    def __init__(self, grammar: Grammar, rows: int, capacity: int | None = None) -> None:
        self.grammar = grammar
        self.capacity = grammar.max_length if capacity is None else capacity
        self.position = 0
        self._tables = grammar.tables
        self._most = self._tables.fits.shape[0] // 2 - 1
        # One column more than there are nodes: the root's parent, -1, writes there and is lost.
        self._numbers = np.zeros((6, rows, self.capacity + 1 + self._most), dtype=np.int64)
        self._flags = np.zeros((3, rows, self.capacity + 1), dtype=np.bool_)
        nothing = np.zeros(rows, dtype=np.int64)
        self.open = nothing + 1
        """How many arguments are open; the slot being filled is the last of them."""
        self.constants = nothing
        self._start = self._open_after = nothing
        self._room = nothing + grammar.max_length
        self._constants_left = nothing + grammar.max_constants
        self._name()
        self._latest[:] = -1
        self._find_slot()

    @classmethod
    def regrow(cls, grammar: Grammar, kept: Regrowth) -> "Growth":
        """Trees whose prefixes are still to be written, and whose rest comes afterwards."""
        growth = cls(grammar, len(kept), max(grammar.max_length, kept.prefixes.shape[1] + 1))
        growth._start, growth._open_after = kept.starts, kept.open_after
        growth._room = grammar.max_length - kept.rest_length + kept.open_after
        growth._constants_left = grammar.max_constants - kept.rest_constants
        return growth

    def _name(self) -> None:
        """Name the layers of the two stores."""
        self.tokens, self._parents, self._depths = self._numbers[:3]
        self._levels, self._latest, self._stack = self._numbers[3:]
        self._unfinished, self._varied, self._inside = self._flags
        self._rows = np.arange(self._numbers.shape[1])

    def keep(self, rows: Integers) -> None:
        """Go on with these rows alone; a row may be kept several times."""
        self._numbers = self._numbers[:, rows]
        self._flags = self._flags[:, rows]
        self.open, self.constants = self.open[rows], self.constants[rows]
        self._start, self._open_after = self._start[rows], self._open_after[rows]
        self._room, self._constants_left = self._room[rows], self._constants_left[rows]
        self._name()
        self._find_slot()

    @property
    def finished(self) -> Mask:
        """Which rows have no slot left to fill."""
        return (self.position > self._start) & (self.open <= self._open_after)

    def write(self, tokens: Integers) -> None:
        """Fill the open slot of every row; rows that are finished stay finished."""
        tables, here, above = self._tables, self.position, self._parent
        active = ~self.finished
        self.tokens[:, here] = tokens
        self._parents[:, here] = above
        self._depths[:, here] = self.depth
        self._levels[:, here] = self.open
        self._latest[self._rows, above] = here
        self._varied[self._rows, above] |= ~tables.constant_leaf[tokens]
        self._varied[:, here] = tables.tuple[tokens]
        self._inside[:, here] = self._slot_inside | tables.trigonometry[tokens]
        self._unfinished[:, here] = True
        for argument in range(self._most):
            self._stack[self._rows, self.open - 1 + argument] = here
        self.open = self.open + (tables.arity[tokens] - 1) * active
        self.constants = self.constants + tables.slot[tokens]
        self.position = here + 1
        # A node is finished once fewer arguments are open than when its own slot was.
        behind = self._levels[:, : self.position] > self.open[:, None]
        self._unfinished[:, : self.position] &= ~behind
        self._find_slot()

    def _find_slot(self) -> None:
        """Update everything that describes the slot that is now open."""
        rows, none = self._rows, len(self.grammar.vocabulary)
        if self.position == 0:
            root = np.full(len(rows), -1)
            self._parent, self._sibling, self.depth = root, root, root + 1
            self.parent_token = self.sibling_token = self.previous_token = root + 1 + none
            self._slot_inside = self._must_vary = root > 0
            return
        top = self.open - 1
        self._parent = self._stack[rows, top]
        self._sibling = self._latest[rows, self._parent]
        self.depth = self._depths[rows, self._parent] + 1
        self.parent_token = self.tokens[rows, self._parent]
        beside = self.tokens[rows, self._sibling]
        self.sibling_token = np.where(self._sibling < 0, none, beside)
        self.previous_token = self.tokens[:, self.position - 1]
        self._slot_inside = self._inside[rows, self._parent]
        last = (top < 1) | (self._stack[rows, top - 1] != self._parent)
        self._must_vary = last & ~self._varied[rows, self._parent]

    def mask(self) -> Mask:
        """Which tokens may fill the slot of each row; never none.

        Every rule but one leaves at least one leaf, because a variable (or what stands for it
        where there is none) may stand anywhere. The one is that ``x - x`` and its like are not
        completed: where nothing else fits it yields, and the tree is found by `is_degenerate`.
        """
        tables = self._tables
        state = (self.parent_token * 2 + self._slot_inside) * 2 + self._must_vary
        fitting = np.minimum(self._room - self.position - self.open, self._most)
        fitting[self.depth >= self.grammar.max_depth] = 0
        np.maximum(fitting, 0, out=fitting)
        left = self.constants < self._constants_left
        legal = tables.under[state] & tables.fits[fitting * 2 + left]
        twin = tables.cancelling[self.parent_token] & (tables.arity[self.sibling_token] == 0)
        (rows,) = np.nonzero(twin & (self._sibling >= 0))
        legal[rows, self.sibling_token[rows]] = False
        stuck = rows[~legal[rows].any(axis=1)]
        legal[stuck, self.sibling_token[stuck]] = True
        return legal

    def relations(self) -> NDArray[np.uint8]:
        """What every node so far is to the open slot of its row."""
        here = self.position
        found = np.where(self._unfinished[:, :here], np.uint8(ANCESTOR), np.uint8(OTHER))
        found[self._parents[:, :here] == self._parent[:, None]] = SIBLING
        if here:
            found[self._rows, self._parent] = PARENT
        return found
