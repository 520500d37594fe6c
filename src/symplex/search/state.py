"""The values that a run is made of: how it is asked for, what it carries, what it reports.

`State` is all that changes during a run, with the `Visit` to a stage in it; everything else here
is frozen. `saving` turns it into bytes and back.
"""

import hashlib
import random
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, final

import numpy as np

from symplex.errors import SettingsError
from symplex.expression import Expression, Vocabulary
from symplex.expression.ordering import spelling
from symplex.expression.sequences.grammar import Grammar
from symplex.problem import Problem
from symplex.search.candidate import Candidate, Proposal, Sprout
from symplex.search.memory import Remembered
from symplex.search.settings import SearchSettings

GeneratorState = Mapping[str, Any]
"""Where a NumPy generator is, as the generator itself tells it."""


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
class RunOptions:
    """How one run is made: everything that is not the recipe."""

    seed: int = 0
    time_limit: float = 300.0
    threads: int = 2
    watch: Callable[[Progress], None] | None = None
    keep: "Callable[[State], None] | None" = None
    """Called before each epoch, where the state is whole: it can be saved and continued from."""
    choice: Mapping[str, bool] = field(default_factory=dict[str, bool])
    """Operators by name that the user adds (True) or forbids (False)."""
    hints: tuple[Expression, ...] = ()
    """Guesses of the user's, their constants free."""


def digest(problem: Problem, settings: SearchSettings, run: RunOptions, words: Vocabulary) -> str:
    """What a run is asked for, as far as the course of the search depends on it."""
    hints = tuple(map(spelling, run.hints))
    choice = sorted(run.choice.items())
    parts = (problem.statement(), settings, run.seed, choice, hints, words.tokens)
    return hashlib.sha256("\n".join(map(repr, parts)).encode()).hexdigest()


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

    def save(self) -> bytes:
        """Everything that it has learnt, and where its chance is."""
        ...


@final
@dataclass
class StageState:
    """What changes while a run is at one stage; each stage, and each attempt at it, is another."""

    first_draw: GeneratorState
    """The generator of points just before the first ones were drawn: they can be drawn again."""
    latest_draw: GeneratorState
    """The same for the points at hand, where each epoch has its own."""
    memory: Remembered
    losses: dict[bytes, float] = field(default_factory=dict[bytes, float])
    """What became of each skeleton that was judged."""
    proposals: list[Proposal] | None = None
    """What the next epoch judges; None before the stage has begun."""
    opened: int = 0
    """How many proposals of its opening were made."""
    epoch: int = 0
    idle: int = 0
    """Epochs since the best became clearly better."""

    @classmethod
    def begin(
        cls, points: np.random.Generator, earlier: tuple[Candidate, ...] = ()
    ) -> "StageState":
        """A stage that is still to begin, with the answers of the one before."""
        place = points.bit_generator.state
        return cls(place, place, Remembered(earlier))


@final
@dataclass
class State:
    """Everything that changes during a run."""

    fingerprint: str
    """A digest of what the run was asked for: no other run can go on from here."""
    rng: random.Random
    points: np.random.Generator
    visit: StageState
    stage: int = 0
    """Which of the stages is visited."""
    attempt: int = 0
    candidates: int = 0
    seconds: float = 0.0
    """How long the run has taken."""
    tried: set[bytes] = field(default_factory=set[bytes])
    """Skeletons whose proof was attempted."""
    learner: Learner | bytes | None = None
    """The policy, once it has joined; as bytes until it is needed in a run that is continued."""
    latest: tuple[Candidate, ...] = ()
    """What the stage at hand remembers best."""
    front: tuple[Candidate, ...] = ()
    """The best approximations of the whole problem, over all attempts."""
    whole: bool = True
    """Whether a run can go on from here: not in the middle of an epoch."""

    @classmethod
    def begin(cls, seed: int, fingerprint: str) -> "State":
        """The state of a run that is still to begin."""
        points = np.random.default_rng(seed)
        return cls(fingerprint, random.Random(seed), points, StageState.begin(points))

    def checked(self, fingerprint: str) -> "State":
        """This state, if it is of a run that was asked for the same, and whole."""
        if self.fingerprint != fingerprint:
            raise SettingsError(
                "the saved state belongs to another run; go on with the same problem, recipe, "
                "seed, operators and hint, and with the version of SymPlex that saved it"
            )
        if not self.whole:
            raise SettingsError(
                "a run cannot go on from the middle of an epoch; use a state that was kept before"
            )
        return self

    def go_to(self, stage: int, earlier: tuple[Candidate, ...]) -> None:
        """Leave for another stage, with the answers of this one."""
        self.stage, self.visit = stage, StageState.begin(self.points, earlier)

    def try_again(self) -> None:
        """Leave for the first stage, with nothing."""
        self.attempt += 1
        self.go_to(0, ())

    def fork(self) -> "State":
        """A state in which another stage can be looked at; this one stays as it is."""
        points = deepcopy(self.points)
        return replace(self, points=points, visit=StageState.begin(points))
