"""What is remembered of a stage: the diverse best, and the best of every size.

Owns the paper's two-stage filter (appendix B: structural and behavioural diversity) and a Pareto
front of loss and size. Departs from the paper: the front keeps small formulas as parents.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import final

import numpy as np
from numpy.typing import NDArray

from symplex.expression.evaluate import evaluate
from symplex.numerics.evaluation.objective import Objective
from symplex.propose.candidates.batches import ScoredBatch
from symplex.propose.candidates.candidate import Candidate
from symplex.propose.candidates.settings import MemorySettings

Values = NDArray[np.float64]
Sizes = NDArray[np.int64]
Rank = Callable[[Sequence[Candidate]], Sequence[Candidate]]
"""Candidates with larger losses where something besides the loss speaks against them."""
_BETTER = 0.9
"""What counts as an improvement: a loss below this share of the best so far."""
_MAX_OFFERED = 200
"""How many of a batch are compared with what is remembered: of thousands, many are alike."""
PERFECT = 1e-20
"""Losses below this differ by rounding alone: the smaller formula is the better one."""


def merit(candidate: Candidate) -> tuple[float, int]:
    """What candidates are sorted by: loss, then size."""
    return max(candidate.loss, PERFECT), candidate.size


def pareto(candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """Those that no smaller one beats, from small to large."""
    found: list[Candidate] = []
    for candidate in sorted(candidates, key=lambda c: (c.size, c.loss)):
        if candidate.loss < (found[-1].loss if found else math.inf):
            found.append(candidate)
    return tuple(found)


@final
class Behaviour:
    """A candidate's values at a few of the objective's points (paper appendix B)."""

    def __init__(self, objective: Objective, count: int = 64) -> None:
        columns = objective.point_sets[0].columns
        self._points = {name: columns[name][:count] for name in objective.symbols}
        self._size = len(next(iter(self._points.values())))

    def __call__(self, candidate: Candidate) -> Values | None:
        """The values, one unknown after the other; None where one is not finite."""
        tree = candidate.tree.encoding.decode(candidate.tree)
        values = [np.broadcast_to(evaluate(p, self._points), self._size) for p in tree.components]
        joined = np.concatenate(values)
        return joined if np.all(np.isfinite(joined)) else None


@final
@dataclass
class Remembered:
    """What a memory holds; part of the state of a run."""

    protected: tuple[Candidate, ...] = ()
    """Answers of earlier stages: always parents, whatever their loss here."""
    best: list[tuple[Candidate, Values]] = field(default_factory=list[tuple[Candidate, Values]])
    """The diverse best with how they behave, best first."""
    front: dict[int, Candidate] = field(default_factory=dict[int, Candidate])
    """The best of every size."""

    def rank(self, rank: Rank) -> None:
        """Give everything its place anew; what has no finite loss any more is forgotten."""
        kept = zip(rank([one for one, _ in self.best]), (v for _, v in self.best), strict=True)
        finite = ((one, values) for one, values in kept if math.isfinite(one.loss))
        self.best = sorted(finite, key=lambda entry: merit(entry[0]))
        ranked = rank(list(self.front.values()))
        self.front = {one.size: one for one in ranked if math.isfinite(one.loss)}


@final
class Memory:
    """Decides what is remembered: diverse candidates, best first."""

    def __init__(
        self,
        settings: MemorySettings,
        behaviour: Behaviour,
        held: Remembered | None = None,
        rank: Rank | None = None,
        canonical: Callable[[bytes], bytes] = bytes,
    ) -> None:
        self._settings, self._rank = settings, rank
        self._canonical = canonical  # of distances: the order of commutative arguments is fixed
        self._behaviour = behaviour
        self._held = held if held is not None else Remembered()

    @property
    def best(self) -> tuple[Candidate, ...]:
        """The diverse best, best first."""
        return tuple(candidate for candidate, _ in self._held.best)

    @property
    def front(self) -> tuple[Candidate, ...]:
        """Candidates that no smaller one beats, from small to large."""
        return pareto(self._held.front.values())

    @property
    def parents(self) -> tuple[Candidate, ...]:
        """Whatever moves may start from."""
        front = self.front if self._settings.front else ()
        return (*self.best, *front, *self._held.protected)

    def offer(self, candidates: Sequence[Candidate]) -> bool:
        """Remember what is worth it; returns whether the best became clearly better."""
        held, candidates = self._held, self._rank(candidates) if self._rank else candidates
        before = held.best[0][0].loss if held.best else math.inf
        losses, sizes = _losses_and_sizes(candidates)
        self._extend_front(candidates, losses, sizes)
        for index in map(int, _best(np.maximum(losses, PERFECT), sizes, _MAX_OFFERED)):
            mine = max(losses[index], PERFECT), sizes[index]
            # They are sorted: after one that is not good enough, none is.
            if len(held.best) >= self._settings.best and mine >= merit(held.best[-1][0]):
                break
            self._admit(candidates[index])
        return bool(held.best) and held.best[0][0].loss < _BETTER * before

    def _extend_front(self, candidates: Sequence[Candidate], losses: Values, sizes: Sizes) -> None:
        """Put the best of every size into the front."""
        front = self._held.front
        if not len(losses):
            return
        least = np.full(int(sizes.max()) + 1, np.inf)
        np.fmin.at(least, sizes, losses)
        for size in np.flatnonzero(np.isfinite(least)).tolist():
            if size not in front or least[size] < front[size].loss:
                front[size] = candidates[int(np.argmax((sizes == size) & (losses == least[size])))]

    def forget(self) -> None:
        """Begin anew; what is protected stays."""
        self._held.best.clear()
        self._held.front.clear()

    def _admit(self, candidate: Candidate) -> None:
        """Take the place of whatever it resembles, if it is better; else the place of the worst."""
        values = self._behaviour(candidate)
        if values is None:
            return
        best = self._held.best
        alike = self._alike(candidate, values)
        pairs = list(zip(best, alike, strict=True))
        if any(like and merit(entry[0]) <= merit(candidate) for entry, like in pairs):
            return
        kept = [entry for entry, like in pairs if not like]
        ranked = sorted((*kept, (candidate, values)), key=lambda entry: merit(entry[0]))
        self._held.best = ranked[: self._settings.best]

    def _alike(self, candidate: Candidate, values: Values) -> list[bool]:
        """Which of the best behave, or are written, like a candidate."""
        best, least = self._held.best, self._settings.structural
        if not best:
            return []
        with np.errstate(over="ignore", invalid="ignore"):
            apart = np.abs(np.stack([held for _, held in best]) - values).mean(axis=1)
        mine = self._canonical(candidate.tree.ids) if least > 1 else b""
        return [
            bool(distance < self._settings.behavioural)
            or (least > 1 and levenshtein(mine, self._canonical(o.tree.ids), least) < least)
            for distance, (o, _) in zip(apart, best, strict=True)
        ]


def _best(losses: Values, sizes: Sizes, count: int) -> Sizes:
    """The rows of the least losses that are finite, the smaller first among equals."""
    rows = np.flatnonzero(np.isfinite(losses))
    if len(rows) > count:  # only what may be chosen is sorted
        rows = rows[losses[rows] <= np.partition(losses[rows], count - 1)[count - 1]]
    return rows[np.lexsort((sizes[rows], losses[rows]))][:count]


def _losses_and_sizes(candidates: Sequence[Candidate]) -> tuple[Values, Sizes]:
    if isinstance(candidates, ScoredBatch):
        return candidates.losses, candidates.sizes
    losses = np.array([candidate.loss for candidate in candidates], dtype=np.float64)
    return losses, np.array([candidate.size for candidate in candidates], dtype=np.int64)


def levenshtein(first: bytes, second: bytes, cap: int) -> int:
    """The edit distance, not counted beyond `cap`."""
    if abs(len(first) - len(second)) >= cap:
        return cap
    row = list(range(len(second) + 1))
    for i, a in enumerate(first, start=1):
        above, row[0] = row[0], i
        for j, b in enumerate(second, start=1):
            above, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, above + (a != b))
        if min(row) >= cap:  # no later row has less
            return cap
    return min(row[-1], cap)
