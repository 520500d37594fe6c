"""The policy's part in a run: when it joins, what it writes, and what it is taught.

Owns the schedule. The policy itself, and torch with it, is behind `LearningPolicy`.
"""

from typing import TYPE_CHECKING, final

from symplex.errors import SettingsError
from symplex.expression.encoding import TreeEncoding
from symplex.origin import Writer
from symplex.propose.candidates.batches import ProposalBatch
from symplex.propose.candidates.policy import LearningPolicy, PolicyProposer
from symplex.propose.candidates.proposer import StageContext
from symplex.propose.candidates.settings import SearchSettings
from symplex.solver.search.loss_table import LossTable
from symplex.solver.search.state import RunOptions, State, Writing

if TYPE_CHECKING:
    from symplex.solver.search.stage_run import StageRun

_LOADING = 3.0
"""Seconds before the end of a run when nothing is gained by a policy that is still to be loaded."""
_ATTEMPTS_APART = 7919
"""What is added to the seed for each attempt that begins with a policy of its own."""


@final
class Apprentice:
    """Writes and learns when the recipe says so; what it has learnt is part of the state."""

    def __init__(
        self,
        encoding: TreeEncoding,
        settings: SearchSettings,
        options: RunOptions,
    ) -> None:
        self._encoding = encoding
        self._settings, self._options = settings, options
        if options.policy is not None:
            # It joins late, if at all; that it cannot be used is to be said at once.
            try:
                self._learner(options.seed, options.policy)
            except SettingsError as error:
                raise SettingsError(f"--policy: {error}") from error
        self.latest: Writing | None = None
        """What was last learnt from."""

    def write(self, state: State, context: StageContext) -> ProposalBatch:
        """What the policy proposes for the next epoch, if it is its turn."""
        settings = self._settings
        late = state.at_stage.epoch + 1 - settings.first_learning_epoch
        is_due = settings.samples + settings.regrown and late >= 0
        if not is_due or self._is_too_late(state) or late % settings.learn_every:
            return ProposalBatch.of((), self._encoding)
        return PolicyProposer(self._policy(state), state.rng).batch(context)

    def _is_too_late(self, state: State) -> bool:
        is_loaded = state.learner is not None and not isinstance(state.learner, bytes)
        left = self._options.deadline.left
        return not is_loaded and not self._settings.policy_only and left < _LOADING

    def learn(self, state: State, run: "StageRun", proposals: ProposalBatch) -> None:
        """Learn from the trees that the policy wrote, and imitate what is remembered.

        Raises:
            FloatingPointError: where there is no number to learn; if the weights have suffered from
                that, it begins anew.
        """
        rows = proposals.rows_of(Writer.POLICY)
        if not len(rows):
            return
        own, keys = proposals.trees.take(rows), run.keys(proposals)[rows]
        first, policy = LossTable().fresh(keys), self._policy(state)
        self.latest = Writing(len(own), len(first), policy.entropy)
        if self._settings.learning.share < 1:
            # Repetitions of a good tree would be all of the best share.
            own, keys = own.take(first), keys[first]
        losses = state.at_stage.losses.find(keys)
        counts = self._settings.learning.imitation_persists
        before = state.at_stage.memory.protected if counts else ()
        observed = max((candidate.reward for candidate in before), default=0.0)
        grammar, best = run.context.grammar, run.memory.best
        try:
            policy.learn(grammar, own.tokens, losses, best, observed=observed)
        except FloatingPointError:
            if not policy.is_finite:
                state.learner = self._options.policy
            raise

    def leave(self, state: State) -> None:
        """Forget what was learnt before another attempt, if the recipe wants it."""
        if self._settings.policy_anew:
            state.learner = self._options.policy

    def _policy(self, state: State) -> LearningPolicy:
        """The policy, which joins when it is first asked."""
        held = state.learner
        if held is None or isinstance(held, bytes):
            own = _ATTEMPTS_APART * state.attempt if self._settings.policy_anew else 0
            held = self._learner(self._options.seed + own, held)
            state.learner = held
        return held

    def _learner(self, seed: int, saved: bytes | None) -> LearningPolicy:
        from symplex.solver.search.policy_learner import (
            PolicyLearner,  # torch takes seconds to import
        )

        threads = self._options.threads
        return PolicyLearner(self._encoding, self._settings, seed, saved, threads=threads)
