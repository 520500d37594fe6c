"""The values that a run is made of: its options, its state, its reports.

`State` is all that changes during a run, with the `StageState` of the stage at hand in it;
everything else here is frozen. `saving` turns it into bytes and back.
"""

import hashlib
import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from importlib.metadata import version
from typing import final

import numpy as np

from symplex.errors import SettingsError
from symplex.expression import Expression
from symplex.expression.ordering import spelling
from symplex.expression.vocabulary import Vocabulary
from symplex.numerics.evaluation.evaluator import engine, evaluator
from symplex.numerics.evaluation.sampling import draw
from symplex.origin import Counts, Origin, Writer
from symplex.problem import Problem
from symplex.propose.candidates.batches import ProposalBatch
from symplex.propose.candidates.candidate import Candidate
from symplex.propose.candidates.policy import LearningPolicy
from symplex.propose.candidates.settings import SearchSettings
from symplex.solver.search.loss_table import LossTable
from symplex.solver.search.memory import Remembered
from symplex.solver.search.neighbours import Neighbours
from symplex.solver.search.scorer import Draw, GeneratorState, MakeEvaluator
from symplex.work.boundary import Boundary
from symplex.work.clock import Deadline


class StopReason(Enum):
    """Why a run ended."""

    EXACT = "exact solution found"
    CONJECTURED = "conjectured solution found"
    TIME_LIMIT = "time limit"
    INTERRUPTED = "interrupted"
    CANDIDATES = "candidate limit"
    MEMORY = "out of memory"
    ACCEPTED = "accurate formula found"
    CONTRADICTORY = "the statement contradicts itself"
    FAILED = "nothing was left to try"


@final
@dataclass(frozen=True)
class Writing:
    """What the policy last wrote and was taught by: whether it keeps its variety."""

    trees: int
    distinct: int
    """How many of the trees differ by more than the order of commutative arguments."""
    entropy: float
    """The mean entropy of the choices that wrote them."""


@final
@dataclass(frozen=True)
class Progress:
    """What is reported after each epoch."""

    stage: str
    epoch: int
    best: Expression | None
    loss: float
    candidates: int
    seconds: float
    leaders: tuple[tuple[Expression, float], ...] = ()
    """The best few with their losses, the best first."""
    writing: Writing | None = field(default=None, compare=False)
    """What the policy wrote in the epoch before; None until it has, also in a continued run."""
    candidates_by_origin: Counts = field(default_factory=dict[Origin, int])
    """The candidates by who wrote them."""


@final
@dataclass(frozen=True, kw_only=True)
class RunOptions:
    """The options of one run: everything that is not the recipe."""

    seed: int = 0
    deadline: Deadline = field(default_factory=Deadline)
    """When the run ends."""
    threads: int = 2
    watch: Callable[[Progress], None] | None = None
    keep: "Callable[[State], None] | None" = None
    """Called before each epoch, where the state is whole: it can be saved and continued from."""
    operators: Mapping[str, bool] = field(default_factory=dict[str, bool])
    """Operators by name that the user adds (True) or forbids (False)."""
    hints: tuple[Expression, ...] = ()
    """Guesses of the user's, their constants free."""
    make_evaluator: MakeEvaluator = evaluator
    """What fits constants; a benchmark may want to watch it at work."""
    draw: Draw = draw
    """What candidates are scored by: the statement at random points, or values that are known."""
    policy: bytes | None = None
    """A policy that was trained before, as it was saved; it goes on from there."""
    neighbours: Neighbours | None = None
    """Other searches on the same problem, with which what is remembered is exchanged."""
    boundary: Boundary = field(default_factory=Boundary)
    """Through which proposers have their turns."""


def fingerprint_of(
    problem: Problem, settings: SearchSettings, options: RunOptions, vocabulary: Vocabulary
) -> str:
    """A digest of everything that the course of a run depends on."""
    operators = sorted(options.operators.items())
    hints = tuple(map(spelling, options.hints))
    program = version("symplex"), engine().name
    statement, tokens = problem.statement(), vocabulary.tokens
    others = () if options.neighbours is None else (options.neighbours.name,)
    if options.policy is not None:
        others = (*others, hashlib.sha256(options.policy).hexdigest())
    parts = (program, statement, settings, options.seed, operators, hints, tokens, *others)
    return hashlib.sha256("\n".join(map(repr, parts)).encode()).hexdigest()


