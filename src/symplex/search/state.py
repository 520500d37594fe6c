"""The values that a run is made of: how it is asked for, what it carries, what it reports.

`State` is all that changes during a run; everything else here is frozen.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, final

import numpy as np

from symplex.expression import Expression
from symplex.expression.grammar import Grammar
from symplex.search.candidate import Candidate, Sprout


@final
@dataclass(frozen=True)
class Progress:
    """What a watcher is shown after each epoch."""

    stage: str
    epoch: int
    best: Expression | None
    loss: float
    candidates: int
    seconds: float


@final
@dataclass(frozen=True, kw_only=True)
class Run:
    """How one run is made: everything that is not the recipe."""

    seed: int = 0
    time_limit: float = 300.0
    threads: int = 2
    watch: Callable[[Progress], None] | None = None
    choice: Mapping[str, bool] = field(default_factory=dict[str, bool])
    """Operators by name that the user adds (True) or forbids (False)."""
    hints: tuple[Expression, ...] = ()
    """Guesses of the user's, their constants free."""


@final
@dataclass(frozen=True)
class Result:
    """What a search ends with."""

    proof: object | None
    """Whatever `prove` returned, if it did."""
    front: tuple[tuple[Expression, float], ...]
    """Approximations of the whole problem with their losses, from small to large."""
    candidates: int
    stop_reason: str


class Learner(Protocol):
    """A policy that writes trees and learns what became of them; torch stays behind it."""

    def sample(self, grammar: Grammar, count: int) -> list[Sprout]:
        """Trees from nothing."""
        ...

    def regrow(
        self, grammar: Grammar, parents: Sequence[Sprout], starts: Sequence[int]
    ) -> list[Sprout]:
        """Trees of which one subtree is written anew."""
        ...

    def learn(
        self,
        grammar: Grammar,
        written: Sequence[Sprout],
        losses: Sequence[float],
        remembered: Sequence[Candidate],
    ) -> None:
        """One update of the policy."""
        ...


@final
@dataclass
class State:
    """Everything that changes during a run, beside the memory of the stage at hand."""

    chance: random.Random
    points: np.random.Generator
    candidates: int = 0
    tried: set[bytes] = field(default_factory=set[bytes])
    """Skeletons whose proof was attempted."""
    learner: Learner | None = None
    latest: tuple[Candidate, ...] = ()
    """What the stage at hand remembers best."""
    front: tuple[Candidate, ...] = ()
    """The best approximations of the whole problem, over all attempts."""
