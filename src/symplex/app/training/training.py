"""`train`: a policy learns one problem, by the paper's recipe or at the scale of the machine."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, final

import numpy as np
from numpy.typing import NDArray

from symplex.errors import SettingsError, listing
from symplex.expression import Constant, Expression, Number, Operator, Symbol, Token, power
from symplex.expression.encoding import TreeEncoding
from symplex.expression.render import to_text
from symplex.numerics.evaluation.evaluator import device_of, evaluator_on
from symplex.origin import Origin, Writer
from symplex.problem import Problem
from symplex.propose.candidates.candidate import Candidate
from symplex.propose.candidates.settings import PAPER, SYMFORMER, SearchSettings
from symplex.solver.search.loop import Search
from symplex.solver.search.state import Progress, RunOptions, State
from symplex.solver.solution.finisher import Finisher
from symplex.work.clock import Deadline

if TYPE_CHECKING:
    from symplex.propose.policy.insight import Insight

_RECIPES: Final = MappingProxyType({"symformer": SYMFORMER, "paper": PAPER})
"""The recipes in which the policy writes everything."""
_OWN: Final = "settings of its own"
_SHOWN: Final = 6
"""Trees of an epoch that are kept as samples."""


@final
@dataclass(frozen=True)
class Epoch:
    """What one epoch brought."""

    stage: str
    epoch: int
    reward: float
    """Of the best formula that the stage remembers, 1/(1 + √loss)."""
    entropy: float | None
    """The mean entropy of the policy's choices; None before it has written."""
    written: int
    distinct: int
    """How many trees it wrote, and how many of them differ."""
    best: str
    candidates: int
    seconds: float


@final
@dataclass(frozen=True)
class Sample:
    """Trees that the policy wrote for an epoch, as they were drawn: their constants are c."""

    stage: str
    epoch: int
    formulas: tuple[str, ...]


@final
@dataclass(frozen=True)
class Seen:
    """The best tree as the policy sees it, token by token."""

    tokens: tuple[str, ...]
    insight: "Insight"
    ids: bytes
    """The tree as the problem's vocabulary numbers it."""


@final
@dataclass(frozen=True)
class Training:
    """What a training has led to."""

    problem: Problem
    recipe: str
    seed: int
    epochs: tuple[Epoch, ...]
    samples: tuple[Sample, ...]
    solution: Mapping[str, Expression]
    """The proved answer; empty if there is none."""
    weights: bytes
    """The policy with its optimiser, as `solve` and `train` take it; empty if it never joined."""
    seen: Seen | None = field(default=None, compare=False)

    def to_json(self) -> dict[str, Any]:
        """Everything but the weights, fit for JSON."""
        return {
            "problem": self.problem.name,
            "recipe": self.recipe,
            "seed": self.seed,
            "solution": {name: to_text(formula) for name, formula in self.solution.items()},
            "epochs": [vars(epoch) for epoch in self.epochs],
            "samples": [vars(sample) for sample in self.samples],
        }


def train(  # noqa: PLR0913 (each is a choice that a user may want to make)
    problem: Problem,
    *,
    recipe: str | SearchSettings = "symformer",
    seed: int = 0,
    epochs: int | None = None,
    time_limit: float = 120.0,
    device: str = "cpu",
    threads: int = 2,
    operators: Mapping[str, bool] | None = None,
    policy: bytes | None = None,
    watch: Callable[[Epoch], None] | None = None,
) -> Training:
    """Let a policy learn a problem until its answer is proved, or its epochs or its time are over.

    Args:
        problem: What is to be learnt.
        recipe: "symformer", "paper" for the paper's own, or settings made from one of them.
        seed: Of the weights and of every random choice.
        epochs: How many at most; without it, time alone ends the training.
        time_limit: Seconds.
        device: "cpu", or "cuda" for an NVIDIA GPU.
        threads: How many candidates are evaluated at once.
        operators: Operators by name that you add (True) or forbid (False).
        policy: The weights of an earlier training of the same problem, to go on from.
        watch: Called after each epoch.
    """
    chosen = _settings(recipe)
    notes = _Notes(epochs, watch)
    settings = chosen.on(device_of(device))
    deadline = Deadline(time_limit)
    options = RunOptions(
        seed=seed,
        deadline=deadline,
        threads=threads,
        operators=operators or {},
        policy=policy,
        watch=notes.progress,
        keep=notes.keep,
        make_evaluator=evaluator_on(settings.device),
    )
    notes.search = search = Search(problem, settings, options)
    finisher = Finisher(problem, deadline, seed, algebra=False)
    solution: Mapping[str, Expression] = {}
    best: Candidate | None = None
    try:
        for tree in search:
            formulas = dict(zip(problem.unknowns, tree.components, strict=True))
            polished = finisher.polished(formulas, Origin(Writer.POLICY))
            if polished.certificate.is_exact:
                solution = polished.answer
                best = Candidate(search.encoding.encode(tree), 0.0, Origin(Writer.POLICY))
                notes.end_with(to_text(tree))
                break
    except KeyboardInterrupt:  # what was learnt until then is worth keeping
        pass
    state = search.state
    best = best or (state.latest[0] if state.latest else None)
    weights, seen = _looked(search, best)
    named = recipe if isinstance(recipe, str) else _OWN
    return Training(
        *(problem, named, seed, tuple(notes.epochs), tuple(notes.samples), solution),
        weights=weights,
        seen=seen,
    )


