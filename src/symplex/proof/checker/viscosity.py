"""Viscosity solutions of F(x, ∇u) = 0 where the pieces of an answer meet."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import final

from symplex.expression import Derivative, Expression, Operator, Token, number
from symplex.expression import operators as op
from symplex.expression.calculus import differentiate
from symplex.expression.operators import Rule
from symplex.problem import Equation, Problem
from symplex.problem.box import same_value
from symplex.proof.checker.pieces import defined, pieces
from symplex.proof.checker.place import Place, Refused, Values, signed, tokens
from symplex.proof.checker.ranges import Hint
from symplex.proof.checker.study import Study, slope_of, tried

_BOTH = 3
"""Convex and concave: of first degree."""


def _shape(f: Expression, place: Place) -> int:
    """1 if a formula is convex in the derivatives, 2 if concave, 3 if both, 0 if unknown."""
    below, root = f.arguments, f.root
    if not f.derivatives or not below:
        return _BOTH
    shapes, turned = [_shape(part, place) for part in below], {0: 0, 1: 2, 2: 1, 3: 3}
    if root in (op.ADD, op.SUBTRACT):
        return shapes[0] & (shapes[1] if root is op.ADD else turned[shapes[1]])
    if root in (op.NEGATE, op.MULTIPLY, op.DIVIDE):
        factor, inner = (below[-1], shapes[0]) if below[0].derivatives else (below[0], shapes[-1])
        sign = -1 if root is op.NEGATE else place.sign(factor) if not factor.derivatives else 0
        free = not factor.derivatives and not (root is op.DIVIDE and below[1].derivatives)
        if root is op.NEGATE or inner == _BOTH or not sign:
            return turned[inner] if root is op.NEGATE else inner * (inner == _BOTH and free)
        return (inner if sign > 0 else turned[inner]) * free
    least = shapes[0] & shapes[-1]
    if root in (op.MAX, op.RELU, op.EXP, op.MIN):
        return least & (2 if root is op.MIN else 1)
    even = (
        isinstance(root, Operator)
        and root.exponent is not None
        and root.exponent % 2 == 0 < root.exponent
    )
    return int(
        (least == _BOTH and (even or root in (op.ABS, op.COSH)))
        or (root is op.SQRT and _norm(below[0], place))
    )


def _norm(radicand: Expression, place: Place) -> bool:
    """A sum of squares of first-degree terms and of numbers that are not negative."""
    parts = radicand.arguments
    if radicand.root is op.ADD:
        return all(_norm(part, place) for part in parts)
    if not radicand.derivatives:
        return place.holds(radicand, Rule.NONNEGATIVE)
    if radicand.root is op.MULTIPLY:
        factor, inner = reversed(parts) if parts[0].derivatives else parts
        return (
            not factor.derivatives and _norm(inner, place) and place.holds(factor, Rule.NONNEGATIVE)
        )
    return radicand.root is op.SQUARE and _shape(parts[0], place) == _BOTH


def is_viscous(problem: Problem, equation: Equation, study: Study, _: Hint) -> bool:
    """F(x, ∇u) = 0, continuous, convex (or concave: −u) in ∇u: almost everywhere is one half.

    Where pieces meet, D⁻u lies in the hull of their gradients, on which F ≤ 0: it is empty, or F
    vanishes on all of the hull since it does at its barycentre.
    """
    alone = len(problem.unknowns) == len(problem.equations) == 1
    if (
        not alone
        or equation.order != 1
        or equation.differentiated
        or op.SIGN in equation.residual.operators
    ):
        return False
    if any(not d.order for d in equation.derivatives) or any(part.jumps for part in study.parts):
        return False
    operator = signed(equation.residual, _orientation(problem, equation, study))
    shape = _shape(operator, study.place)
    if shape in (1, 2):
        Kinks(operator, 1 if shape == 1 else -1, study).check()
    return shape != 0


def _orientation(problem: Problem, equation: Equation, study: Study) -> int:
    """As written without time; to +u_t with initial data, to −u_t with terminal data."""
    if problem.time is None:
        return 1
    slope = slope_of(
        equation.residual, Derivative(problem.unknowns[0], (problem.time,)), study.place
    )
    given = [
        c.region.values[problem.time] for c in problem.conditions if problem.time in c.region.values
    ]
    late = {same_value(value, problem.domain[problem.time].high) for value in given}
    sign = study.place.sign(slope) if not slope.derivatives else 0
    if not sign or len(late) != 1:
        raise Refused("the equation is not oriented by its data")
    return -sign if late.pop() else sign


@final
class Kinks:
    """Where the pieces of an answer meet, each set of guards that vanish together."""

    def __init__(self, operator: Expression, side: int, study: Study) -> None:
        self._operator, self._side, self._study = operator, side, study
        self._guards: list[Expression] = []
        self._leaves = [dict(map(self._named, part.guards)) for part in study.parts]
        self._passed: list[Hint] = []

    def _named(self, guard: Expression) -> tuple[int, int]:
        zero = self._study.place.zero
        for index, known in enumerate(self._guards):
            if known == guard or zero(guard - known) or zero(guard + known):
                return index, 1 if known == guard or zero(guard - known) else -1
        self._guards.append(guard)
        return len(self._guards) - 1, 1

    def check(self) -> None:
        """Show the other half at every set."""
        count, dead = len(self._guards), list[set[int]]()
        for zeros in (
            set(z) for size in range(1, count + 1) for z in combinations(range(count), size)
        ):
            self._study.place.budget.check_deadline()
            if any(known <= zeros for known in dead):
                continue
            facts = [
                (signed(self._guards[z], s), Rule.NONNEGATIVE)
                for z in sorted(zeros)
                for s in (1, -1)
            ]
            places = list(self._study.place.having(*facts).described())
            dead += [] if places else [zeros]
            for signs in self._families(zeros) if places else ():
                self._check_family(zeros, signs, places)

    def _families(self, zeros: set[int]) -> list[dict[int, int]]:
        """The signs of the other guards that pieces may have in common."""
        found: dict[frozenset[tuple[int, int]], None] = {}
        for leaf in self._leaves:
            outside = {guard: sign for guard, sign in leaf.items() if guard not in zeros}
            for known in list(found):
                if all(dict(known).get(g, s) == s for g, s in outside.items()):
                    found[known | frozenset(outside.items())] = None
            found[frozenset(outside.items())] = None
        return [dict(family) for family in sorted(found, key=len)]

    def _check_family(self, zeros: set[int], signs: dict[int, int], places: Hint) -> None:
        leaves = enumerate(self._leaves)
        chosen = [
            i
            for i, leaf in leaves
            if all(g in zeros or signs.get(g, s) == s for g, s in leaf.items())
        ]
        both = all({self._leaves[i].get(z, 0) for i in chosen} >= {1, -1} for z in zeros)
        pattern = set(signs.items())
        if not both or any(c == chosen and z == zeros and p <= pattern for c, z, p in self._passed):
            return
        self._passed.append((chosen, zeros, pattern))
        for values, place in places:
            facts = [
                (signed(self._guards[i], s).substitute(tokens(values)), Rule.POSITIVE)
                for i, s in signs.items()
            ]
            part = place.having(*facts)
            there = [self._study.parts[i] for i in chosen]
            away = [
                any(part.holds(-g.substitute(tokens(values)), Rule.POSITIVE) for g in p.guards)
                for p in there
            ]
            meeting = [i for i, is_away in zip(chosen, away, strict=True) if not is_away]
            if len(meeting) > 1 and not part.is_empty and not self._falls(meeting, values, part):
                self._check_mean(meeting, values, part)

    def _gradients(
        self, chosen: Sequence[int], token: Derivative, values: Values
    ) -> list[Expression]:
        return [self._study.jets[i][token].substitute(tokens(values)) for i in chosen]

    def _check_mean(self, chosen: Sequence[int], values: Values, place: Place) -> None:
        mean: dict[Token, Expression] = {}
        for token in self._operator.derivatives:
            first, *others = self._gradients(chosen, token, values)
            for other in others:
                first = first + other
            mean[token] = number(Fraction(1, len(chosen))) * first
        value = signed(self._operator.substitute(tokens(values)).substitute(mean), self._side)
        defined(value, place)
        for piece in pieces((value,), place):
            inner = piece.formulas[0]
            if not piece.place.zero(inner) and not piece.place.holds(inner, Rule.NONNEGATIVE):
                raise Refused("the viscosity inequality is not shown where pieces meet")

    def _falls(self, chosen: Sequence[int], values: Values, place: Place) -> bool:
        """Whether along an axis every slope after is below every one before: D⁻u is empty."""
        for token in self._operator.derivatives:
            sides = [self._sides(i, token.by[0], values, place) for i in chosen]
            slopes = list(zip(self._gradients(chosen, token, values), sides, strict=True))
            after, before = ([g for g, side in slopes if -s not in side] for s in (1, -1))
            drops = [(b - a) if self._side > 0 else (a - b) for a in after for b in before]
            if drops and all(tried(_require_positive, drop, place) for drop in drops):
                return True
        return False

    def _sides(self, index: int, name: str, values: Values, place: Place) -> set[int]:
        """The signs with which the guards of a piece leave zero along an axis."""
        guards = self._study.parts[index].guards
        leaving = [g for g in guards if place.zero(g.substitute(tokens(values)))]
        slopes = [differentiate(g, name).substitute(tokens(values)) for g in leaving]
        return {place.sign(slope) if tried(defined, slope, place) else 0 for slope in slopes}


def _require_positive(formula: Expression, place: Place) -> bool:
    return all(p.place.holds(p.formulas[0], Rule.POSITIVE) for p in pieces((formula,), place))
