"""Viscosity solutions of first-order equations, at every set on which pieces meet.

For F convex in the gradient, a locally Lipschitz function that solves F = 0 almost everywhere is a
subsolution. It is a supersolution if F ≥ 0 on D⁻u at every point. D⁻u lies in the convex hull of
the gradients of the pieces that meet there; F ≤ 0 on that hull, so F ≥ 0 at its barycentre makes F
vanish on all of it. D⁻u is empty where the slope falls along some axis, or along the normal of a
surface on which pieces meet. For F concave: −u. Where u itself stands in F, its value at the point
is meant, and F is convex in it and the gradient.
"""

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from itertools import combinations, product
from types import MappingProxyType
from typing import Final, final

from symplex.expression import Derivative, Expression, Operator, number
from symplex.expression import operators as op
from symplex.expression.calculus import differentiate
from symplex.expression.operators import Rule
from symplex.proof.kernel.meetings import described
from symplex.proof.kernel.pieces import pieces, require_defined, vanishes
from symplex.proof.kernel.region import Fact, Values, tokens_of
from symplex.proof.kernel.signs import signed
from symplex.proof.kernel.study import Study
from symplex.proof.kernel.workspace import Workspace
from symplex.reasons import Code, Reason
from symplex.work.budget import Missing


class Shape(Enum):
    """How a formula bends in the unknown's derivatives."""

    AFFINE = "affine"
    CONVEX = "convex"
    CONCAVE = "concave"
    UNKNOWN = "unknown"


_MAX_SETS, _MAX_GUARDS = 400, 8
_OPPOSITE: Final = MappingProxyType({Shape.CONVEX: Shape.CONCAVE, Shape.CONCAVE: Shape.CONVEX})
Signature = Mapping[int, int]
"""The signs of some guards, by their numbers."""
Direction = Mapping[Derivative, Expression]
"""The components of a vector at a point, by the derivatives along them."""


def curvature(formula: Expression, space: Workspace) -> Shape:
    """The curvature of a formula in the unknown's derivatives, by rules of composition."""
    root, below = formula.root, formula.arguments
    if not formula.derivatives or not below:
        return Shape.AFFINE
    if root in (op.MULTIPLY, op.DIVIDE):
        return _scaled(formula, space)
    inner = [curvature(part, space) for part in below]
    if root in (op.NEGATE, op.SUBTRACT):
        inner[-1] = _OPPOSITE.get(inner[-1], inner[-1])
    bent = set(inner) - {Shape.AFFINE}
    if root in (op.ADD, op.SUBTRACT, op.NEGATE):
        return bent.pop() if len(bent) == 1 else Shape.UNKNOWN if bent else Shape.AFFINE
    exponent = root.exponent if isinstance(root, Operator) else None
    rounded = root in (op.ABS, op.COSH) or (exponent and exponent > 0 and exponent % 2 == 0)
    rises = root in (op.MAX, op.RELU, op.EXP) and bent <= {Shape.CONVEX}
    if rises or (rounded and not bent) or (root is op.SQRT and _is_norm(below[0], space)):
        return Shape.CONVEX
    return Shape.CONCAVE if root is op.MIN and bent <= {Shape.CONCAVE} else Shape.UNKNOWN


def _scaled(formula: Expression, space: Workspace) -> Shape:
    """A product or quotient with a factor of known sign."""
    first, second = formula.arguments
    factor, inner = (second, first) if first.derivatives else (first, second)
    if factor.derivatives or (formula.root is op.DIVIDE and inner is second):
        return Shape.UNKNOWN
    found = curvature(inner, space)
    if found not in _OPPOSITE:
        return found
    sign = space.signs.sign(factor, Rule.NONNEGATIVE)
    return found if sign > 0 else _OPPOSITE[found] if sign else Shape.UNKNOWN


def _is_norm(radicand: Expression, space: Workspace) -> bool:
    """A sum of squares of first-degree terms, and numbers that are not negative."""
    if not radicand.derivatives:
        return space.signs.holds(radicand, Rule.NONNEGATIVE)
    if radicand.root is op.ADD:
        return all(_is_norm(part, space) for part in radicand.arguments)
    if radicand.root is op.MULTIPLY:
        first, second = radicand.arguments
        one_constant = not (first.derivatives and second.derivatives)
        return one_constant and _is_norm(first, space) and _is_norm(second, space)
    return radicand.root is op.SQUARE and curvature(radicand.arguments[0], space) is Shape.AFFINE


