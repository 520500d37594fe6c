"""The loop (the paper's Algorithm 1): stages → points → proposals → fits → memory → learning.

Owns the order of things and nothing else: what a stage is, who proposes, how candidates are scored
and remembered are values from other modules. It hands out what looks like a solution and knows
nothing of proofs: whoever iterates over a `Search` verifies, and stops. Start reading here.
"""

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import final

import numpy as np

from symplex.evaluation import Method
from symplex.expression import Expression
from symplex.expression.encoded import EncodedTree
from symplex.expression.encoding import TreeEncoding
from symplex.problem import Problem
from symplex.problem.analysis.extent import verification_box
from symplex.search.apprentice import Apprentice
from symplex.search.batches import ProposalBatch, ScoredBatch
from symplex.search.candidate import Candidate, Proposal, proposals_of
from symplex.search.curriculum import Stage, curricula
from symplex.search.loss_table import LossTable
from symplex.search.memory import Memory, pareto
from symplex.search.proposers.moves import Moves
from symplex.search.proposers.opening import opening
from symplex.search.proposers.proposer import StageContext
from symplex.search.saving import restore
from symplex.search.scorer import StageScorer
from symplex.search.settings import SearchSettings
from symplex.search.shrink import shrink
from symplex.search.state import Progress, Result, RunOptions, State, fingerprint_of
from symplex.search.tree_keys import TreeKeys
from symplex.search.vocabulary import search_vocabulary

_FIRST_CHUNK, _CHUNK = 64, 1000
"""How many proposals a stage begins with at a time: what solves it is often among the first."""
_MAX_PROMISING = 4
"""How many candidates of one epoch are handed out."""


