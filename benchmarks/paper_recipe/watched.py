"""What a run of the paper's recipe writes, fits and learns, stage by stage.

A tree has the *right structure* for a stage if Levenberg–Marquardt from eight starts solves the
stage with it, by constants of ordinary size. So it can be told apart whether such a tree was never
written, or written and not fitted by the recipe's own 50 steps of Adam. Each skeleton is looked at
once in a stage; that takes some of the run's time. Where the true structure of a stage is known,
the watch asks every tenth epoch how likely the policy is to write it, and what the recipe's fit
makes of it: these say whether more epochs, another fit or another policy would help.
"""

import math
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from typing import Any, Final, final

import numpy as np

from paper_recipe.truth import TrueStructures, log_probability, reward_by_recipe
from symplex.expression.render import to_text
from symplex.expression.sequences.grammar import Grammar
from symplex.expression.vocabulary import TokenBatch, Vocabulary
from symplex.numerics.evaluation.evaluator import Evaluator
from symplex.numerics.evaluation.fit import Fit, LevenbergMarquardt, Method
from symplex.numerics.evaluation.objective import Objective
from symplex.solver.search.policy_learner import PolicyLearner
from symplex.solver.search.state import Progress

SOLVED: Final = 1e-14
"""The loss at which Levenberg–Marquardt counts as having solved a stage."""
LEAVES_AT: Final = 0.99
"""The reward at which the paper leaves a stage."""
COLLAPSED: Final = 4
"""So few different trees among the 64 of an epoch are a collapse."""
EVERY: Final = 10
"""The true structure is asked about every so many epochs."""
ORDINARY: Final = (1e-3, 1e3)
"""The size of constants with which a fit counts: as c → 0, sin(c·x)/c becomes the line x."""
_EXACT: Final = LevenbergMarquardt(starts=8, steps=60, first_points=0)


@final
@dataclass
class StageRecord:
    """One stage of one attempt."""

    stage: str
    epochs: int = 0
    written: int = 0
    """Trees that were fitted by Adam, repetitions within an epoch not counted."""
    right: int = 0
    """Those among them with the right structure."""
    first_right: int | None = None
    """The epoch in which the first of them was written."""
    right_reward: float = 0.0
    """The best reward that Adam gave one of them."""
    best_reward: float = 0.0
    first_imitation: int | None = None
    """The first epoch at whose end the best reward was above 0.8."""
    entropy: list[float] = field(default_factory=list[float])
    distinct: list[int] = field(default_factory=list[int])
    best: str = ""
    truth_log_probs: list[float] = field(default_factory=list[float])
    """The logarithm of the probability of the true structure, every tenth epoch."""
    truth_rewards: list[float] = field(default_factory=list[float])
    """What the recipe's fit makes of the true structure, every tenth epoch."""
    memory: tuple[tuple[str, float], ...] = ()
    """The best few of the memory in the last epoch, with their rewards."""

    @property
    def verdict(self) -> str:
        """How the stage ended: left at the paper's reward, or the step at which it failed."""
        if self.best_reward >= LEAVES_AT:
            return "left at 0.99" if self.right else "left at 0.99 without the structure"
        if self.right:
            return "written, not fitted"
        late = self.distinct[-10:]
        return "collapsed" if late and np.median(late) <= COLLAPSED else "never written"


