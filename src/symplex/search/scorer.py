"""How the proposals of a stage are judged: fitted once each, and counted.

Owns the stage's points and its scale; evaluating is the evaluation room's, and what was judged is
noted in the state of the run.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import final

from symplex.evaluation import Evaluator, Fixed, Method, Objective, draw, evaluator
from symplex.expression import apply, number, tuple_of
from symplex.problem import Interval, Problem
from symplex.search.candidate import Candidate, Garden, Proposal, Sprout
from symplex.search.holdout import HoldOut
from symplex.search.memory import Behaviour
from symplex.search.settings import SearchSettings
from symplex.search.shrink import shrink
from symplex.search.state import GeneratorState, RunOptions, State

_ELSEWHERE = 100.0
"""How much larger the loss may be at the points of the second look."""
_LEAST_SCALE, _MAX_SCALE = 1e-6, 1e6


@final
class Judge:
    """Judges candidates of the stage that a run is at; a stage taken up again has its points."""

    def __init__(
        self,
        problem: Problem,
        box: Mapping[str, Interval],
        garden: Garden,
        settings: SearchSettings,
        run: RunOptions,
        state: State,
    ) -> None:
        self._problem, self._garden = problem, garden
        self._settings, self._run, self._state = settings, run, state
        self._visit = state.visit
        self._evaluator = self._drawn(self._visit.first_draw)
        self.scale = self._scale()
        """What the loss of a poor candidate is: losses are small or large relative to it."""
        self.behaviour = Behaviour(garden, self.objective)
        """How candidates behave at the first points of the stage, whatever was drawn later."""
        self._again = HoldOut(problem, box, garden, settings.sampling)
        if self._visit.latest_draw != self._visit.first_draw:
            self._evaluator = self._drawn(self._visit.latest_draw)

    @property
    def objective(self) -> Objective:
        """What candidates are judged by."""
        return self._evaluator.objective

    @property
    def enough(self) -> float:
        """The loss at which the stage counts as solved."""
        return self._settings.stage_loss * self.scale

    def is_solved(self, best: Sequence[Candidate]) -> bool:
        """Whether the first of the best solves the stage."""
        return bool(best) and best[0].loss <= self.enough

    def redraw(self) -> None:
        """Draw new points (paper appendix B: in every epoch)."""
        self._visit.latest_draw = self._state.points.bit_generator.state
        self._evaluator = self._drawn(self._visit.latest_draw)

    def _drawn(self, beginning: GeneratorState) -> Evaluator:
        """What judges at the points that are drawn from a state of the generator on."""
        self._state.points.bit_generator.state = beginning
        objective = draw(self._problem, self._state.points, self._settings.sampling)
        return evaluator(objective, self._garden.vocabulary, self._run.threads)

    def fresh(self, proposals: Iterable[Proposal]) -> list[Candidate]:
        """Fit whatever is new among the proposals; with new points, everything is."""
        new: dict[bytes, Proposal] = {}
        for origin, sprout in proposals:
            key = self._garden.skeleton(sprout.ids)
            if key not in self._visit.losses or self._settings.redraw:
                new.setdefault(key, (origin, sprout))
        judged = self.fitted(list(new.values()), self._settings.fit)
        for key, candidate in zip(new, judged, strict=True):
            self._visit.losses[key] = candidate.loss
        return judged

    def loss_of(self, sprout: Sprout) -> float:
        """The loss of a tree that was judged."""
        return self._visit.losses[self._garden.skeleton(sprout.ids)]

    def fitted(self, proposals: Sequence[Proposal], method: Method) -> list[Candidate]:
        """The proposals with their constants fitted."""
        if not proposals:
            return []
        batch, first = self._garden.batch([sprout for _, sprout in proposals])
        fit = self._evaluator.fit(batch, method, first=first, seed=self._run.seed)
        self._state.candidates += len(proposals)
        return self._seen_again(
            [
                Candidate(
                    self._garden.with_constants(sprout, fit.constants_of(index).tolist()),
                    float(fit.losses[index]) if math.isfinite(fit.losses[index]) else math.inf,
                    origin,
                )
                for index, (origin, sprout) in enumerate(proposals)
            ]
        )

    def _seen_again(self, judged: list[Candidate]) -> list[Candidate]:
        """What seems right with the loss that it has elsewhere, where that is not small."""
        small = self._settings.prove_loss * self.scale
        right = [index for index, candidate in enumerate(judged) if candidate.loss <= small]
        if not right or not self._settings.holdout:
            return judged
        losses = self._again.losses([judged[index].sprout for index in right])
        for index, loss in zip(right, losses, strict=True):
            if not loss <= _ELSEWHERE * small:
                worse = loss if math.isfinite(loss) else math.inf
                judged[index] = replace(judged[index], loss=worse)
        return judged

    def shrunk(self, candidate: Candidate) -> Candidate:
        """A solution of the stage without its dead weight; anything else as it is."""
        if not self._settings.shrink or candidate.loss > self.enough:
            return candidate

        def judge(sprouts: Sequence[Sprout]) -> list[Candidate]:
            return self.fitted([(candidate.origin, s) for s in sprouts], self._settings.fit)

        return shrink(self._garden, candidate, judge, self.enough)

    def _scale(self) -> float:
        """The loss of the zero formula, where that is a number."""
        count = len(self.objective.unknowns)
        zero = number(0) if count == 1 else apply(tuple_of(count), *[number(0)] * count)
        batch, _ = self._garden.batch([self._garden.sprout(zero)])
        loss = float(self._evaluator.fit(batch, Fixed()).losses[0])
        return min(max(loss, _LEAST_SCALE), _MAX_SCALE) if math.isfinite(loss) else 1.0
