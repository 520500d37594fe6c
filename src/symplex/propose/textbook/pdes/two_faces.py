"""Linear transport fed from two faces: by what was there at first, and by what flows in.

The characteristic from the edge of both faces parts the answers to either (LeVeque, Finite Volume
Methods for Hyperbolic Problems, ch. 2; McKendrick's equation of age structure is of this kind:
Murray, Mathematical Biology, ch. 1.7). Owns the parting; each answer is found by other methods.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, final

import numpy as np

from symplex.exact.formulas.building import (
    ONE,
    ZERO,
    add,
    divide,
    multiply,
    negative,
    rebuilt,
    subtract,
    total,
)
from symplex.exact.formulas.inverse import zeros
from symplex.expression import Expression, Symbol, apply, leaf, number, symbol
from symplex.expression import operators as op
from symplex.expression.evaluate import evaluate
from symplex.problem import Problem
from symplex.problem.box import same_value
from symplex.problem.equation import Equation, Region
from symplex.problem.method import Family, Method
from symplex.problem.residuals import satisfies
from symplex.propose.textbook.pdes.pde import Pde, lone_pde
from symplex.propose.textbook.smaller import answers
from symplex.work.budget import Budget

_HALF: Final = number(Fraction(1, 2))
_POINTS: Final = 400
_FAR: Final = 4
_SMALL: Final = 1e-9


@final
class TwoFaces:
    """A linear equation of the first order with values at a first time and at one wall."""

    name = "fed from two faces"

    def __init__(self, methods: Sequence[Method]) -> None:
        """With the methods that find what either face alone sends out."""
        self._methods = methods

    def propose(self, problem: Problem, budget: Budget) -> Iterator[Family]:
        """What was there, and what flowed in, parted by the characteristic from the edge."""
        pde, time = lone_pde(problem, budget), problem.time
        if pde is None or time is None or len(problem.space) != 1:
            return
        if pde.order != 1 or pde.linear is None:
            return
        parting = self._parting(pde, time, problem.space[0])
        if parting is None:
            return
        for formula in parting.forms():
            if satisfies(problem, {pde.unknown: formula}):
                yield Family(self.name, {pde.unknown: formula})

    def _parting(self, pde: Pde, time: str, space: str) -> "_Parting | None":
        faces = {name: list(pde.slices(name)) for name in (time, space)}
        if len(pde.problem.conditions) != len(faces) or any(len(f) != 1 for f in faces.values()):
            return None
        ((start, (at_first,)),), ((wall, (at_wall,)),) = faces[time], faces[space]
        interval = pde.problem.domain[space]
        if not same_value(start, pde.problem.domain[time].low) or not interval.has_end(wall):
            return None
        first, second = (self._sent(pde, pde.problem.equations, one) for one in (at_first, at_wall))
        # What is carried without change, and is at first the place.
        carried = Equation(
            leaf(next(iter(at_first.derivatives))), symbol(space), Region(((time, start),))
        )
        linear = next(iter(pde.linear or ()))
        flow = total(multiply(c, leaf(d)) for d, c in linear.coefficients.items() if d.order)
        origin = self._sent(pde, (Equation(flow, ZERO),), carried)
        if first is None or second is None or origin is None:
            return None
        inside, upward = subtract(origin, wall), same_value(wall, interval.low)
        inside = pde.arithmetic.normal(inside if upward else negative(inside))
        elapsed = subtract(symbol(time), start)
        return _Parting(pde, space, elapsed, inside, (first, second), upward)

    def _sent(
        self, pde: Pde, equations: Sequence[Equation], condition: Equation
    ) -> Expression | None:
        """The answer to data on one face alone."""
        problem = pde.problem.changed(equations=tuple(equations), conditions=(condition,))
        found = next(answers(self._methods, problem, pde.budget), None)
        return None if found is None else found[pde.unknown]


@final
@dataclass(frozen=True)
class _Parting:
    """Two answers, and what is positive where the first of them counts."""

    pde: Pde
    space: str
    elapsed: Expression
    inside: Expression
    sent: tuple[Expression, Expression]
    upward: bool
    """Whether the wall is at the lower end of space."""

    def forms(self) -> list[Expression]:
        """Ways to write both as one formula, the shortest first; a jump where there is no other."""
        first, second = self.sent
        simple = (first, second, apply(op.MAX, first, second), apply(op.MIN, first, second))
        found = [form for form in (*simple, *self._held()) if self._agrees(form)]
        if not found:
            # It has no value where both faces meet: neither has the answer.
            side = apply(op.SIGN, self.pde.arithmetic.normal(divide(self.inside, self.elapsed)))
            shares = (first, add(ONE, side)), (second, subtract(ONE, side))
            found = [total(multiply(multiply(_HALF, one), share) for one, share in shares)]
        return sorted(dict.fromkeys(map(rebuilt, found)), key=lambda form: form.size)

    def _held(self) -> Iterator[Expression]:
        """Each answer held at its value on the characteristic beyond it, if both agree there."""
        real, place = self.pde.arithmetic, Symbol(self.space)
        corners = (op.MAX, op.MIN) if self.upward else (op.MIN, op.MAX)
        for edge in zeros(self.inside, self.space, real):
            there = [one.substitute({place: edge}) for one in self.sent]
            if real.is_zero(subtract(*there)):
                held = [
                    one.substitute({place: apply(corner, symbol(self.space), edge)})
                    for one, corner in zip(self.sent, corners, strict=True)
                ]
                yield subtract(add(*held), real.normal(there[0]))

    def _agrees(self, tree: Expression) -> bool:
        """Whether a form is right at sampled points, also far from the wall: space is open."""
        points = self.pde.problem.box.sample(np.random.default_rng(0), _POINTS)
        low, high = self.pde.arithmetic.ends[self.space]
        away = points[self.space] - (low if self.upward else high)
        points[self.space] = points[self.space] + _FAR * away
        with np.errstate(all="ignore"):
            side, first, second, found = (
                np.broadcast_to(evaluate(one, points), _POINTS)
                for one in (self.inside, *self.sent, tree)
            )
        wanted = np.where(side > 0, first, second)
        return bool(np.all(np.abs(found - wanted) <= _SMALL * (1 + np.abs(wanted))))