def seen_by(problem: Problem, recipe: str | SearchSettings, weights: bytes, tree: bytes) -> Seen:
    """A tree as a policy sees it that was trained on the same problem, perhaps by other settings.

    Args:
        problem: What was learnt.
        recipe: What `train` was told.
        weights: What came of it.
        tree: The `ids` of what another training has `seen`.
    """
    from symplex.propose.policy.insight import insight  # late: torch
    from symplex.solver.search.policy_learner import PolicyLearner

    settings = replace(_settings(recipe), curriculum=False)  # all words of the problem are legal
    search = Search(problem, settings, RunOptions())
    learner = PolicyLearner(search.encoding, settings, 0, weights)
    ids: NDArray[np.uint8] = np.frombuffer(tree, dtype=np.uint8)
    seen = insight(learner.policy, search.grammar, ids)
    return Seen(_spelled(search.encoding, tree), seen, tree)


def _settings(recipe: str | SearchSettings) -> SearchSettings:
    """The settings that a recipe names."""
    if isinstance(recipe, SearchSettings):
        return recipe
    if recipe not in _RECIPES:
        raise SettingsError(
            f"only a recipe whose policy writes everything can be trained: "
            f"{listing(_RECIPES)}; found '{recipe}'"
        )
    return _RECIPES[recipe]


class _Notes:
    """What is written down while a search goes on."""

    def __init__(self, most: int | None, watch: Callable[[Epoch], None] | None) -> None:
        self._most, self._watch = most, watch
        self.epochs: list[Epoch] = []
        self.samples: list[Sample] = []
        self.search: Search | None = None
        self._stage = ""

    def progress(self, told: Progress) -> None:
        """Note an epoch."""
        wrote = told.writing
        reward = 1 / (1 + math.sqrt(told.loss)) if math.isfinite(told.loss) else 0.0
        entropy = None if wrote is None or math.isnan(wrote.entropy) else wrote.entropy
        made = Epoch(
            told.stage,
            told.epoch,
            reward,
            entropy,
            0 if wrote is None else wrote.trees,
            0 if wrote is None else wrote.distinct,
            "" if told.best is None else to_text(told.best),
            told.candidates,
            round(told.seconds, 3),
        )
        self._stage = told.stage
        self.epochs.append(made)
        if self._watch is not None:
            self._watch(made)

    def end_with(self, solution: str) -> None:
        """Note the formula that was proved: it leaves no residual."""
        self.epochs.append(replace(self.epochs[-1], reward=1.0, best=solution))

    def keep(self, state: State) -> None:
        """Keep some of what the policy has written for the epoch that is to come."""
        if self.search is None:
            return
        if self._most is not None and state.epochs >= self._most:
            self.search.end_after(0)
        at, encoding = state.at_stage, self.search.encoding
        if at.proposals is None or not _is_shown(at.epoch):
            return
        own = at.proposals.trees.take(at.proposals.rows_of(Writer.POLICY)[:_SHOWN])
        texts = tuple(to_text(encoding.decode(tree)) for tree in encoding.trees(own))
        if texts:
            self.samples.append(Sample(self._stage, at.epoch, texts))


def _is_shown(epoch: int) -> bool:
    """Whether the samples of an epoch are kept: of 1, 2, 5, 10, 20, 50 and so on."""
    while epoch >= 10 and epoch % 10 == 0:  # noqa: PLR2004 (digits)
        epoch //= 10
    return epoch in (1, 2, 5)


def _looked(search: Search, best: Candidate | None) -> tuple[bytes, Seen | None]:
    """The weights, and the best tree as the policy sees it."""
    held = search.state.learner
    if held is None:
        return b"", None
    if isinstance(held, bytes):
        return held, None
    from symplex.propose.policy.insight import insight  # late: torch
    from symplex.solver.search.policy_learner import PolicyLearner

    seen = None
    if best is not None and isinstance(held, PolicyLearner):
        ids: NDArray[np.uint8] = np.frombuffer(best.tree.ids, dtype=np.uint8)
        if len(ids) <= search.grammar.max_length:
            looked = insight(held.policy, search.grammar, ids)
            seen = Seen(_spelled(search.encoding, best.tree.ids), looked, best.tree.ids)
    return held.save(), seen


def _spelled(encoding: TreeEncoding, ids: bytes) -> tuple[str, ...]:
    """The tokens of a tree as they are shown: ``+``, ``sin``, ``x``, ``c``."""
    return tuple(_word(encoding.tokens[token]) for token in ids)


def _word(token: Token) -> str:
    match token:
        case Constant():
            return "c"
        case Symbol():
            return token.name
        case Number():
            return str(token.value)
        case Operator():
            long = token.exponent is not None and token is power(token.exponent)
            return f"^{token.exponent}" if long and token.name == power(7).name else token.name
        case _:
            return str(token)