@final
@dataclass(frozen=True)
class Scored:
    """A formula with its loss."""

    tree: Expression
    loss: float
    origin: Origin = field(compare=False)


@final
@dataclass(frozen=True)
class Result:
    """What a search has found so far."""

    front: tuple[Scored, ...]
    """Approximations of the whole problem, from small to large."""
    written: Counter[Writer]
    """How many candidates were scored, by who wrote them."""

    @property
    def candidates(self) -> int:
        """How many were scored."""
        return sum(self.written.values())


@final
@dataclass(frozen=True)
class Finding:
    """What a search hands out: a formula that looks like a solution."""

    tree: Expression
    origin: Origin = field(compare=False)
    held: Mapping[str, Expression] = field(default_factory=dict[str, Expression])
    """The parameters that are held at a value; without any, it is meant for the whole problem."""


@final
@dataclass
class StageState:
    """What changes while a run is at one stage; each attempt at a stage has its own."""

    first_draw: GeneratorState
    """The generator of points just before the first ones were drawn: they can be drawn again."""
    latest_draw: GeneratorState
    """The same for the points at hand, where each epoch has its own."""
    memory: Remembered
    losses: LossTable = field(default_factory=LossTable)
    """The loss of each tree that was scored, by its key."""
    rejected: set[bytes] = field(default_factory=set[bytes])
    """The keys of simplifications that raise the loss too far."""
    proposals: ProposalBatch | None = None
    """What the next epoch scores; None before the stage has begun."""
    opened: int = 0
    """How many proposals of its opening were made."""
    epoch: int = 0
    idle: int = 0
    """Epochs since the best became clearly better."""

    @classmethod
    def begin(cls, draw: GeneratorState, earlier: tuple[Candidate, ...] = ()) -> "StageState":
        """A stage that is still to begin, with the answers of the one before."""
        return cls(draw, draw, Remembered(earlier))


@final
@dataclass
class State:
    """Everything that changes during a run."""

    fingerprint: str
    """Of the run: no other run can continue from here."""
    rng: random.Random
    at_stage: StageState
    stage: int = 0
    """Which of the stages the run is at."""
    attempt: int = 0
    epochs: int = 0
    """Of the whole run, over all stages and attempts."""
    written: Counter[Writer] = field(default_factory=Counter[Writer])
    """How many candidates were scored, by who wrote them."""
    seconds: float = 0.0
    """How long the run has taken."""
    tried: set[bytes] = field(default_factory=set[bytes])
    """The keys of what was handed out as promising."""
    learner: LearningPolicy | bytes | None = None
    """The policy, once it has joined; as bytes until it is needed in a run that is continued."""
    latest: tuple[Candidate, ...] = ()
    """The best that the stage at hand remembers."""
    front: tuple[Candidate, ...] = ()
    """The best approximations of the whole problem, over all attempts."""
    beside: StageState | None = None
    """The whole problem, which has its turns while earlier stages are unsolved; once begun."""
    resumable: bool = True
    """Whether a run can continue from here: not in the middle of an epoch."""

    @classmethod
    def begin(cls, seed: int, fingerprint: str, policy: bytes | None = None) -> "State":
        """The state of a run that is still to begin, with a policy if one was trained before."""
        draw = dict(np.random.default_rng(seed).bit_generator.state)
        return cls(fingerprint, random.Random(seed), StageState.begin(draw), learner=policy)

    @property
    def candidates(self) -> int:
        """How many were scored."""
        return sum(self.written.values())

    def checked(self, fingerprint: str) -> "State":
        """This state, if it belongs to a run with the same fingerprint and is whole."""
        if self.fingerprint != fingerprint:
            raise SettingsError(
                "the saved state belongs to another run; continue with the same problem, recipe, "
                "seed, operators and hint, and with the version of SymPlex that saved it"
            )
        if not self.resumable:
            raise SettingsError(
                "a run cannot continue from the middle of an epoch; use a state that was kept "
                "between epochs"
            )
        return self

    def go_to(self, stage: int, earlier: tuple[Candidate, ...], draw: GeneratorState) -> None:
        """Leave for another stage, with the answers of this one."""
        self.stage, self.at_stage = stage, StageState.begin(draw, earlier)

    def try_again(self, draw: GeneratorState) -> None:
        """Leave for the first stage, with nothing."""
        self.attempt += 1
        self.go_to(0, (), draw)