class Watch:
    """Records a run from its reports of progress and from what is fitted."""

    def __init__(self, fit: Method, truth: TrueStructures | None = None) -> None:
        self.fit = fit
        self._truth = truth
        self._evaluator: Evaluator | None = None
        self.stages: list[StageRecord] = []
        self._waiting = StageRecord("")
        self._known: dict[bytes, bool] = {}

    def progress(self, progress: Progress) -> None:
        """Note an epoch; what was fitted since the last one belongs to it."""
        begins = not self.stages or progress.epoch == 0
        if begins:
            self.stages.append(StageRecord(progress.stage))
            self._known.clear()
        at, seen = self.stages[-1], self._waiting
        at.epochs = progress.epoch + 1
        at.written += seen.written
        at.right += seen.right
        at.right_reward = max(at.right_reward, seen.right_reward)
        if seen.right and at.first_right is None:
            at.first_right = progress.epoch
        reward = _reward(progress.loss)
        if reward > at.best_reward:
            at.best_reward = reward
            at.best = "" if progress.best is None else to_text(progress.best)
        if reward > 0.8 and at.first_imitation is None:  # noqa: PLR2004 (the paper's)
            at.first_imitation = progress.epoch
        if progress.writing is not None and not begins:  # else it is of the stage before
            at.entropy.append(round(progress.writing.entropy, 3))
            at.distinct.append(progress.writing.distinct)
        at.memory = tuple((to_text(tree), _reward(loss)) for tree, loss in progress.leaders)
        self._waiting = StageRecord("")
        if progress.epoch % EVERY == 0 and self._evaluator is not None:
            self._fit_truth(at, self._evaluator)

    def _fit_truth(self, at: StageRecord, evaluator: Evaluator) -> None:
        written = self._truth and self._truth.written(at.stage, evaluator.vocabulary)
        if written:
            at.truth_rewards.append(round(reward_by_recipe(evaluator, self.fit, written), 4))

    def learning(self, learner: PolicyLearner, grammar: Grammar) -> None:
        """Note what a policy thinks of the true structure before it learns from an epoch."""
        if not self.stages or (self.stages[-1].epochs - 1) % EVERY:
            return
        at = self.stages[-1]
        written = self._truth and self._truth.written(at.stage, grammar.vocabulary)
        if written:
            at.truth_log_probs.append(round(log_probability(learner, grammar, written), 2))

    def fitted(self, batch: TokenBatch, found: Fit, exact: Callable[[TokenBatch], Fit]) -> None:
        """Note what the recipe made of an epoch's trees, and what can be made of them."""
        skeletons = [tree.tobytes() for tree in batch]
        new = {ids: tree for ids, tree in zip(skeletons, batch, strict=True)
               if ids not in self._known}  # fmt: skip
        if new:
            fit = exact(TokenBatch.of(list(new.values())))
            self._known |= dict(zip(new, _solved(fit), strict=True))
        right = np.array([self._known[ids] for ids in skeletons], dtype=np.bool_)
        self._waiting.written += len(batch)
        self._waiting.right += int(right.sum())
        if right.any():
            best = _reward(float(np.nanmin(found.losses[right])))
            self._waiting.right_reward = max(self._waiting.right_reward, best)

    def evaluators(
        self, made: Callable[[Objective, Vocabulary, int], Evaluator]
    ) -> Callable[[Objective, Vocabulary, int], Evaluator]:
        """Evaluators that show what they fit."""

        def watched(objective: Objective, vocabulary: Vocabulary, threads: int) -> Evaluator:
            self._evaluator = made(objective, vocabulary, threads)
            return _Watched(self._evaluator, self)

        return watched

    def rows(self) -> list[dict[str, Any]]:
        """A row for each stage of each attempt; of the long lists, the beginning and the end."""
        return [
            {
                **asdict(one),
                "verdict": one.verdict,
                "entropy": _ends(one.entropy),
                "distinct": _ends(one.distinct),
            }
            for one in self.stages
        ]


@final
class _Watched:
    """An evaluator whose fits by Adam are followed by exact ones, for the record alone."""

    def __init__(self, inner: Evaluator, watch: Watch) -> None:
        self._inner, self._watch = inner, watch
        self.objective, self.vocabulary = inner.objective, inner.vocabulary
        self.residuals, self.jacobians = inner.residuals, inner.jacobians

    def fit(self, batch: TokenBatch, method: Method, **more: Any) -> Fit:  # noqa: ANN401
        found = self._inner.fit(batch, method, **more)
        if method == self._watch.fit:
            self._watch.fitted(batch, found, lambda trees: self._inner.fit(trees, _EXACT))
        return found


def _solved(fit: Fit) -> list[bool]:
    """Whether each tree solves the stage, by constants of ordinary size or none."""
    least, most = ORDINARY
    sizes = np.abs(fit.constants)
    ordinary = (sizes >= least) & (sizes <= most)
    pairs = zip(fit.losses, pairwise(fit.slots.tolist()), strict=True)
    return [bool(loss <= SOLVED and ordinary[begin:end].all()) for loss, (begin, end) in pairs]


def _ends(values: list[Any]) -> list[Any]:
    return values if len(values) <= 6 else [*values[:3], *values[-3:]]  # noqa: PLR2004


def _reward(loss: float) -> float:
    return 1 / (1 + math.sqrt(loss)) if math.isfinite(loss) and loss >= 0 else 0.0