@final
class ViscosityProof:
    """One first-order equation, oriented, with the answer's pieces."""

    def __init__(self, operator: Expression, found: Study, sign: int) -> None:
        self._operator = signed(operator, sign)
        self._found = found
        self._shape = curvature(self._operator, found.space)
        self._side = -1 if self._shape is Shape.CONCAVE else 1
        tokens = sorted(operator.derivatives, key=repr)
        self._tokens = [token for token in tokens if token.order]
        self._states = [token for token in tokens if not token.order]
        self._guards, self._leaves = list[Expression](), list[Signature]()

    def prove(self) -> Reason:
        """Show both halves, and say how.

        Raises:
            Missing: with what was not shown.
        """
        self._found.require_defined(self._operator.derivatives)
        if op.SIGN in self._operator.operators:
            raise Missing(Code.VISCOSITY_EQUATION_JUMPS)
        if self._shape is Shape.AFFINE:
            return Reason(Code.SHOWN_VISCOSITY_LINEAR)
        if self._shape not in _OPPOSITE:
            raise Missing(Code.VISCOSITY_NOT_CONVEX)
        self._leaves = [self._signature(part.guards) for part in self._found.parts]
        if len(self._guards) > _MAX_GUARDS:
            raise Missing(Code.VISCOSITY_TOO_MANY_PIECES)
        for chosen, values, space in self._meetings():
            self._check(chosen, values, space)
        return Reason(Code.SHOWN_VISCOSITY, shape=self._shape.value)

    def _signature(self, guards: Sequence[Expression]) -> Signature:
        """The numbers of the guards of a piece, with their signs; new ones are added."""
        found: dict[int, int] = {}
        for guard in guards:
            known = product(enumerate(self._guards), (1, -1))
            is_zero = self._found.space.is_zero
            same = ((i, sign) for (i, one), sign in known if is_zero(guard - signed(one, sign)))
            index, sign = next(same, (len(self._guards), 1))
            self._guards += [guard] if index == len(self._guards) else []
            found[index] = sign
        return found

    def _meetings(self) -> Iterator[tuple[list[int], Values, Workspace]]:
        """Every place where some guards vanish and others are strict, with the pieces there."""
        space, dead, count = self._found.space, list[set[int]](), 0
        numbers = range(len(self._guards))
        for zeros in (set(z) for size in numbers for z in combinations(numbers, size + 1)):
            if any(known <= zeros for known in dead):
                continue
            guards = (signed(self._guards[i], sign) for i in zeros for sign in (1, -1))
            facts = (Fact(guard, Rule.NONNEGATIVE) for guard in guards)
            region = space.region.with_facts(facts)
            try:
                places = list(described({}, region, space))
            except Missing:  # It is not solved for a variable, and may still be spoken of.
                anywhere: Values = {}
                places = [] if space.on(region).is_empty else [(anywhere, space.on(region))]
            dead += [] if places else [zeros]
            for (values, there), (signs, chosen) in product(places, self._cells(zeros, {})):
                count += 1
                if count > _MAX_SETS:
                    raise Missing(Code.VISCOSITY_TOO_MANY_PIECES)
                yield from self._at(values, there, signs, chosen)

    def _cells(self, zeros: set[int], signs: Signature) -> Iterator[tuple[Signature, list[int]]]:
        """The signs of other guards that pieces may have, each with the pieces that do.

        A point at which a guard of one of its pieces vanishes lies in pieces on both sides.
        """
        chosen = [
            index
            for index, leaf in enumerate(self._leaves)
            if all(signs.get(g, s) == s for g, s in leaf.items())
        ]
        sides = [{self._leaves[index].get(zero) for index in chosen} for zero in zeros]
        if not all(side >= {1, -1} for side in sides):
            return
        others = (g for i in chosen for g in self._leaves[i] if g not in zeros and g not in signs)
        other = next(others, None)
        if other is None:
            yield signs, chosen
            return
        for sign in (1, -1):
            yield from self._cells(zeros, {**signs, other: sign})

    def _at(
        self, values: Values, space: Workspace, signs: Signature, chosen: Sequence[int]
    ) -> Iterator[tuple[list[int], Values, Workspace]]:
        """The pieces that are not shown to be elsewhere, unless nothing is there."""
        tokens = tokens_of(values)
        facts = (signed(self._guards[i], s).substitute(tokens) for i, s in signs.items())
        part = space.on(space.region.with_facts(Fact(fact, Rule.POSITIVE) for fact in facts))
        guards = {i: [g.substitute(tokens) for g in self._found.parts[i].guards] for i in chosen}
        outside = (any(part.signs.holds(-g, Rule.POSITIVE) for g in guards[i]) for i in chosen)
        near = [index for index, is_out in zip(chosen, outside, strict=True) if not is_out]
        if len(near) > 1 and not part.is_empty:
            yield near, values, part

    def _check(self, chosen: Sequence[int], values: Values, space: Workspace) -> None:
        """Show the other half on a set: the quickest argument first, normals at last."""
        if any(self._falls(way, chosen, values, space) for way in self._axes()):
            return
        try:
            self._require_hull(chosen, values, space)
        except Missing:
            if not any(self._falls(way, chosen, values, space) for way in self._normals(chosen)):
                raise

    def _require_hull(self, chosen: Sequence[int], values: Values, space: Workspace) -> None:
        """Show that F vanishes at each gradient and has its sign at their mean."""
        tokens, jets = tokens_of(values), self._found.jets
        # The answer is continuous, so that F(x, u(x), p) is a continuous function of x and p.
        states = {t: jets[chosen[0]][t].substitute(tokens) for t in self._states}
        operator = self._operator.substitute(tokens).substitute(states)
        gradients = [{t: jets[i][t].substitute(tokens) for t in self._tokens} for i in chosen]
        for gradient in gradients:
            at_piece = operator.substitute(gradient)
            require_defined(at_piece, space, Code.PART_OPERATOR)
            vanishes(at_piece, space)
        share, zero = number(Fraction(1, len(chosen))), number(0)
        mean = {t: share * sum((g[t] for g in gradients), zero) for t in self._tokens}
        value = signed(operator.substitute(mean), self._side)
        if not _obeys(value, space, Rule.NONNEGATIVE):
            falls = self._side > 0
            raise Missing(Code.VISCOSITY_SLOPE_FALLS if falls else Code.VISCOSITY_SLOPE_RISES)

    def _axes(self) -> Iterator[Direction]:
        yield from ({token: number(1)} for token in self._tokens)

    def _normals(self, chosen: Sequence[int]) -> Iterator[Direction]:
        """The normals of the guards of some pieces; any direction may be tried."""
        guards = (guard for index in chosen for guard in self._found.parts[index].guards)
        for guard in dict.fromkeys(guards):
            normal = {token: differentiate(guard, token.by[0]) for token in self._tokens}
            yield normal
            # A surface that moves is best crossed at rest: without its rate there is less to show.
            yield from ({t: n for t, n in normal.items() if t is not left} for left in normal)

    def _falls(
        self, way: Direction, chosen: Sequence[int], values: Values, space: Workspace
    ) -> bool:
        """Whether along a direction every slope after is below (above) every slope before."""
        tokens, after, before = tokens_of(values), list[Expression](), list[Expression]()
        there = {token: part.substitute(tokens) for token, part in way.items()}
        for index in chosen:
            jets, leaving = self._found.jets[index], set[int]()
            slope = _along(there, {token: jets[token].substitute(tokens) for token in there})
            for guard in self._found.parts[index].guards:
                if _is_zero_there(guard.substitute(tokens), space):
                    slopes = {t: differentiate(guard, t.by[0]).substitute(tokens) for t in there}
                    rate = _along(there, slopes)
                    leaving |= {s for s in (1, -1) if _obeys(signed(rate, s), space, Rule.POSITIVE)}
            after += [slope] if -1 not in leaving else []
            before += [slope] if 1 not in leaving else []
        gaps = [signed(b - a, self._side) for a in after for b in before]
        return bool(gaps) and all(_obeys(gap, space, Rule.POSITIVE) for gap in gaps)


def _along(way: Direction, gradient: Direction) -> Expression:
    """The slope along a direction."""
    return sum((part * gradient[token] for token, part in way.items()), number(0))


def _is_zero_there(guard: Expression, space: Workspace) -> bool:
    """Whether a guard is shown to vanish, or two facts say so."""
    facts = [f.formula for f in space.region.facts if f.rule is Rule.NONNEGATIVE]
    both = (any(space.is_zero(fact - signed(guard, s)) for fact in facts) for s in (1, -1))
    return space.is_zero(guard) or all(both)


def _obeys(formula: Expression, space: Workspace, rule: Rule) -> bool:
    """Whether a formula is shown to be defined and to obey a rule on each of its pieces."""
    try:
        require_defined(formula, space, Code.PART_OPERATOR)
        parts = pieces((formula,), space)
        return all(part.space.signs.holds(part.formulas[0], rule) for part in parts)
    except Missing:
        return False
