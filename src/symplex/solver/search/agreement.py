"""Agreement with values that are known: what meets the equations between a few points only.

Owns the comparison. A candidate whose loss is small though its values are not those of a reference
is a layer, or another solution: it ranks below those that agree, and may be proved all the same.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, final

import numpy as np

from symplex.expression.encoding import TreeEncoding
from symplex.numerics.evaluation.evaluator import Evaluator
from symplex.numerics.evaluation.fit import Fixed
from symplex.numerics.evaluation.nudged import nudged
from symplex.numerics.evaluation.objective import Objective, PointSet, frozen
from symplex.propose.candidates.batches import ProposalBatch, ScoredBatch
from symplex.propose.candidates.candidate import Candidate, proposals_of
from symplex.solver.search.memory import pareto
from symplex.solver.search.state import RunOptions, State

_OFF: Final = 1e-2
"""The mean square error, relative to the range of the solution, that is no agreement."""


@final
class Agreement:
    """Compares candidates for the whole problem with values, once there are any."""

    def __init__(self, encoding: TreeEncoding, options: RunOptions) -> None:
        self._encoding, self._options = encoding, options
        self._values: Evaluator | None = None

    def begin(self, values: Objective) -> None:
        """Compare with values from here on; the objective is a mean square error."""
        make, threads = self._options.make_evaluator, self._options.threads
        self._values = make(_nudged(values), self._encoding.vocabulary, threads)

    def rerank(self, state: State, *, whole: bool) -> None:
        """Rank what is remembered of the whole problem anew, wherever it is.

        Args:
            state: What a search remembers; it is changed.
            whole: Whether its stage is the whole problem.
        """
        scale = max((one.loss for one in state.front), default=1.0)
        state.front = pareto(self.ranked(state.front, scale))
        for at in (state.at_stage if whole else None, state.beside):
            if at is not None:
                at.memory.rank(lambda found: self.ranked(found, scale))

    def ranked(self, candidates: Sequence[Candidate], scale: float) -> Sequence[Candidate]:
        """The candidates; where one does not agree, its loss is at least its error.

        Args:
            candidates: What was scored by the equations.
            scale: The loss of a poor candidate, which stands for an error as large as the range.
        """
        if self._values is None or not len(candidates):
            return candidates
        if not isinstance(candidates, ScoredBatch):
            losses = np.array([one.loss for one in candidates])
            fitted = ProposalBatch.of(proposals_of(candidates), self._encoding)
            return self.ranked(ScoredBatch(fitted, losses), scale)
        small = np.flatnonzero(candidates.losses < np.inf)
        trees = candidates.fitted.trees.take(small)
        errors = self._values.fit(trees.tokens, Fixed(), first=trees.constants).losses
        off = ~(errors <= _OFF)
        losses = candidates.losses.copy()
        raised = scale * np.where(np.isfinite(errors), errors, np.inf)
        losses[small[off]] = np.maximum(losses[small[off]], raised[off])
        return replace(candidates, losses=losses)


def _nudged(values: Objective) -> Objective:
    """The same values, at points that are moved by almost nothing."""
    moved: list[PointSet] = []
    for one in values.point_sets:
        beside = nudged({name: one.columns[name] for name in values.symbols})
        moved.append(replace(one, columns=frozen({**one.columns, **beside})))
    return replace(values, point_sets=tuple(moved))
