"""How the proposals of a stage are scored: at the stage's points, their constants fitted.

Owns the points, the scale of losses and the hold-out test. Evaluating is `numerics.evaluation`'s;
what was scored is noted, and counted, by the loop.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, final

import numpy as np

from symplex.expression.encoding import TreeEncoding
from symplex.expression.tree_batch import TreeBatch
from symplex.expression.vocabulary import Vocabulary
from symplex.numerics.evaluation.evaluator import Evaluator, evaluator
from symplex.numerics.evaluation.fit import Fixed, Method
from symplex.numerics.evaluation.objective import Objective
from symplex.numerics.evaluation.sampling import Sampling, draw
from symplex.problem import Box, Problem
from symplex.propose.candidates.batches import Floats, ProposalBatch, ScoredBatch
from symplex.propose.candidates.candidate import Candidate, Proposal
from symplex.propose.candidates.settings import SearchSettings
from symplex.solver.search.holdout import HoldOut
from symplex.solver.search.memory import Behaviour

GeneratorState = dict[str, Any]
"""Where a NumPy generator is, as the generator itself gives it."""
MakeEvaluator = Callable[[Objective, Vocabulary, int], Evaluator]
"""An evaluator for an objective and a vocabulary, with a number of threads."""
Draw = Callable[[Problem, np.random.Generator, Sampling], Objective]
"""An objective for a stage's problem at points that are drawn."""
_ELSEWHERE = 100.0
"""How much larger the loss may be at hold-out points."""
_MIN_SCALE, _MAX_SCALE = 1e-6, 1e6


@final
class StageScorer:
    """Scores candidates of one stage; depends on nothing but what it is made from."""

    def __init__(  # noqa: PLR0913 (all that a score depends on)
        self,
        problem: Problem,
        box: Box,
        encoding: TreeEncoding,
        settings: SearchSettings,
        first_draw: GeneratorState,
        *,
        seed: int = 0,
        threads: int = 1,
        make_evaluator: MakeEvaluator = evaluator,
        draw: Draw = draw,
    ) -> None:
        self._problem, self._encoding, self._settings = problem, encoding, settings
        self._seed, self._threads, self._make_evaluator = seed, threads, make_evaluator
        self._draw = draw
        self._evaluator, self.next_draw = self._drawn(first_draw)
        self.scale = self._scale()
        """The loss of a poor candidate: losses are small or large relative to it."""
        self.behaviour = Behaviour(self.objective)
        """How candidates behave at the first points of the stage, whatever was drawn later."""
        self._holdout = HoldOut(problem, box, encoding, settings.sampling)

    @property
    def objective(self) -> Objective:
        """What candidates are scored by."""
        return self._evaluator.objective

    @property
    def solved_loss(self) -> float:
        """The loss at which the stage counts as solved."""
        return self._settings.stage_loss * (1.0 if self._settings.absolute_reward else self.scale)

    @property
    def promising_loss(self) -> float:
        """The loss at which an attempt at a proof is worthwhile."""
        return self._settings.prove_loss * self.scale

    def is_solved(self, best: Sequence[Candidate]) -> bool:
        """Whether the first of the best solves the stage."""
        return bool(best) and best[0].loss <= self.solved_loss

    def redraw(self, draw_state: GeneratorState) -> None:
        """Draw other points (paper appendix B: in every epoch)."""
        self._evaluator, self.next_draw = self._drawn(draw_state)

    def _drawn(self, beginning: GeneratorState) -> tuple[Evaluator, GeneratorState]:
        """An evaluator at the points drawn from a state on, and the state after them."""
        rng = np.random.default_rng(0)
        rng.bit_generator.state = beginning
        objective = self._draw(self._problem, rng, self._settings.sampling)
        made = self._make_evaluator(objective, self._encoding.vocabulary, self._threads)
        return made, dict(rng.bit_generator.state)

    def score(self, proposals: Sequence[Proposal], method: Method) -> ScoredBatch:
        """The proposals with their constants fitted."""
        if not isinstance(proposals, ProposalBatch):
            proposals = ProposalBatch.of(proposals, self._encoding)
        batch = proposals.trees
        if not len(batch):
            return ScoredBatch(proposals, np.zeros(0))
        fit = self._evaluator.fit(batch.tokens, method, first=batch.constants, seed=self._seed)
        trees = TreeBatch(batch.tokens, fit.constants, fit.slots)
        losses = np.where(np.isfinite(fit.losses), fit.losses, math.inf)
        self._hold_out(trees, losses)
        return ScoredBatch(replace(proposals, trees=trees), losses)

    def _hold_out(self, trees: TreeBatch, losses: Floats) -> None:
        """Give what seems right the loss that it has at hold-out points, if that is not small."""
        small = self.promising_loss
        right = np.flatnonzero(losses <= small)
        if not len(right) or not self._settings.holdout:
            return
        elsewhere = self._holdout.losses(trees.take(right))
        wrong = ~(elsewhere <= _ELSEWHERE * small)
        worse = np.where(np.isfinite(elsewhere), elsewhere, math.inf)
        losses[right[wrong]] = worse[wrong]

    def _scale(self) -> float:
        """The loss of the zero formula, where that is a number."""
        zero, tuple_id = self._encoding.number(0), self._encoding.tuple_id
        count = len(self.objective.unknowns)
        whole = zero if tuple_id is None else self._encoding.system([zero] * count)
        batch = self._encoding.batch([whole])
        made = self._evaluator.fit(batch.tokens, Fixed(), first=batch.constants)
        loss = float(made.losses[0])
        return min(max(loss, _MIN_SCALE), _MAX_SCALE) if math.isfinite(loss) else 1.0
