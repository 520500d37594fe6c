"""The loop (the paper's Algorithm 1): stages → points → proposals → fits → memory → learning.

Owns the order of things and nothing else: what a stage is, who proposes, how candidates are scored
and remembered are values from other modules. It hands out what looks like a solution and knows
nothing of proofs: whoever iterates over a `Search` verifies, and stops. Start reading here.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import final

import numpy as np

from symplex.codes import RunCode
from symplex.expression import Expression
from symplex.expression.encoding import TreeEncoding
from symplex.expression.sequences.grammar import Grammar
from symplex.numerics.evaluation.objective import Objective
from symplex.origin import by_writer
from symplex.problem import Problem
from symplex.problem.analysis.extent import verification_box
from symplex.propose.candidates.batches import ProposalBatch, ScoredBatch
from symplex.propose.candidates.candidate import Candidate, proposals_of
from symplex.propose.candidates.curriculum import Stage, StageKind, curricula, whole_stage
from symplex.propose.candidates.moves import Moves
from symplex.propose.candidates.proposer import StageContext
from symplex.propose.candidates.settings import SearchSettings
from symplex.propose.candidates.tree_keys import TreeKeys
from symplex.propose.candidates.vocabulary import search_vocabulary
from symplex.reasons import Reason
from symplex.solver.search.agreement import Agreement
from symplex.solver.search.apprentice import Apprentice
from symplex.solver.search.memory import pareto
from symplex.solver.search.neighbours import by_stage, packed, taken
from symplex.solver.search.saving import restore
from symplex.solver.search.scorer import StageScorer
from symplex.solver.search.stage_run import StageRun
from symplex.solver.search.state import (
    Finding,
    Progress,
    Result,
    RunOptions,
    Scored,
    StageState,
    State,
    fingerprint_of,
)
from symplex.work.boundary import Ingredient
from symplex.work.clock import now

_FIRST_BESIDE = 2
"""The epoch of an earlier stage from which on the whole problem has its turns beside it."""
_MAX_PROPOSALS = 50_000
"""How many one epoch scores, whoever proposes more."""
MOVES, POLICY = Reason(RunCode.INGREDIENT_MOVES), Reason(RunCode.INGREDIENT_POLICY)
"""What these are called in a sentence."""
_LEADERS = 3
"""How many of the best a report of progress shows."""


@final
class Search:
    """One run on one problem, from its beginning or from a state that was saved.

    Iterating yields the candidates that look like solutions of the whole problem, until the time
    limit, and `findings` what others can work with besides; `result` is what is known at any
    moment.
    """

    def __init__(
        self,
        problem: Problem,
        settings: SearchSettings,
        options: RunOptions,
        saved: bytes | None = None,
    ) -> None:
        settings.require(options.hints)
        self._problem, self._settings, self._options = problem, settings, options
        self._box = verification_box(problem)
        self._vocabulary = search_vocabulary(
            problem,
            options.operators,
            options.hints,
            only=settings.operators,
            literals=settings.literals,
        )
        self.encoding = TreeEncoding(self._vocabulary.vocabulary)
        self._keys = TreeKeys(self._vocabulary.vocabulary, threads=options.threads)
        self._apprentice = Apprentice(self.encoding, settings, options)
        self._curricula = curricula(
            problem,
            curriculum=settings.curriculum,
            whole=settings.whole_problem,
            other_values=settings.other_values,
        )
        known = fingerprint_of(problem, settings, options, self._vocabulary.vocabulary)
        self.state = (
            State.begin(options.seed, known, options.policy)
            if saved is None
            else restore(saved, self.encoding).checked(known)
        )
        self._start = now() - self.state.seconds
        self._most_candidates: float = math.inf
        self._whole: StageRun | None = None
        self._agreement = Agreement(self.encoding, options)

    def __iter__(self) -> Iterator[Expression]:
        """The candidates that look like solutions of the whole problem, until the time limit."""
        return (found.tree for found in self.findings() if found is not None and not found.held)

    def findings(self) -> Iterator[Finding | None]:
        """Go through the stages, again and again; None after each epoch, where others may work.

        Besides what looks like a solution, what solves a stage with parameters held is handed out.
        """
        self.state.resumable = False
        while not self.has_ended:
            yield from self._stage()

    @property
    def seconds(self) -> float:
        """How long the run has taken."""
        return now() - self._start

    def end_after(self, candidates: int) -> None:
        """End once so many candidates more were scored; asked again, the first time counts."""
        self._most_candidates = min(self._most_candidates, self.state.candidates + candidates)

    @property
    def candidate_limit(self) -> int | None:
        """How many candidates end the run, if that was said."""
        return None if math.isinf(self._most_candidates) else int(self._most_candidates)

    def restart_clock(self) -> None:
        """Count the time from here on, after what its state has taken: nothing was done since."""
        self._start = now() - self.state.seconds

    def agree_with(self, values: Objective, *, again: bool = False) -> None:
        """From here on, what meets the equations but not these values ranks below the rest."""
        self._agreement.begin(values)
        if not again:  # what is in a saved state was ranked before it was saved
            self._agreement.rerank(self.state, whole=self._is_last)

    @property
    def is_spent(self) -> bool:
        """Whether the candidates that `end_after` allows were scored."""
        return self.state.candidates >= self._most_candidates

    @property
    def has_ended(self) -> bool:
        """Whether nothing more will be scored: that is done, or the time limit has passed."""
        return self.is_spent or self._options.deadline.is_over

    def result(self) -> Result:
        """The best approximations so far, and how many candidates were scored."""
        front, written = self.state.front, self.state.written.copy()
        if not self._is_last and self.state.latest:
            scored = self._options.boundary.value(
                Ingredient.MEASURING, self._front_of_earlier_stage
            )
            front = pareto((*front, *(scored or ())))
            written.update(candidate.origin.writer for candidate in self.state.latest)
        found = tuple(Scored(self._expression(c), c.loss, c.origin) for c in front)
        return Result(found, written)

    def _front_of_earlier_stage(self) -> ScoredBatch:
        """What an earlier stage remembers, scored by the whole problem that it is not yet at."""
        draw = self.state.at_stage.latest_draw
        scorer = self._scorer(self._stages[-1], StageState.begin(draw))
        return scorer.score(proposals_of(self.state.latest), self._settings.fit)

    @property
    def _stages(self) -> tuple[Stage, ...]:
        """Parameters are held at other values in every second attempt."""
        return self._curricula[self.state.attempt % len(self._curricula)]

    @property
    def _is_last(self) -> bool:
        return self.state.stage == len(self._stages) - 1

    def _scorer(self, stage: Stage, at: StageState) -> StageScorer:
        options = self._options
        sampling = self._settings.sampling_of(start=stage.kind is StageKind.START)
        scorer = StageScorer(
            stage.problem,
            self._box,
            self.encoding,
            replace(self._settings, sampling=sampling),
            at.first_draw,
            seed=options.seed,
            threads=options.threads,
            make_evaluator=options.make_evaluator,
            draw=options.draw,
        )
        if at.latest_draw != at.first_draw:
            scorer.redraw(at.latest_draw)
        return scorer

    @property
    def grammar(self) -> Grammar:
        """What the policy may write in the stage at hand."""
        return self._context(self._stages[self.state.stage], self.state.at_stage).grammar

    def _context(self, stage: Stage, at: StageState) -> StageContext:
        return StageContext(
            stage,
            self._vocabulary,
            self.encoding,
            self._settings,
            round_number=self.state.attempt // self._settings.widen_every,
            earlier=tuple(proposals_of(at.memory.protected)),
            hints=self._options.hints,
            boundary=self._options.boundary,
        )

    def _run(self, stage: Stage, at: StageState) -> StageRun:
        context = self._context(stage, at)
        scorer, is_whole = self._scorer(stage, at), stage.problem is self._problem
        agree = partial(self._agreement.ranked, scale=scorer.scale) if is_whole else None
        return StageRun(context, scorer, self.state, at, self._keys, agree)

    def _stage(self) -> Iterator[Finding | None]:
        """One stage, begun or continued; then the next one, or another attempt."""
        stage = self._stages[self.state.stage]
        run = self._run(stage, self.state.at_stage)
        yield from self._epochs(run)
        if self.has_ended:
            return
        stuck = self._settings.retry_unsolved and not run.is_solved
        if not stuck:
            run.memory.offer([run.shrunk(candidate) for candidate in run.memory.best[:3]])
        if not stuck and stage.held:
            yield from (self._finding(c, stage.held) for c in run.solved_with_held())
        if stuck or self._is_last:
            self._apprentice.leave(self.state)
            self.state.try_again(run.scorer.next_draw)
        else:
            best = run.memory.best[: self._settings.carried]
            self.state.go_to(self.state.stage + 1, best, run.scorer.next_draw)

    def _epochs(self, run: StageRun) -> Iterator[Finding | None]:
        """Epochs until the stage is solved, makes no progress, or time is up."""
        settings, at = self._settings, self.state.at_stage
        moves = Moves(run.context, self._options.seed)
        if at.proposals is None:
            at.proposals = run.opened()
        while at.epoch < settings.stage_epochs:
            self._keep()
            fresh = run.fresh(at.proposals)
            at.idle = 0 if run.memory.offer(fresh) else at.idle + 1
            self.state.latest = run.memory.best
            self._report(run)
            yield from self._promising(run, fresh)
            if self._is_over(run):
                return
            self._learn(run, at.proposals)
            yield from self._promising(run, run.refreshed())
            yield from self._beside()
            at.proposals = self._with_taken(run, run.opened() or self._proposals(run, moves))
            at.epoch += 1
            self.state.epochs += 1
            yield None

    def _keep(self) -> None:
        """Show the state where it is whole: whoever saves it here can continue from here."""
        self.state.seconds, self.state.resumable = self.seconds, True
        keep = self._options.keep
        if keep is not None:
            self._options.boundary.outside(lambda: keep(self.state))
        self.state.resumable = False

    def _is_over(self, run: StageRun) -> bool:
        passed = run.is_solved and not self._is_last
        return passed or self.state.at_stage.idle >= self._settings.patience or self.has_ended

    def _beside(self) -> Iterator[Finding]:
        """Beside an unsolved stage: what speaks about the whole problem gets its turn on it."""
        early = self.state.at_stage.epoch < _FIRST_BESIDE
        if self._is_last or early or not self._settings.whole_problem:
            return
        if self._whole is None:
            self.state.beside = self.state.beside or StageState.begin(
                self.state.at_stage.first_draw
            )
            self._whole = self._run(whole_stage(self._problem), self.state.beside)
        fresh = self._whole.fresh(self._whole.opened())
        agreed = self._agreement.ranked(fresh, self._whole.scorer.scale)
        self.state.front = pareto((*self.state.front, *agreed))
        yield from self._handed_out(self._whole, fresh)

    def _promising(self, run: StageRun, fresh: ScoredBatch) -> Iterator[Finding]:
        """In the last stage: what may be a solution."""
        if self._is_last:
            self.state.front = pareto((*self.state.front, *run.memory.front))
            yield from self._handed_out(run, fresh)

    def _handed_out(self, run: StageRun, fresh: ScoredBatch) -> Iterator[Finding]:
        for candidate in run.promising(fresh):
            if self.has_ended:
                return
            yield self._finding(candidate, {})

    def _proposals(self, run: StageRun, moves: Moves) -> ProposalBatch:
        parents = tuple(candidate.tree for candidate in run.memory.parents)
        context = run.context.in_epoch(self.state.epochs, parents)
        boundary = self._options.boundary
        made = (
            boundary.value(MOVES, lambda: moves.batch(context)),
            boundary.value(POLICY, lambda: self._apprentice.write(self.state, context)),
        )
        proposals = ProposalBatch.joined([one for one in made if one is not None], self.encoding)
        if len(proposals) > _MAX_PROPOSALS:
            proposals = proposals.take(np.arange(_MAX_PROPOSALS))
        return proposals

    def _learn(self, run: StageRun, proposals: ProposalBatch) -> None:
        def learn() -> None:
            self._apprentice.learn(self.state, run, proposals)

        self._options.boundary.value(Ingredient.LEARNING, learn)

    def _with_taken(self, run: StageRun, proposals: ProposalBatch) -> ProposalBatch:
        """The proposals, and what other searches show when it is time to meet them."""
        neighbours, state = self._options.neighbours, self.state
        if neighbours is None or not neighbours.is_due(state.candidates):
            return proposals
        problems = [stage.problem for stage in self._stages]
        best, protected = (*run.memory.best, *run.memory.front), state.at_stage.memory.protected
        shown = by_stage(problems, state.stage, best, before=protected, whole=state.front)
        met: list[bytes] = []
        self._options.boundary.outside(lambda: met.extend(neighbours.meet(packed(shown))))
        received = taken(met, problems[state.stage], self.encoding)
        return ProposalBatch.joined([proposals, received], self.encoding)

    def _finding(self, candidate: Candidate, held: Mapping[str, Expression]) -> Finding:
        return Finding(self._expression(candidate), candidate.origin, held)

    def _expression(self, candidate: Candidate) -> Expression:
        return self.encoding.decode(candidate.tree)

    def _report(self, run: StageRun) -> None:
        watch = self._options.watch
        if watch is None:
            return
        leaders = tuple((self._expression(c), c.loss) for c in run.memory.best[:_LEADERS])
        tree, loss = leaders[0] if leaders else (None, math.inf)
        counts = self.state.candidates, self.seconds
        name, epoch = run.context.stage.name, self.state.at_stage.epoch
        written = self._apprentice.latest
        by_origin = by_writer(self.state.written)
        progress = Progress(name, epoch, tree, loss, *counts, leaders, written, by_origin)
        self._options.boundary.outside(lambda: watch(progress))
