"""From formulas with named constants to answers: the values of the constants, by a fit.

Owns the search for values: many starts of many sizes, on the compiled core, in a vocabulary of the
formulas' own. What a recipe leaves out or a user forbids does not matter here: a formula that was
told, or that a method wrote, is taken as it is. What comes out is fitted, not exact, and unproved.
"""

from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import final

import numpy as np
from numpy.typing import NDArray

from symplex.codes import RunCode
from symplex.errors import ExpressionError, SymplexError
from symplex.expression import CONSTANT, Expression, Symbol, Token, apply, number, tuple_of
from symplex.expression.encoding import TreeEncoding
from symplex.expression.tree_batch import TreeBatch
from symplex.expression.vocabulary import Vocabulary
from symplex.numerics.evaluation.evaluator import evaluator
from symplex.numerics.evaluation.fit import FitStatus, Fixed, LevenbergMarquardt
from symplex.numerics.evaluation.objective import Objective
from symplex.numerics.evaluation.sampling import draw
from symplex.problem import Problem
from symplex.reasons import Reason
from symplex.solver.polish.algebra import exact_constants
from symplex.solver.polish.fit import Family, fit, with_slots
from symplex.work.budget import Budget, Undecided

Answer = Mapping[str, Expression]
"""A formula for each unknown, its fitted constants in slots."""
Floats = NDArray[np.float64]
_ROUNDS = (16, 64, 256, 1024, 4096)
"""How many starts there are, round after round until one of them fits."""
_MAX_WORK = 3_000_000
"""Starts times nodes times places for constants, of all rounds together; about as many µs."""
_STEPS = 80
_SMALL = 1e-9
"""A loss below this, relative to that of zero, is worth an attempt at a proof."""
_SCALES = 1e-6, 1e6
_MAX_ANSWERS, _MAX_TRIED = 3, 32
"""How many answers come of one skeleton, and of how many fits."""
_ALIKE = 1e-6
"""Constants that differ by less, relatively, are the same answer."""
_REASONS = MappingProxyType(
    {
        FitStatus.NOT_FINITE: RunCode.SKELETON_UNDEFINED,
        FitStatus.TOO_MANY_CONSTANTS: RunCode.SKELETON_TOO_MANY_CONSTANTS,
        FitStatus.TOO_LARGE: RunCode.SKELETON_TOO_LONG,
    }
)


@final
@dataclass(frozen=True)
class Skeleton:
    """A formula for each unknown with constants that are still to be found."""

    formulas: Mapping[str, Expression]
    constants: tuple[str, ...]
    """Symbols in the formulas that the problem does not have."""

    @cached_property
    def places(self) -> tuple[str, ...]:
        """The constant at each place where one stands, in order."""
        tokens = (token for formula in self.formulas.values() for token in formula.tokens)
        return tuple(t.name for t in tokens if isinstance(t, Symbol) and t.name in self.constants)

    @property
    def names(self) -> tuple[str, ...]:
        """The constants that stand somewhere, each once."""
        return tuple(dict.fromkeys(self.places))

    @property
    def rounds(self) -> tuple[int, ...]:
        """How many starts a fit may have, round after round: the fewer, the longer it takes."""
        work = self.tree.size * (len(self.places) + 1)
        affordable = (i for i in range(len(_ROUNDS), 1, -1) if sum(_ROUNDS[:i]) * work <= _MAX_WORK)
        return _ROUNDS[: next(affordable, 1)]

    def with_values(self, values: Mapping[str, Expression]) -> "Skeleton":
        """With some constants replaced; a value may hold constants that stay."""
        substituted: dict[Token, Expression] = {
            Symbol(name): value for name, value in values.items()
        }
        formulas = {
            unknown: tree.substitute(substituted) for unknown, tree in self.formulas.items()
        }
        return Skeleton(formulas, tuple(name for name in self.constants if name not in values))

    @cached_property
    def tree(self) -> Expression:
        """One tree with a slot of its own at each place."""
        parts = [*with_slots(self.formulas, self.constants, [1.0] * len(self.constants)).values()]
        return parts[0] if len(parts) == 1 else apply(tuple_of(len(parts)), *parts)


