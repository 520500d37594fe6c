"""Trees while they grow, as tensors on any device: what `Growth` is in NumPy.

Owns the same bookkeeping in operations whose shapes do not depend on what is drawn and that bring
nothing from the host (`torch.where` with a number does), so that all of them can be recorded once
and replayed by a GPU. Rows that are finished go on and are ignored.
"""

from dataclasses import dataclass
from typing import final

import numpy as np
import torch
from torch import Tensor

from symplex.expression.sequences.grammar import Grammar
from symplex.expression.sequences.relations import ANCESTOR, OTHER, PARENT, SIBLING


@final
@dataclass(frozen=True)
class DeviceTables:
    """The grammar's tables on a device."""

    arity: Tensor
    constant_leaf: Tensor
    slot: Tensor
    trigonometry: Tensor
    cancelling: Tensor
    tuple: Tensor
    under: Tensor
    fits: Tensor

    @classmethod
    def of(cls, grammar: Grammar, device: torch.device) -> "DeviceTables":
        """Copies of the tables."""
        tables = grammar.tables

        def moved(array: np.ndarray) -> Tensor:
            return torch.from_numpy(np.ascontiguousarray(array)).to(device)

        return cls(
            moved(tables.arity),
            moved(tables.constant_leaf),
            moved(tables.slot),
            moved(tables.trigonometry),
            moved(tables.cancelling),
            moved(tables.tuple),
            moved(tables.under),
            moved(tables.fits),
        )


@final
class DeviceGrowth:
    """Partial trees, one a row; `write` fills the open slot of each and moves to the next."""

    def __init__(self, grammar: Grammar, tables: DeviceTables, rows: int) -> None:
        self.grammar = grammar
        self.position = 0
        self._tables = tables
        self._none = len(grammar.vocabulary)
        self._most = tables.fits.shape[0] // 2 - 1
        device, length = tables.arity.device, grammar.max_length
        # One column more than there are nodes: what has no parent writes there and is lost.
        self._lost = length + self._most
        numbers = torch.zeros(6, rows, self._lost + 1, dtype=torch.int64, device=device)
        self.tokens, self._parents, self._depths = numbers[:3]
        self._levels, self._latest, self._stack = numbers[3:]
        self._latest.fill_(-1)
        flags = torch.zeros(3, rows, self._lost + 1, dtype=torch.bool, device=device)
        self._unfinished, self._varied, self._inside = flags
        self.open = torch.ones(rows, dtype=torch.int64, device=device)
        self.constants = torch.zeros_like(self.open)
        self._find_root()

    @property
    def finished(self) -> Tensor:
        """Which rows have no slot left to fill."""
        return self.open <= 0

    def _find_root(self) -> None:
        root = torch.full_like(self.open, -1)
        self._parent, self._sibling, self.depth = root, root, root + 1
        self.parent_token = self.sibling_token = root + 1 + self._none
        self._slot_inside = self._must_vary = root > 0

    def write(self, tokens: Tensor) -> None:
        """Fill the open slot of every row; rows that are finished stay finished."""
        tables, here = self._tables, self.position
        active = ~self.finished
        above = self._parent.masked_fill(self._parent < 0, self._lost).unsqueeze(1)
        self.tokens[:, here] = tokens
        self._parents[:, here] = self._parent
        self._depths[:, here] = self.depth
        self._levels[:, here] = self.open
        self._latest.scatter_(1, above, here)
        varies = ~tables.constant_leaf[tokens]
        self._varied.scatter_(1, above, self._varied.gather(1, above) | varies.unsqueeze(1))
        self._varied[:, here] = tables.tuple[tokens]
        self._inside[:, here] = self._slot_inside | tables.trigonometry[tokens]
        self._unfinished[:, here].fill_(value=True)
        first = (self.open - 1).clamp(min=0).unsqueeze(1)
        for argument in range(self._most):
            self._stack.scatter_(1, first + argument, here)
        self.open = self.open + (tables.arity[tokens] - 1) * active
        self.constants = self.constants + tables.slot[tokens]
        self.position = here + 1
        behind = self._levels[:, : here + 1] > self.open.unsqueeze(1)
        self._unfinished[:, : here + 1] &= ~behind
        self._find_slot()

    def _find_slot(self) -> None:
        """Update everything that describes the slot that is now open."""
        top = (self.open - 1).clamp(min=0).unsqueeze(1)
        parent = self._stack.gather(1, top)
        sibling = self._latest.gather(1, parent)
        self._parent, self._sibling = parent.squeeze(1), sibling.squeeze(1)
        self.depth = self._depths.gather(1, parent).squeeze(1) + 1
        self.parent_token = self.tokens.gather(1, parent).squeeze(1)
        beside = self.tokens.gather(1, sibling.clamp(min=0)).squeeze(1)
        self.sibling_token = beside.masked_fill(self._sibling < 0, self._none)
        self._slot_inside = self._inside.gather(1, parent).squeeze(1)
        below = self._stack.gather(1, (top - 1).clamp(min=0))
        last = ((top < 1) | (below != parent)).squeeze(1)
        self._must_vary = last & ~self._varied.gather(1, parent).squeeze(1)

    def mask(self) -> Tensor:
        """Which tokens may fill the slot of each row; see `Growth.mask`."""
        tables = self._tables
        state = (self.parent_token * 2 + self._slot_inside) * 2 + self._must_vary
        fitting = self.grammar.max_length - self.position - self.open
        fitting = fitting.masked_fill(self.depth >= self.grammar.max_depth, 0)
        fitting = fitting.clamp(min=0, max=self._most)
        left = self.constants < self.grammar.max_constants
        legal = tables.under[state] & tables.fits[fitting * 2 + left]
        sibling = self.sibling_token.clamp(max=self._none - 1).unsqueeze(1)
        twin = tables.cancelling[self.parent_token] & (tables.arity[self.sibling_token] == 0)
        twin = (twin & (self._sibling >= 0)).unsqueeze(1)
        without = legal.scatter(1, sibling, legal.gather(1, sibling) & ~twin)
        # Where nothing but the twin fits, it stays: the tree is found to be degenerate later.
        stuck = twin & ~without.any(dim=1, keepdim=True)
        return without.scatter(1, sibling, without.gather(1, sibling) | stuck)

    def relations(self) -> Tensor:
        """What every node so far is to the open slot of its row, [rows, nodes]."""
        here = self.position
        parent = self._parent.unsqueeze(1)
        found = torch.full_like(self._parents[:, :here], OTHER)
        found.masked_fill_(self._unfinished[:, :here], ANCESTOR)
        found.masked_fill_(self._parents[:, :here] == parent, SIBLING)
        return found.masked_fill_(torch.arange(here, device=found.device) == parent, PARENT)