@final
class Search:
    """One run on one problem, from its beginning or from a state that was saved.

    Iterating yields the candidates that look like solutions of the whole problem, until the time
    limit; `result` is what is known at any moment.
    """

    def __init__(
        self,
        problem: Problem,
        settings: SearchSettings,
        options: RunOptions,
        saved: bytes | None = None,
    ) -> None:
        settings.require(options.hints)
        self._settings, self._options = settings, options
        self._box = verification_box(problem)
        self._vocabulary = search_vocabulary(problem, options.operators)
        self.encoding = TreeEncoding(self._vocabulary.vocabulary)
        self._keys = TreeKeys(self._vocabulary.vocabulary)
        self._apprentice = Apprentice(self.encoding, self._keys, settings, options)
        self._curricula = curricula(problem, curriculum=settings.curriculum)
        known = fingerprint_of(problem, settings, options, self._vocabulary.vocabulary)
        self.state = (
            State.begin(options.seed, known)
            if saved is None
            else restore(saved, self.encoding).checked(known)
        )
        self._start = time.monotonic() - self.state.seconds
        self._most_candidates: float = math.inf

    def __iter__(self) -> Iterator[Expression]:
        """Go through the stages, again and again, until the time limit."""
        self.state.resumable = False
        while not self.has_ended:
            yield from self._stage()

    @property
    def seconds(self) -> float:
        """How long the run has taken."""
        return time.monotonic() - self._start

    def end_after(self, candidates: int) -> None:
        """End once so many candidates more were scored; asked again, the first time counts."""
        self._most_candidates = min(self._most_candidates, self.state.candidates + candidates)

    @property
    def is_spent(self) -> bool:
        """Whether the candidates that `end_after` allows were scored."""
        return self.state.candidates >= self._most_candidates

    @property
    def has_ended(self) -> bool:
        """Whether nothing more will be scored: that is done, or the time limit has passed."""
        return self.is_spent or self.seconds >= self._options.time_limit

    def result(self) -> Result:
        """The best approximations so far, and how many candidates were scored."""
        front, candidates = self.state.front, self.state.candidates
        if not front:
            front, candidates = self._front_of_earlier_stage()
        found = tuple((self._expression(candidate), candidate.loss) for candidate in front)
        return Result(found, candidates)

    def _front_of_earlier_stage(self) -> tuple[tuple[Candidate, ...], int]:
        """What an earlier stage remembers, scored by the whole problem that was never reached."""
        scorer = self._scorer(self._stages[-1], self.state.fork(self.state.at_stage.latest_draw))
        scored = scorer.score(proposals_of(self.state.latest), self._settings.fit)
        return pareto(scored), self.state.candidates + len(scored)

    @property
    def _stages(self) -> tuple[Stage, ...]:
        """Parameters are held at other values in every second attempt."""
        return self._curricula[self.state.attempt % len(self._curricula)]

    def _scorer(self, stage: Stage, state: State) -> StageScorer:
        at, options = state.at_stage, self._options
        scorer = StageScorer(
            stage.problem,
            self._box,
            self.encoding,
            self._settings,
            at.first_draw,
            seed=options.seed,
            threads=options.threads,
            make_evaluator=options.make_evaluator,
        )
        if at.latest_draw != at.first_draw:
            scorer.redraw(at.latest_draw)
        return scorer

    def _stage(self) -> Iterator[Expression]:
        """One stage, begun or continued; then the next one, or another attempt."""
        stage = self._stages[self.state.stage]
        scorer = self._scorer(stage, self.state)
        memory = Memory(self._settings.memory, scorer.behaviour, self.state.at_stage.memory)
        yield from self._epochs(stage, scorer, memory)
        if self.has_ended:
            return
        stuck = self._settings.retry_unsolved and not scorer.is_solved(memory.best)
        if not stuck:
            memory.offer([self._shrunk(scorer, candidate) for candidate in memory.best[:3]])
        if stuck or stage is self._stages[-1]:
            self._apprentice.leave(self.state)
            self.state.try_again(scorer.next_draw)
        else:
            self.state.go_to(self.state.stage + 1, memory.best[:5], scorer.next_draw)

    def _epochs(self, stage: Stage, scorer: StageScorer, memory: Memory) -> Iterator[Expression]:
        """Epochs until the stage is solved, makes no progress, or time is up."""
        settings, at = self._settings, self.state.at_stage
        context = self._context(stage)
        moves = Moves(context, self._options.seed)
        beginning = islice(opening(context), at.opened, None)
        if at.proposals is None:
            at.proposals = self._opened(beginning)
        while at.epoch < settings.stage_epochs:
            self._keep()
            fresh = self._fresh(scorer, at.proposals)
            at.idle = 0 if memory.offer(fresh) else at.idle + 1
            self.state.latest = memory.best
            self._report(stage, memory)
            yield from self._promising(stage, scorer, memory, fresh)
            if self._is_over(stage, scorer, memory):
                return
            self._apprentice.learn(self.state, context, at.proposals, memory.best)
            yield from self._promising(stage, scorer, memory, self._refreshed(scorer, memory))
            opened = self._opened(beginning)
            at.proposals = opened if len(opened) else self._proposals(context, moves, memory)
            at.epoch += 1
            self.state.epochs += 1

    def _context(self, stage: Stage) -> StageContext:
        return StageContext(
            stage,
            self._vocabulary,
            self.encoding,
            self._settings,
            round_number=self.state.attempt // self._settings.widen_every,
            earlier=tuple(candidate.tree for candidate in self.state.at_stage.memory.protected),
            hints=self._options.hints,
        )

    def _keep(self) -> None:
        """Show the state where it is whole: whoever saves it here can continue from here."""
        self.state.seconds, self.state.resumable = self.seconds, True
        if self._options.keep is not None:
            self._options.keep(self.state)
        self.state.resumable = False

    def _opened(self, beginning: Iterator[Proposal]) -> ProposalBatch:
        made = self.state.at_stage.opened
        some = islice(beginning, min(max(3 * made, _FIRST_CHUNK), _CHUNK))
        found = ProposalBatch.of(some, self.encoding)
        self.state.at_stage.opened += len(found)
        return found

    def _is_over(self, stage: Stage, scorer: StageScorer, memory: Memory) -> bool:
        passed = scorer.is_solved(memory.best) and stage is not self._stages[-1]
        return passed or self.state.at_stage.idle >= self._settings.patience or self.has_ended

    def _fresh(self, scorer: StageScorer, proposals: ProposalBatch) -> ScoredBatch:
        """Score whatever is new among the proposals; with new points, everything is."""
        losses = self.state.at_stage.losses
        keys = self._keys.of(proposals.trees.tokens)
        new = (LossTable() if self._settings.redraw else losses).fresh(keys)
        scored = self._score(scorer, proposals.take(new), self._settings.fit)
        losses.record(keys[new], scored.losses)
        return scored

    def _score(
        self, scorer: StageScorer, proposals: Sequence[Proposal], method: Method
    ) -> ScoredBatch:
        self.state.candidates += len(proposals)
        return scorer.score(proposals, method)

    def _shrunk(self, scorer: StageScorer, candidate: Candidate) -> Candidate:
        """A solution of the stage without superfluous terms; anything else as it is."""
        if not self._settings.shrink or candidate.loss > scorer.solved_loss:
            return candidate

        def score(trees: Sequence[EncodedTree]) -> ScoredBatch:
            proposals = [Proposal(candidate.origin, tree) for tree in trees]
            return self._score(scorer, proposals, self._settings.fit)

        rejected = self.state.at_stage.rejected
        return shrink(candidate, self._keys, score, scorer.solved_loss, rejected)

    def _refreshed(self, scorer: StageScorer, memory: Memory) -> ScoredBatch:
        """New points, and what is remembered with its constants refitted, when it is time."""
        settings, at = self._settings, self.state.at_stage
        if settings.redraw:
            at.latest_draw = scorer.next_draw
            scorer.redraw(at.latest_draw)
        nothing = ScoredBatch(ProposalBatch.of((), self.encoding), np.zeros(0))
        if (at.epoch + 1) % settings.refit_every:
            return nothing
        kept = proposals_of(memory.best)
        memory.forget()
        refitted = self._score(scorer, kept, settings.refit)
        memory.offer(refitted)
        return refitted if settings.prove_refits else nothing

    def _proposals(self, context: StageContext, moves: Moves, memory: Memory) -> ProposalBatch:
        parents = tuple(candidate.tree for candidate in memory.parents)
        context = replace(context, parents=parents, epoch=self.state.epochs)
        written = self._apprentice.write(self.state, context)
        return ProposalBatch.joined([moves.batch(context), written], self.encoding)

    def _promising(
        self, stage: Stage, scorer: StageScorer, memory: Memory, fresh: ScoredBatch
    ) -> Iterator[Expression]:
        """In the last stage: what may be a solution, the smallest first, each skeleton once."""
        if stage is not self._stages[-1]:
            return
        self.state.front = pareto((*self.state.front, *memory.front))
        small = fresh.below(scorer.promising_loss)
        for found in sorted(small, key=lambda c: (c.size, c.loss))[:_MAX_PROMISING]:
            candidate = self._shrunk(scorer, found)
            key = self._keys.key(candidate.tree)
            if key in self.state.tried or self.has_ended:
                continue
            self.state.tried.add(key)
            yield self._expression(candidate)

    def _expression(self, candidate: Candidate) -> Expression:
        return self.encoding.decode(candidate.tree)

    def _report(self, stage: Stage, memory: Memory) -> None:
        if self._options.watch is None:
            return
        best = memory.best[0] if memory.best else None
        tree, loss = (self._expression(best), best.loss) if best else (None, math.inf)
        counts = self.state.candidates, self.seconds
        self._options.watch(Progress(stage.name, self.state.at_stage.epoch, tree, loss, *counts))
