"""A candidate: an encoded tree with its loss, and which proposer brought it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import final

from symplex.expression.encoded import EncodedTree
from symplex.origin import Origin


@final
@dataclass(frozen=True, slots=True)
class Proposal:
    """A tree that is not scored yet."""

    origin: Origin
    tree: EncodedTree


@final
@dataclass(frozen=True, slots=True)
class Candidate:
    """A scored tree."""

    tree: EncodedTree
    loss: float
    origin: Origin = field(compare=False)

    @property
    def size(self) -> int:
        """How many nodes it has."""
        return len(self.tree)

    @property
    def reward(self) -> float:
        """1/(1 + √loss), paper §5.1."""
        return 1.0 / (1.0 + math.sqrt(self.loss)) if math.isfinite(self.loss) else 0.0

    @property
    def proposal(self) -> Proposal:
        """The same tree, to be scored again."""
        return Proposal(self.origin, self.tree)


def proposals_of(candidates: Sequence[Candidate]) -> list[Proposal]:
    """The trees of candidates, to be scored again."""
    return [candidate.proposal for candidate in candidates]