def degenerate(tables: DeviceTables, tokens: Tensor, lengths: Tensor) -> Tensor:
    """Which whole trees have an operator over equal arguments, or over constants alone."""
    width = tokens.shape[1]
    within = torch.arange(width, device=tokens.device) < lengths.unsqueeze(1)
    return _over_constants(tables, tokens, within) | _over_equals(tables, tokens, lengths, within)


def _over_constants(tables: DeviceTables, tokens: Tensor, within: Tensor) -> Tensor:
    arity = tables.arity[tokens]
    leaf = tables.constant_leaf[tokens] & within
    constant = within & (arity > 0) & ~tables.tuple[tokens]
    for argument in range(1, tables.fits.shape[0] // 2):
        following = torch.zeros_like(leaf)
        following[:, :-argument] = leaf[:, argument:]
        constant = constant & (following | (arity < argument))
    return constant.any(dim=1)


def _over_equals(tables: DeviceTables, tokens: Tensor, lengths: Tensor, within: Tensor) -> Tensor:
    """Equal arguments have equal digests; digests of 64 bits agree by chance once in 10^19."""
    width = tokens.shape[1]
    stops = _ends(tables, tokens, lengths)
    places = torch.arange(width, device=tokens.device).expand_as(tokens)
    middle = stops.gather(1, (places + 1).clamp(max=width - 1))
    size = middle - places - 1
    digests, powers = _digests(tokens)

    def digest(begin: Tensor, end: Tensor) -> Tensor:
        length = (end - begin).clamp(min=0, max=width)
        return digests.gather(1, end) - digests.gather(1, begin) * powers[length]

    begin = (places + 1).clamp(max=width)
    end = (middle + size).clamp(min=0, max=width)
    same = digest(begin, middle.clamp(min=0)) == digest(middle.clamp(min=0), end)
    same &= stops - middle == size
    return (same & within & tables.cancelling[tokens]).any(dim=1)


def _digests(tokens: Tensor) -> tuple[Tensor, Tensor]:
    """A polynomial in an odd base of each row's beginnings, and the powers of the base."""
    base, rows, width = 6364136223846793005, *tokens.shape
    digests = torch.zeros(rows, width + 1, dtype=torch.int64, device=tokens.device)
    powers = torch.ones(width + 1, dtype=torch.int64, device=tokens.device)
    for place in range(width):
        digests[:, place + 1] = digests[:, place] * base + tokens[:, place] + 1
        powers[place + 1] = powers[place] * base
    return digests, powers


def _ends(tables: DeviceTables, tokens: Tensor, lengths: Tensor) -> Tensor:
    """One past the last position of the subtree at each place, [rows, places]."""
    rows, width = tokens.shape
    arity = tables.arity[tokens]
    result = torch.zeros_like(tokens)
    stack = torch.zeros(rows, width + 2, dtype=torch.int64, device=tokens.device)
    size = torch.zeros(rows, 1, dtype=torch.int64, device=tokens.device)
    for here in range(width - 1, -1, -1):
        inside = (here < lengths).unsqueeze(1)
        taken = arity[:, here].unsqueeze(1)
        last = stack.gather(1, (size - taken).clamp(min=0))
        end = last.masked_fill(taken == 0, here + 1)
        result[:, here] = end.squeeze(1)
        size = size + (1 - taken) * inside
        at = (size - 1).clamp(min=0)
        stack.scatter_(1, at, torch.where(inside, end, stack.gather(1, at)))
    return result
