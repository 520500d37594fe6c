"""From a symmetry to an ordinary equation for the profile, as a smaller problem.

The ansatz is put into the equation, which is then read where the second variable has one value:
for a symmetry of the equation too, any value will do. The profile is started from its own values at
a point where these are simple numbers.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, final

import numpy as np

from symplex.exact.formulas.arithmetic import Arithmetic
from symplex.exact.formulas.building import ZERO, rebuilt, total
from symplex.exact.formulas.inverse import zeros
from symplex.expression import Expression, Symbol, Token, number, symbol
from symplex.expression.calculus import differentiate
from symplex.problem import Problem
from symplex.problem.method import Family, Reduction
from symplex.propose.structure.symmetry import Symmetry, symmetries
from symplex.propose.structure.tidy import exact, exact_number
from symplex.propose.structure.view import View
from symplex.propose.textbook.smaller import (
    Condition,
    derivative,
    interval_around,
    smaller_problem,
)
from symplex.work.budget import Budget

NAME: Final = "seen symmetry"
_STARTS: Final = (0, 1, -1, 2, 3)
"""Where a profile may be started."""
_MOST: Final = 2
_ORDER: Final = 2
_MARGIN: Final = 0.1


def reductions(problem: Problem, view: View, budget: Budget) -> Iterator[Reduction]:
    """Ordinary equations for the profiles of a function of two variables without parameters."""
    if len(problem.equations) != 1 or len(view.names) != 2 or problem.parameters:  # noqa: PLR2004
        return
    count = 0
    for symmetry in symmetries(view):
        ansatz = _Ansatz.of(problem, symmetry, budget)
        profile = None if ansatz is None else symmetry.reduced(view, ansatz.place)
        if ansatz is None or profile is None:
            continue
        made = ansatz.reduction(profile)
        if made is not None:
            yield made
            count += 1
        if count == _MOST:
            return


@final
@dataclass(frozen=True)
class _Ansatz:
    """u = factor·F(combination) + shift with exact numbers."""

    problem: Problem
    symmetry: Symmetry
    budget: Budget
    place: str
    profile: str

    @classmethod
    def of(cls, problem: Problem, symmetry: Symmetry, budget: Budget) -> "_Ansatz | None":
        """The ansatz, if all constants of a symmetry are simple numbers."""
        combination, factor = exact(symmetry.combination), exact(symmetry.factor)
        shift = exact(symmetry.shift)
        if combination.constants or factor.constants or shift.constants:
            return None
        used = {*problem.unknowns, *problem.variables, *problem.constants}
        place, profile = (
            next(name for name in names if name not in used)
            for names in (("z", "s", "r", "z1"), ("w", "v", "f", "w1"))
        )
        return cls(
            problem, Symmetry(symmetry.pair, combination, factor, shift), budget, place, profile
        )

    def _differentiated(self, tree: Expression, name: str) -> Expression:
        """By a variable on which the profile depends through the combination."""
        inner = differentiate(self.symmetry.combination, name)
        parts = [differentiate(tree, name)]
        for k in range(_ORDER + 2):
            slope = rebuilt(differentiate(tree, f"F#{k}"))
            if slope != ZERO:
                parts.append(slope * symbol(f"F#{k + 1}") * inner)
        return rebuilt(total(parts))

    def _residual(self) -> Expression:
        """The equation with the ansatz put in."""
        whole = self.symmetry.whole(symbol("F#0"))
        equation = self.problem.equations[0]
        made: dict[Token, Expression] = {}
        for needed in equation.derivatives:
            tree = whole
            for name in needed.by:
                tree = self._differentiated(tree, name)
            made[needed] = tree
        return equation.residual.substitute(made)

    def reduction(self, profile: View) -> Reduction | None:
        """The smaller problem, if the equation and the start of the profile are plain."""
        equation = self._equation()
        if equation is None:
            return None
        order = max((d.order for d in equation.derivatives), default=0)
        conditions = self._start(profile, order) if 0 < order <= _ORDER else None
        if conditions is None:
            return None
        interval = interval_around(*profile.box[self.place])
        smaller = smaller_problem(
            self.problem, (self.place, interval), (self.profile,), (equation,), conditions
        )
        return Reduction(NAME, smaller, self._back)

    def _equation(self) -> Expression | None:
        """The equation of the profile, where the second variable has one value."""
        p, q = self.symmetry.pair
        arithmetic = Arithmetic(self.problem.box.ends, self.budget)
        residual = self._residual()
        for value in (number(1), number(0), self.problem.domain[q].low):
            held: dict[Token, Expression] = {Symbol(q): value}
            level = rebuilt(self.symmetry.combination.substitute(held)) - symbol(self.place)
            for root in zeros(level, p, arithmetic)[:1]:
                places: dict[Token, Expression] = {**held, Symbol(p): root}
                read = arithmetic.normal(rebuilt(residual.substitute(places)))
                if not read.symbols & {p, q}:
                    return read.substitute(self._names())
        return None

    def _names(self) -> Mapping[Token, Expression]:
        return {
            Symbol(f"F#{k}"): derivative(self.profile, self.place, k) for k in range(_ORDER + 3)
        }

    def _start(self, profile: View, order: int) -> list[Condition] | None:
        """The profile and its slope at a point where both are simple."""
        low, high = profile.box[self.place]
        gap = _MARGIN * (high - low)
        for start in (one for one in _STARTS if low + gap < one < high - gap):
            point = {self.place: np.array([float(start)])}
            known = [profile.values(point)[0], profile.slopes(point)[self.place][0]][:order]
            values = [exact_number(float(value)) for value in known]
            if all(value is not None for value in values):
                return [
                    Condition(number(start), derivative(self.profile, self.place, k), value)
                    for k, value in enumerate(values)
                    if value is not None
                ]
        return None

    def _back(self, found: Mapping[str, Expression]) -> list[Family]:
        combination: dict[Token, Expression] = {Symbol(self.place): self.symmetry.combination}
        formula = self.symmetry.whole(found[self.profile].substitute(combination))
        return [Family(NAME, {self.problem.unknowns[0]: rebuilt(formula)})]
