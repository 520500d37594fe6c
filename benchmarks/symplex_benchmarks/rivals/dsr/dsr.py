"""Deep symbolic regression: values at points in, one formula out."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, final

import numpy as np
from numpy.typing import NDArray

from symplex.errors import ProblemError
from symplex.expression import CONSTANT, Derivative, Operator, Symbol, leaf, symbol
from symplex.expression.encoding import TreeEncoding
from symplex.expression.sequences.grammar import Grammar
from symplex.expression.vocabulary import Vocabulary
from symplex.numerics.evaluation.objective import Objective, PointSet, Term, frozen
from symplex_benchmarks.rivals.rival import Columns
from symplex_benchmarks.rivals.symbolic.genetic import GeneticSettings
from symplex_benchmarks.rivals.symbolic.lbfgs import LBFGS
from symplex_benchmarks.rivals.symbolic.queue import PriorityQueue, Scored
from symplex_benchmarks.rivals.symbolic.recurrent import RecurrentSettings
from symplex_benchmarks.rivals.symbolic.scorer import Scorer, ScorerSettings
from symplex_benchmarks.rivals.symbolic.search import RecurrentSearch, SearchSettings
from symplex_benchmarks.rivals.symbolic.tidy import formulas_of, texts, tidied
from symplex_benchmarks.rivals.symbolic.words import ARITHMETIC, SMOOTH, operators_named

_UNKNOWN: Final = "value"
_DATA: Final = "given value"
"""The column of the values; no name of a problem has a space in it."""


@final
@dataclass(frozen=True, kw_only=True)
class DSRSettings:
    """How DSR searches."""

    batch: int = 1000
    max_points: int = 500
    """More points than this are thinned to so many, at random."""
    max_length: int = 30
    max_depth: int = 10
    max_constants: int = 3
    solved: float = 1e-18
    """The search ends at this mean square, relative to the variance of the values."""
    worse: float = 2.0
    """The shortest formula whose error is at most this many times the least is the answer."""
    policy: RecurrentSettings = field(
        default_factory=lambda: RecurrentSettings(quantile=0.05, queue=0.0)
    )
    genetic: GeneticSettings | None = None
    fit: LBFGS = field(default_factory=lambda: LBFGS(steps=30))


@final
@dataclass(frozen=True)
class Regression:
    """What was found for given values."""

    formula: str
    """In the columns' names and SymPlex's notation."""
    candidates: int
    """How many trees were scored."""


@final
class DSR:
    """Symbolic regression with a recurrent policy.

    Args:
        operators: Those that formulas may use, by name; else arithmetic, sin, cos, exp and log.
        settings: How it searches.
    """

    def __init__(
        self, operators: Sequence[str] | None = None, settings: DSRSettings | None = None
    ) -> None:
        given = None if operators is None else operators_named(operators)
        self.operators: tuple[Operator, ...] = given or (*ARITHMETIC, *SMOOTH)
        self.settings = settings or DSRSettings()

    def regress(
        self, columns: Columns, values: NDArray[np.float64], *, seed: int, seconds: float
    ) -> Regression:
        """A formula that is near the values.

        Args:
            columns: The points.
            values: One for each point.
            seed: Of every random choice.
            seconds: After which the best formula so far is returned.

        Raises:
            ProblemError: if nothing is defined at every point, or a value is not finite.
        """
        objective = objective_of(*_thinned(columns, values, seed, self.settings.max_points))
        front = _Front()
        scorer = self.scorer(objective)
        search = RecurrentSearch(scorer, self._grammar(scorer.encoding), self._search(), seed)
        search.every = front.offer
        solved = self.settings.solved * max(float(np.var(values)), 1e-12)
        search.run(solved, seconds)
        chosen = front.chosen(self.settings.worse**2, solved)
        if chosen is None:
            raise ProblemError("no formula that was tried is defined at every point")
        refitted = scorer.refit(chosen, LBFGS(steps=200))
        formulas = formulas_of(scorer.encoding.decode(refitted.tree), (_UNKNOWN,))
        bound = max(solved, refitted.loss * self.settings.worse)
        formula = texts(tidied(objective, formulas, bound))[_UNKNOWN]
        return Regression(formula, scorer.candidates)

    def scorer(self, objective: Objective) -> Scorer:
        """What scores trees against values."""
        leaves = map(Symbol, objective.variables)
        encoding = TreeEncoding(Vocabulary((*self.operators, *leaves, CONSTANT)))
        fits = ScorerSettings(on_equation=self.settings.fit, on_conditions=self.settings.fit)
        return Scorer(objective, encoding, fits)

    def _grammar(self, encoding: TreeEncoding) -> Grammar:
        chosen = self.settings
        return Grammar(
            encoding.vocabulary,
            max_depth=chosen.max_depth,
            max_length=chosen.max_length,
            max_constants=chosen.max_constants,
        )

    def _search(self) -> SearchSettings:
        chosen = self.settings
        return SearchSettings(batch=chosen.batch, policy=chosen.policy, genetic=chosen.genetic)


def objective_of(columns: Columns, values: NDArray[np.float64]) -> Objective:
    """The mean square of the difference from the values."""
    difference = leaf(Derivative(_UNKNOWN)) - symbol(_DATA)
    points = PointSet(frozen({**columns, _DATA: values}), (Term(difference),))
    return Objective((_UNKNOWN,), tuple(columns), (), (points,))


def _thinned(
    columns: Columns, values: NDArray[np.float64], seed: int, most: int
) -> tuple[Columns, NDArray[np.float64]]:
    if len(values) <= most:
        return columns, values
    rows = np.random.default_rng(seed).choice(len(values), most, replace=False)
    return {name: column[rows] for name, column in columns.items()}, values[rows]


@final
class _Front:
    """The best formula of every size."""

    def __init__(self) -> None:
        self._queues: dict[int, PriorityQueue] = {}

    def offer(self, scored: Sequence[Scored]) -> None:
        """Take what is better than all others of its size."""
        for one in scored:
            self._queues.setdefault(len(one.tree), PriorityQueue(1)).offer([one])

    def chosen(self, ratio: float, floor: float) -> Scored | None:
        """The smallest whose loss is at most `ratio` times the least, or below the floor."""
        best = [one for queue in self._queues.values() if (one := queue.best) is not None]
        least = min((one.loss for one in best), default=0.0)
        near = [one for one in best if one.loss <= max(ratio * least, floor)]
        return min(near, key=lambda one: (len(one.tree), one.loss), default=None)