@final
class Completer:
    """Finds the constants of skeletons for one problem."""

    def __init__(self, problem: Problem, seed: int = 0, threads: int = 1) -> None:
        self._problem, self._seed, self._threads = problem, seed, threads

    @cached_property
    def _objective(self) -> Objective:
        return draw(self._problem, np.random.default_rng(self._seed))

    def answers(
        self, skeleton: Skeleton, near: Mapping[str, float] | None = None
    ) -> Generator[Answer, None, Reason]:
        """Answers with fitted constants, the best first; returns why there are no more.

        Args:
            skeleton: Formulas with constants.
            near: Values of constants to begin with.
        """
        first = np.array([(near or {}).get(name, 1.0) for name in skeleton.places])
        try:
            trial = _Trial(skeleton, self._objective, self._threads)
        except SymplexError as error:
            return Reason(RunCode.SKELETON_FORMULA, error=str(error))
        rng = np.random.default_rng(self._seed)
        found: list[Floats] = []
        for starts in skeleton.rounds:
            trial.fit(_starts(rng, first, starts))
            found = trial.small()
            if (yield from self._distinct(skeleton, found)):
                return Reason(RunCode.SKELETON_NOT_PROVED)
        return Reason(RunCode.SKELETON_NO_SINGLE_VALUES) if found else trial.reason

    def solved(
        self, skeleton: Skeleton, near: Mapping[str, float] | None, budget: Budget
    ) -> Iterator[Skeleton]:
        """The skeleton with exact constants put in, by algebra; those that stay free remain."""
        names, formulas = skeleton.names, skeleton.formulas
        with suppress(ExpressionError, Undecided):  # too long, or the time is up
            for values in exact_constants(self._problem, formulas, names, budget, near):
                yield skeleton.with_values(values)

    def _distinct(
        self, skeleton: Skeleton, found: Sequence[Floats]
    ) -> Generator[Answer, None, bool]:
        """The different answers among fits; returns whether there is any."""
        seen: list[Floats] = []
        for values in found[:_MAX_TRIED]:
            settled = self._shared(skeleton, values)
            if settled is None or any(np.allclose(settled, one, rtol=_ALIKE) for one in seen):
                continue
            seen.append(settled)
            yield with_slots(skeleton.formulas, skeleton.names, settled)
            if len(seen) == _MAX_ANSWERS:
                break
        return bool(seen)

    def _shared(self, skeleton: Skeleton, values: Floats) -> Floats | None:
        """One value for each constant, refitted where a constant stands at several places."""
        names, places = skeleton.names, skeleton.places
        alone = values[[places.index(name) for name in names]]
        if len(names) == len(places):
            return alone
        means = [float(np.mean(values[[name == p for p in places]])) for name in names]
        unscaled = (1.0,) * len(self._problem.all_equations)
        family = Family(self._problem, skeleton.formulas, names, unscaled)
        for start in (np.array(means), alone):
            found = fit(family.scaled(start), start)
            if found.is_rounding:
                return found.constants
        return None


def _starts(rng: np.random.Generator, first: Floats, count: int) -> Floats:
    """Where the fits begin: at the first, and at random points of sizes from 0.1 to 10."""
    sizes = 10.0 ** rng.uniform(-1.0, 1.0, (count - 1, 1))
    return np.vstack([first, sizes * rng.standard_normal((count - 1, len(first)))])


@final
class _Trial:
    """Fits of one skeleton from many starts: what they came to."""

    def __init__(self, skeleton: Skeleton, objective: Objective, threads: int) -> None:
        tokens = dict.fromkeys((*skeleton.tree.tokens, CONSTANT, number(0).root))
        self._encoding = TreeEncoding(Vocabulary(tuple(tokens)))
        self._ids = self._encoding.encode(skeleton.tree).ids
        self._evaluator = evaluator(objective, self._encoding.vocabulary, threads)
        self._losses: Floats = np.empty(0)
        self._constants: Floats = np.empty(0)
        self._statuses: NDArray[np.uint8] = np.empty(0, dtype=np.uint8)
        self._scale = self._loss_of_zero(len(objective.unknowns))

    def fit(self, starts: Floats) -> None:
        """Fit from each start, a row each."""
        batch = TreeBatch.of((self._ids, row) for row in starts.tolist())
        method = LevenbergMarquardt(starts=1, steps=_STEPS)
        found = self._evaluator.fit(batch.tokens, method, first=batch.constants)
        self._losses, self._statuses = found.losses, found.statuses
        self._constants = found.constants.reshape(starts.shape)

    def small(self) -> list[Floats]:
        """The constants whose loss is small, the best first."""
        order = np.argsort(self._losses, kind="stable")
        return [self._constants[i] for i in order if self._losses[i] <= _SMALL * self._scale]

    @property
    def reason(self) -> Reason:
        """Why none is small."""
        best = int(np.argmin(self._losses))
        status = FitStatus(int(self._statuses[best]))
        if np.isfinite(self._losses[best]):
            share = np.sqrt(self._losses[best] / self._scale)
            return Reason(RunCode.SKELETON_NO_VALUES, share=float(share))
        return Reason(_REASONS.get(status, RunCode.SKELETON_NOT_EVALUATED))

    def _loss_of_zero(self, unknowns: int) -> float:
        zero = self._encoding.number(0)
        whole = zero if unknowns == 1 else self._encoding.system([zero] * unknowns)
        loss = float(self._evaluator.fit(self._encoding.batch([whole]).tokens, Fixed()).losses[0])
        low, high = _SCALES
        return min(max(loss, low), high) if np.isfinite(loss) else 1.0
