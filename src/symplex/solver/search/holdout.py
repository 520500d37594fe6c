"""Hold-out points: what seems solved is scored again where no fit has seen it.

Owns those points: many, concentrated near every face, on the whole box that a proof covers. Departs
from the paper: steps and boundary layers that fit between the points of a stage have no loss there
at all, and a kink outside of the stated box is part of the answer too.
"""

from dataclasses import replace
from functools import cached_property
from typing import final

import numpy as np

from symplex.errors import ProblemError
from symplex.expression.encoding import TreeEncoding
from symplex.expression.tree_batch import TreeBatch
from symplex.numerics.evaluation.evaluator import Evaluator, evaluator
from symplex.numerics.evaluation.fit import Fixed, Floats
from symplex.numerics.evaluation.objective import Objective
from symplex.numerics.evaluation.sampling import Sampling, draw
from symplex.problem import Box, Problem


@final
class HoldOut:
    """The objective of a stage at points that no fit has seen."""

    def __init__(
        self,
        problem: Problem,
        box: Box,
        encoding: TreeEncoding,
        sampling: Sampling,
    ) -> None:
        wide = {name: box.intervals[name] for name in problem.domain}
        self._problem, self._wide = problem, problem.changed(domain=wide)
        self._encoding = encoding
        self._sampling = replace(
            sampling, interior=600, boundary=240, initial=200, early=0.2, edges=0.3
        )

    def losses(self, trees: TreeBatch) -> Floats:
        """The losses of trees with the constants that they have."""
        return self._evaluator.fit(trees.tokens, Fixed(), first=trees.constants).losses

    @cached_property
    def _evaluator(self) -> Evaluator:
        return evaluator(self._objective(), self._encoding.vocabulary, 1)

    def _objective(self) -> Objective:
        """Drawn from a generator of its own: the run's generator is not touched."""
        try:
            return draw(self._wide, np.random.default_rng(1), self._sampling)
        except ProblemError:  # the data end where the stated box does
            return draw(self._problem, np.random.default_rng(1), self._sampling)
