"""The loop (the paper's Algorithm 1): stages → points → proposals → fits → memory → learning.

Owns the order of things and nothing else: what a stage is, who proposes, how candidates are
judged, remembered and proved are values from other modules. Start reading here.
"""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import final

from symplex.expression import Expression
from symplex.problem import Problem
from symplex.problem.analysis.extent import verification_box
from symplex.search.candidate import Candidate, Garden, Proposal
from symplex.search.curriculum import Stage, curricula
from symplex.search.memory import Memory, pareto
from symplex.search.proposers.opening import Context, moves, opening, written
from symplex.search.scorer import Judge
from symplex.search.settings import SearchSettings
from symplex.search.state import Learner, Progress, Result, RunOptions, State, digest
from symplex.search.vocabulary import search_vocabulary

_FIRST_CHUNK, _CHUNK = 64, 1000
"""How many proposals a stage begins with at a time: what solves it is often among the first."""
Proof = object
"""Whatever `prove` makes of a candidate; the loop only asks whether it is there."""


@final
class Search:
    """One run on one problem, from its beginning or from a state that was saved."""

    def __init__(
        self,
        problem: Problem,
        settings: SearchSettings,
        prove: Callable[[Expression, float], Proof | None],
        run: RunOptions,
        state: State | None = None,
    ) -> None:
        self._settings, self._prove, self._run = settings, prove, run
        self._box = verification_box(problem).intervals
        self._words = search_vocabulary(problem, run.choice)
        self._garden = Garden(self._words.vocabulary)
        self._curricula = curricula(problem, curriculum=settings.curriculum)
        fingerprint = digest(problem, settings, run, self._words.vocabulary)
        self.state = (
            State.begin(run.seed, fingerprint) if state is None else state.checked(fingerprint)
        )
        self._start = time.monotonic() - self.state.seconds

    @property
    def _stages(self) -> tuple[Stage, ...]:
        """Parameters are held at other values in every second attempt."""
        return self._curricula[self.state.attempt % len(self._curricula)]

    def run(self) -> Result:
        """Visit the stages, again and again, until a proof, the time limit or an interrupt."""
        proof, reason = None, "time limit"
        self.state.whole = False
        try:
            while proof is None and not self._is_late():
                proof = self._visit()
        except KeyboardInterrupt:
            reason = "interrupted"
        reason = reason if proof is None else "exact solution found"
        state = self.state if proof is not None or self.state.front else self._fallback()
        found = tuple((self._tree(candidate), candidate.loss) for candidate in state.front)
        return Result(proof, found, state.candidates, reason)

    def _fallback(self) -> State:
        """What an earlier stage remembers, judged by the whole problem that was never reached."""
        fork = self.state.fork()
        judge = self._judge(self._stages[-1], fork)
        fork.front = pareto(judge.fresh([(c.origin, c.sprout) for c in fork.latest]))
        return fork

    def _judge(self, stage: Stage, state: State) -> Judge:
        return Judge(stage.problem, self._box, self._garden, self._settings, self._run, state)

    def _visit(self) -> Proof | None:
        """One stage, begun or taken up again; then the next one, or another attempt."""
        stage = self._stages[self.state.stage]
        judge = self._judge(stage, self.state)
        memory = Memory(self._settings.memory, judge.behaviour, self.state.visit.memory)
        proof = self._learn(stage, judge, memory)
        if proof is not None or self._is_late():
            return proof
        stuck = self._settings.retry_unsolved and not judge.is_solved(memory.best)
        if not stuck:
            memory.offer([judge.shrunk(candidate) for candidate in memory.best[:3]])
        if stuck or stage is self._stages[-1]:
            self.state.try_again()
        else:
            self.state.go_to(self.state.stage + 1, memory.best[:5])
        return None

    def _learn(self, stage: Stage, judge: Judge, memory: Memory) -> Proof | None:
        """Epochs until the stage is solved, stands still, or time is up."""
        settings, visit = self._settings, self.state.visit
        round_number = self.state.attempt // settings.widen_every
        context = Context.of(stage, self._words, self._garden, settings, round_number)
        first = opening(context, visit.memory.protected, self._run.hints)
        beginning = islice(first, visit.opened, None)
        if visit.proposals is None:
            visit.proposals = self._opened(beginning)
        while visit.epoch < settings.stage_epochs:
            self._keep()
            fresh = judge.fresh(visit.proposals)
            visit.idle = 0 if memory.offer(fresh) else visit.idle + 1
            self.state.latest = memory.best
            self._report(stage, memory)
            proof = self._proved(stage, judge, memory, fresh)
            if proof is not None or self._is_over(stage, judge, memory):
                return proof
            self._teach(context, judge, memory, visit.proposals)
            proof = self._proved(stage, judge, memory, self._refreshed(judge, memory))
            if proof is not None:
                return proof
            visit.proposals = self._opened(beginning) or self._proposals(context, memory)
            visit.epoch += 1
        return None

    def _keep(self) -> None:
        """Show the state where it is whole: whoever saves it here can go on from here."""
        self.state.seconds, self.state.whole = self._seconds(), True
        if self._run.keep is not None:
            self._run.keep(self.state)
        self.state.whole = False

    def _opened(self, beginning: Iterator[Proposal]) -> list[Proposal]:
        made = self.state.visit.opened
        found = list(islice(beginning, min(max(3 * made, _FIRST_CHUNK), _CHUNK)))
        self.state.visit.opened += len(found)
        return found

    def _is_over(self, stage: Stage, judge: Judge, memory: Memory) -> bool:
        passed = judge.is_solved(memory.best) and stage is not self._stages[-1]
        return passed or self.state.visit.idle >= self._settings.patience or self._is_late()

    def _refreshed(self, judge: Judge, memory: Memory) -> list[Candidate]:
        """New points, and what is remembered with its constants refitted, when it is time."""
        settings = self._settings
        if settings.redraw:
            judge.redraw()
        if (self.state.visit.epoch + 1) % settings.refit_every:
            return []
        kept = [(candidate.origin, candidate.sprout) for candidate in memory.best]
        memory.forget()
        refitted = judge.fitted(kept, settings.refit)
        memory.offer(refitted)
        return refitted if settings.prove_refits else []

    def _proposals(self, context: Context, memory: Memory) -> list[Proposal]:
        settings, rng = self._settings, self.state.rng
        found = list(moves(context, memory, rng))
        late = self.state.visit.epoch + 1 - settings.first_learning_epoch
        if settings.samples + settings.regrown and late >= 0 and late % settings.learn_every == 0:
            found += written(context, memory, self._learner(), rng)
        return found

    def _learner(self) -> Learner:
        """The policy, which joins when it is first asked."""
        held = self.state.learner
        if held is None or isinstance(held, bytes):
            from symplex.search.proposers.policy import (
                PolicyLearner,  # torch takes seconds to import
            )

            held = PolicyLearner(self._words.vocabulary, self._settings, self._run.seed, held)
            self.state.learner = held
        return held

    def _teach(
        self, context: Context, judge: Judge, memory: Memory, proposals: Sequence[Proposal]
    ) -> None:
        """The policy learns from what it wrote from nothing, and imitates the memory."""
        own = [sprout for origin, sprout in proposals if origin == "policy"]
        if own:
            losses = [judge.loss_of(sprout) for sprout in own]
            self._learner().learn(context.grammar, own, losses, memory.best)

    def _proved(
        self, stage: Stage, judge: Judge, memory: Memory, fresh: Sequence[Candidate]
    ) -> Proof | None:
        """In the last stage: prove what is good enough, the smallest first, each skeleton once."""
        if stage is not self._stages[-1]:
            return None
        self.state.front = pareto((*self.state.front, *memory.front))
        loss_cutoff = [c for c in fresh if c.loss <= self._settings.prove_loss * judge.scale]
        for found in sorted(loss_cutoff, key=lambda c: (c.size, c.loss))[:4]:
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

    def _report(self, stage: Stage, memory: Memory) -> None:
        if self._run.watch is None:
            return
        best = memory.best[0] if memory.best else None
        tree, loss = (self._tree(best), best.loss) if best else (None, math.inf)
        counts = self.state.candidates, self._seconds()
        self._run.watch(Progress(stage.name, self.state.visit.epoch, tree, loss, *counts))

    def _seconds(self) -> float:
        return time.monotonic() - self._start

    def _is_late(self) -> bool:
        return self._seconds() >= self._run.time_limit
