"""Proposals and candidates by the thousand: arrays that read like sequences.

Owns the form in which an epoch's trees travel from whoever proposes them through the fit to the
memory. A `Proposal` or `Candidate` is made only of the few that someone looks at.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import final, overload

import numpy as np
from numpy.typing import NDArray

from symplex.expression.encoded import EncodedTree
from symplex.expression.encoding import TreeEncoding
from symplex.expression.tree_batch import TreeBatch
from symplex.origin import Origin, Writer
from symplex.propose.candidates.candidate import Candidate, Proposal

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]


@final
@dataclass(frozen=True, eq=False)
class ProposalBatch(Sequence[Proposal]):
    """Trees that are not scored yet."""

    trees: TreeBatch
    origins: tuple[Origin, ...]
    """Where they come from, each once."""
    rows: NDArray[np.uint16]
    """The position of each tree's origin among these."""
    encoding: TreeEncoding

    @classmethod
    def of(cls, proposals: Iterable[Proposal], encoding: TreeEncoding) -> "ProposalBatch":
        """The batch of single proposals."""
        held, known = list(proposals), dict[Origin, int]()
        rows = [known.setdefault(proposal.origin, len(known)) for proposal in held]
        trees = encoding.batch([proposal.tree for proposal in held])
        return cls(trees, tuple(known), np.array(rows, dtype=np.uint16), encoding)

    @classmethod
    def by(cls, writer: Writer, trees: TreeBatch, encoding: TreeEncoding) -> "ProposalBatch":
        """Trees that one proposer made."""
        return cls(trees, (Origin(writer),), np.zeros(len(trees), dtype=np.uint16), encoding)

    @classmethod
    def joined(cls, batches: Sequence["ProposalBatch"], encoding: TreeEncoding) -> "ProposalBatch":
        """One batch after the other."""
        known, rows = dict[Origin, int](), [np.zeros(0, dtype=np.uint16)]
        for batch in batches:
            place = [known.setdefault(origin, len(known)) for origin in batch.origins]
            rows.append(np.array(place, dtype=np.uint16)[batch.rows])
        trees = TreeBatch.joined([batch.trees for batch in batches])
        return cls(trees, tuple(known), np.concatenate(rows), encoding)

    def __len__(self) -> int:
        """How many trees there are."""
        return len(self.trees)

    @overload
    def __getitem__(self, index: int) -> Proposal: ...
    @overload
    def __getitem__(self, index: slice) -> "ProposalBatch": ...
    def __getitem__(self, index: int | slice) -> "Proposal | ProposalBatch":
        """One proposal, or some of them."""
        if isinstance(index, slice):
            return self.take(np.arange(len(self))[index])
        return Proposal(self.origins[int(self.rows[index])], self.tree(index))

    def __iter__(self) -> Iterator[Proposal]:
        """Each proposal in turn."""
        origins = map(self.origins.__getitem__, self.rows.tolist())
        return map(Proposal, origins, self.encoding.trees(self.trees))

    def tree(self, index: int) -> EncodedTree:
        """One tree."""
        return EncodedTree(*self.trees.tree(range(len(self))[index]), self.encoding)

    def take(self, indices: Indices) -> "ProposalBatch":
        """The chosen ones, in the order of the indices."""
        return replace(self, trees=self.trees.take(indices), rows=self.rows[indices])

    def rows_of(self, writer: Writer) -> Indices:
        """Which of them a proposer made."""
        mine = [row for row, origin in enumerate(self.origins) if origin.writer is writer]
        return np.flatnonzero(np.isin(self.rows, mine))

    def by_writer(self) -> Counter[Writer]:
        """How many of them each proposer made."""
        counts, found = np.bincount(self.rows, minlength=len(self.origins)), Counter[Writer]()
        for origin, count in zip(self.origins, counts.tolist(), strict=True):
            if count:
                found[origin.writer] += count
        return found


@final
@dataclass(frozen=True, eq=False)
class ScoredBatch(Sequence[Candidate]):
    """Trees with their losses, their constants fitted."""

    fitted: ProposalBatch
    losses: Floats

    @property
    def sizes(self) -> Indices:
        """How many nodes each tree has."""
        return np.diff(self.fitted.trees.tokens.offsets)

    def __len__(self) -> int:
        """How many trees there are."""
        return len(self.losses)

    @overload
    def __getitem__(self, index: int) -> Candidate: ...
    @overload
    def __getitem__(self, index: slice) -> "ScoredBatch": ...
    def __getitem__(self, index: int | slice) -> "Candidate | ScoredBatch":
        """One candidate, or some of them."""
        if isinstance(index, slice):
            return ScoredBatch(self.fitted[index], self.losses[index])
        proposal = self.fitted[index]
        return Candidate(proposal.tree, float(self.losses[index]), proposal.origin)

    def smallest_below(self, bound: float, count: int) -> list[Candidate]:
        """The smallest candidates whose loss is at most a bound; of one size, the better first."""
        rows = np.flatnonzero(self.losses <= bound)
        order = np.lexsort((self.losses[rows], self.sizes[rows]))
        return [self[index] for index in rows[order[:count]].tolist()]
