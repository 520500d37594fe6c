"""The loop (the paper's Algorithm 1): stages → points → proposals → fits → memory → learning.

Owns the order of things and nothing else: what a stage is, who proposes, how candidates are
judged, remembered and proved are values from other modules. Start reading here.
"""

import math
import random
import time
from collections.abc import Callable, Sequence
from itertools import islice
from typing import final

import numpy as np

from symplex.expression import Expression
from symplex.problem import Problem
from symplex.search.candidate import Candidate, Garden
from symplex.search.curriculum import Stage, stages
from symplex.search.judge import Judge
from symplex.search.memory import Behaviour, Memory, pareto
from symplex.search.proposals import Context, Proposal, moves, opening, written
from symplex.search.settings import SearchSettings
from symplex.search.state import Learner, Progress, Result, Run, State
from symplex.search.vocabulary import words_for

_CHUNK = 1000
"""How many proposals a stage begins with at a time: what solves it is often among the first."""
Proof = object
"""Whatever `prove` makes of a candidate; the loop only asks whether it is there."""


@final
class Search:
    """One run on one problem."""

    def __init__(
        self,
        problem: Problem,
        settings: SearchSettings,
        prove: Callable[[Expression, float], Proof | None],
        run: Run,
    ) -> None:
        self._settings, self._prove, self._run = settings, prove, run
        self._words = words_for(problem, run.choice)
        self._garden = Garden(self._words.vocabulary)
        self._stages = stages(problem, curriculum=settings.curriculum)
        self._start = time.monotonic()
        self.state = State(random.Random(run.seed), np.random.default_rng(run.seed))

    def run(self) -> Result:
        """Go through the stages, again and again, until a proof, the time limit or an interrupt."""
        attempt, proof, reason = 0, None, "time limit"
        try:
            while proof is None and not self._is_late():
                proof = self._attempt(attempt)
                attempt += 1
        except KeyboardInterrupt:
            reason = "interrupted"
        reason = reason if proof is None else "exact solution found"
        front = self.state.front if proof is not None else self.state.front or self._fallback()
        found = tuple((self._tree(candidate), candidate.loss) for candidate in front)
        return Result(proof, found, self.state.candidates, reason)

    def _fallback(self) -> tuple[Candidate, ...]:
        """What an earlier stage remembers, judged by the whole problem that was never reached."""
        judge = self._judge(self._stages[-1])
        return pareto(judge.fresh([(c.origin, c.sprout) for c in self.state.latest]))

    def _judge(self, stage: Stage) -> Judge:
        return Judge(stage.problem, self._garden, self._settings, self._run, self.state)

    def _attempt(self, attempt: int) -> Proof | None:
        """All stages in turn, each beginning with the answers of the one before."""
        earlier: tuple[Candidate, ...] = ()
        for stage in self._stages:
            judge = self._judge(stage)
            memory = Memory(self._settings.memory, Behaviour(self._garden, judge.objective))
            memory.protected = earlier
            proof = self._learn(stage, judge, memory, attempt)
            solved = bool(memory.best) and memory.best[0].loss <= judge.enough
            if proof is not None or self._is_late() or (self._settings.insist and not solved):
                return proof
            memory.offer([judge.shrunk(candidate) for candidate in memory.best[:3]])
            earlier = memory.best[:5]
        return None

    def _learn(self, stage: Stage, judge: Judge, memory: Memory, attempt: int) -> Proof | None:
        """One stage: epochs until it is solved, stands still, or time is up."""
        settings = self._settings
        round_number = attempt // settings.widen_every
        context = Context.of(stage, self._words, self._garden, settings, round_number)
        beginning = opening(context, memory.protected, self._run.hints)
        proposals = list(islice(beginning, _CHUNK))
        idle = 0
        for epoch in range(settings.stage_epochs):
            fresh = judge.fresh(proposals)
            idle = 0 if memory.offer(fresh) else idle + 1
            self.state.latest = memory.best
            self._report(stage, epoch, memory)
            proof = self._proved(judge, memory, fresh) if stage is self._stages[-1] else None
            if proof is not None or self._is_over(stage, judge, memory, idle):
                return proof
            if self.state.learner is not None:
                self._teach(context, judge, memory, proposals, self.state.learner)
            self._refresh(judge, memory, epoch)
            proposals = list(islice(beginning, _CHUNK)) or self._proposals(context, memory, epoch)
        return None

    def _is_over(self, stage: Stage, judge: Judge, memory: Memory, idle: int) -> bool:
        solved = bool(memory.best) and memory.best[0].loss <= judge.enough
        passed = solved and stage is not self._stages[-1]
        return passed or idle >= self._settings.patience or self._is_late()

    def _refresh(self, judge: Judge, memory: Memory, epoch: int) -> None:
        """New points and refitted constants, as often as the recipe says."""
        settings = self._settings
        if settings.redraw:
            judge.redraw()
        if (epoch + 1) % settings.refit_every == 0:
            kept = [(candidate.origin, candidate.sprout) for candidate in memory.best]
            memory.forget()
            memory.offer(judge.fitted(kept, settings.refit))

    def _proposals(self, context: Context, memory: Memory, epoch: int) -> list[Proposal]:
        settings, chance = self._settings, self.state.chance
        found = list(moves(context, memory, chance))
        late = epoch + 1 - settings.first_learning_epoch
        if settings.samples + settings.regrown and late >= 0 and late % settings.learn_every == 0:
            self.state.learner = self.state.learner or self._new_learner()
            found += written(context, memory, self.state.learner, chance)
        return found

    def _new_learner(self) -> Learner:
        from symplex.search.learner import PolicyLearner  # torch takes seconds to import

        return PolicyLearner(self._words.vocabulary, self._settings, self._run.seed)

    def _teach(
        self,
        context: Context,
        judge: Judge,
        memory: Memory,
        proposals: Sequence[Proposal],
        learner: Learner,
    ) -> None:
        """The policy learns from what it wrote from nothing, and imitates the memory."""
        own = [sprout for origin, sprout in proposals if origin == "policy"]
        if own:
            losses = [judge.loss_of(sprout) for sprout in own]
            learner.learn(context.grammar, own, losses, memory.best)

    def _proved(self, judge: Judge, memory: Memory, fresh: Sequence[Candidate]) -> Proof | None:
        """Try to prove what is good enough, the smallest first, each skeleton once."""
        self.state.front = pareto((*self.state.front, *memory.front))
        worth = [c for c in fresh if c.loss <= self._settings.prove_loss * judge.scale]
        for found in sorted(worth, key=lambda c: (c.size, c.loss))[:4]:
            candidate = judge.shrunk(found)
            key = self._garden.skeleton(candidate.sprout.ids)
            if key in self.state.tried or self._is_late():
                continue
            self.state.tried.add(key)
            proof = self._prove(self._tree(candidate), self._run.time_limit - self._seconds())
            if proof is not None:
                return proof
        return None

    def _tree(self, candidate: Candidate) -> Expression:
        return self._garden.expression(candidate.sprout)

    def _report(self, stage: Stage, epoch: int, memory: Memory) -> None:
        if self._run.watch is None:
            return
        best = memory.best[0] if memory.best else None
        tree, loss = (self._tree(best), best.loss) if best else (None, math.inf)
        done = self.state.candidates
        self._run.watch(Progress(stage.name, epoch, tree, loss, done, self._seconds()))

    def _seconds(self) -> float:
        return time.monotonic() - self._start

    def _is_late(self) -> bool:
        return self._seconds() >= self._run.time_limit
