"""The single-variable recursion of SSDE: a skeleton in one variable, then each of its constants.

A skeleton in the first variable is fitted anew for each value of the others; what its constants
are as functions of the next variable is found in the same way. Departs from the authors: where no
data are given at later times, time enters last, as a factor or summand of the parts of what was
found, and is scored by the equation.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, final

import numpy as np

from symplex.expression import CONSTANT, Operator, Symbol
from symplex.expression.encoded import EncodedTree
from symplex.expression.encoding import TreeEncoding
from symplex.expression.operators import ADD, MULTIPLY
from symplex.expression.sequences.grammar import Grammar
from symplex.problem import Problem
from symplex.work.clock import now
from symplex_benchmarks.rivals.ssde.grid import Grid, known_values
from symplex_benchmarks.rivals.ssde.groups import GroupScorer
from symplex_benchmarks.rivals.symbolic.lbfgs import LBFGS
from symplex_benchmarks.rivals.symbolic.queue import PriorityQueue, Scored
from symplex_benchmarks.rivals.symbolic.scorer import Scorer
from symplex_benchmarks.rivals.symbolic.search import RecurrentSearch, SearchSettings

_SAME: Final = 1e-7
"""Constants that differ by less over all groups are one number."""
_SOLVED: Final = 1e-16
_SHORT: Final = LBFGS(steps=25)
_LONG: Final = LBFGS(steps=200)
_GROUPS: Final = 5
_GROUP_BATCH, _TIME_BATCH = 150, 40
_SHORTENING: Final = 6
"""Generations that look for a smaller skeleton, once one fits."""
_KEPT: Final = 20


@final
@dataclass(frozen=True)
class _Share:
    """When a step of the recursion has to end."""

    deadline: float

    def part(self, share: float) -> "_Share":
        """A share of the time that is left."""
        at = now()
        return _Share(at + share * max(0.0, self.deadline - at))

    @property
    def seconds(self) -> float:
        return max(0.0, self.deadline - now())


@final
class Recursion:
    """Finds formulas of a problem, one variable after the other.

    Args:
        scorer: What whole formulas are scored by.
        settings: How each search runs.
        grammar: Of whole formulas; those in one variable are a part of it.
        seed: Of every random choice.
    """

    def __init__(
        self, scorer: Scorer, settings: SearchSettings, grammar: Grammar, seed: int
    ) -> None:
        self._scorer, self._settings, self._grammar, self._seed = scorer, settings, grammar, seed
        self._encoding: TreeEncoding = scorer.encoding
        self._steps = 0
        self.candidates = 0
        """How many trees in one variable were scored."""

    def run(self, problem: Problem, solved: float, seconds: float) -> list[EncodedTree]:
        """Whole formulas, best first; none where the conditions give too little."""
        share = _Share(now() + seconds)
        grid = known_values(problem)
        if grid is None or len(problem.box.ends) == 1:
            return []
        found = self._over(grid, share.part(0.5))
        if found is None:
            return []
        held = PriorityQueue(_KEPT)
        held.offer(self._scorer.score([found]))
        later = [name for name in problem.box.ends if name not in grid.axes]
        for name in later:
            self._release(name, held, solved, share)
        return [one.tree for one in held]

    def _over(self, grid: Grid, share: _Share) -> EncodedTree | None:
        """A formula for the values on a grid, by recursion over its axes."""
        known = grid.values[np.isfinite(grid.values)]
        if not len(known):
            return None
        if np.ptp(known) <= _SAME * max(1.0, float(np.abs(known).max())):
            return self._encoding.slot(float(np.mean(known)))
        if not grid.axes:
            return None
        scorer = GroupScorer(grid, self._encoding, _SHORT, _GROUPS)
        skeleton = None if scorer.is_empty else self._skeleton(scorer, grid.names[0], share)
        self.candidates += scorer.candidates
        if skeleton is None:
            return None
        parts: list[EncodedTree] = []
        for values in scorer.constants(skeleton, _LONG):
            part = self._over(grid.without_first(values), share.part(0.5))
            if part is None:
                return None
            parts.append(part)
        return _filled(skeleton, parts)

    def _skeleton(self, scorer: GroupScorer, name: str, share: _Share) -> EncodedTree | None:
        """The smallest tree in one variable that fits every group."""
        chosen = replace(self._smaller(_GROUP_BATCH), shortening=_SHORTENING)
        search = RecurrentSearch(scorer, self._in(name), chosen, self._next_seed())
        best = search.run(_SOLVED * scorer.scale, share.part(0.7).seconds)
        return None if best is None or best.loss > _SOLVED * scorer.scale else best.tree

    def _release(self, name: str, held: PriorityQueue, solved: float, share: _Share) -> None:
        """Let a variable into what is held: into its parts, as a factor or a summand."""
        scorer = _Inserter(self._scorer, [one.tree for one in held][:3], held)
        chosen = replace(self._smaller(_TIME_BATCH), shortening=0)
        search = RecurrentSearch(scorer, self._in(name), chosen, self._next_seed())
        search.run(solved, share.seconds)

    def _smaller(self, count: int) -> SearchSettings:
        """A search that tries so many trees at once: each is scored several times."""
        genetic = self._settings.genetic
        fewer = None if genetic is None else replace(genetic, population=count)
        return replace(self._settings, batch=count, genetic=fewer)

    def _in(self, name: str) -> Grammar:
        """The trees in one variable."""
        operators = [t for t in self._grammar.usable if isinstance(t, Operator) and not t.is_tuple]
        allowed = frozenset({*operators, Symbol(name), CONSTANT})
        return replace(self._grammar, allowed=allowed, max_length=16, max_depth=6, max_constants=2)

    def _next_seed(self) -> int:
        self._steps += 1
        return self._seed + 1000 * self._steps


def _filled(tree: EncodedTree, parts: Sequence[EncodedTree]) -> EncodedTree:
    """A tree with each of its constants replaced by a tree."""
    left = iter(parts)
    slot = tree.encoding.slot_id
    pieces = [next(left) if token == slot else None for token in tree.ids]
    ids = b"".join(
        bytes([token]) if piece is None else piece.ids
        for token, piece in zip(tree.ids, pieces, strict=True)
    )
    constants = tuple(value for piece in pieces if piece is not None for value in piece.constants)
    return EncodedTree(ids, constants, tree.encoding)


@final
class _Inserter:
    """Scores trees in one variable by the best formula that they make together with what is known.

    Args:
        scorer: What whole formulas are scored by.
        known: Formulas without the variable.
        held: Takes the best whole formulas.
    """

    def __init__(self, scorer: Scorer, known: Sequence[EncodedTree], held: PriorityQueue) -> None:
        self._scorer, self._known, self._held = scorer, known, held
        self.encoding = scorer.encoding

    def score(self, trees: Sequence[EncodedTree]) -> list[Scored]:
        """Every tree with the loss of the best formula that it makes."""
        made = [self._made(tree) for tree in trees]
        flat = self._scorer.score([whole for wholes in made for whole in wholes])
        self._held.offer(flat)
        losses = iter(flat)
        return [
            Scored(tree, min((next(losses).loss for _ in wholes), default=float("inf")))
            for tree, wholes in zip(trees, made, strict=True)
        ]

    def _made(self, tree: EncodedTree) -> list[EncodedTree]:
        rows = [row for row in (ADD, MULTIPLY) if row in self.encoding.ids]
        return [
            known.with_subtree(place, self.encoding.apply(row, known.subtree(place), tree))
            for known in self._known
            for place in range(len(known))
            for row in rows
        ]
