"""Viscosity solutions of first-order equations, at every set on which pieces meet.

For F convex in the gradient, a locally Lipschitz function that solves F = 0 almost everywhere is a
subsolution. It is a supersolution if F ≥ 0 on D⁻u at every point. D⁻u lies in the convex hull of
the gradients of the pieces that meet there; F ≤ 0 on that hull, so F ≥ 0 at its barycentre makes F
vanish on all of it. D⁻u is empty where the slope along some axis falls. For F concave: −u.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Final, final

from symplex.budget import Missing
from symplex.expression import Derivative, Expression, Operator, Symbol, Token, number
from symplex.expression import operators as op
from symplex.expression.calculus import differentiate
from symplex.expression.operators import Rule
from symplex.proof.kernel.pieces import Workspace, described, pieces, require_defined
from symplex.proof.kernel.region import Fact
from symplex.proof.kernel.study import Study, Values

CONSTANT, AFFINE, CONVEX, CONCAVE, UNKNOWN = "constant", "affine", "convex", "concave", "unknown"
_MAX_SETS: Final = 400
_MAX_GUARDS: Final = 8
_OPPOSITE: Final = {CONVEX: CONCAVE, CONCAVE: CONVEX}


def curvature(formula: Expression, space: Workspace) -> str:
    """The curvature of a formula in the unknown's derivatives, by rules of composition."""
    if not formula.derivatives:
        return CONSTANT
    if not formula.arguments:
        return AFFINE
    root, below = formula.root, formula.arguments
    if root is op.NEGATE:
        return _negated(curvature(below[0], space))
    if root in (op.ADD, op.SUBTRACT):
        second = curvature(below[1], space)
        return _sum(curvature(below[0], space), second if root is op.ADD else _negated(second))
    if root in (op.MULTIPLY, op.DIVIDE):
        return _scaled(root, below, space)
    return _composed(root, below, space)


def _negated(found: str) -> str:
    return _OPPOSITE.get(found, found)


def _sum(one: str, two: str) -> str:
    ranks = {CONSTANT: 0, AFFINE: 1}
    if one in ranks and two in ranks:
        return one if ranks[one] >= ranks[two] else two
    if one in ranks or one == two:
        return two
    return one if two in ranks else UNKNOWN


def _scaled(root: Token, below: Sequence[Expression], space: Workspace) -> str:
    first, second = below
    if (first.derivatives and second.derivatives) or (root is op.DIVIDE and second.derivatives):
        return UNKNOWN
    factor, inner = (second, first) if first.derivatives else (first, second)
    found = curvature(inner, space)
    sign = space.signs.sign(factor)
    if found in (CONSTANT, AFFINE):
        return found
    return UNKNOWN if not sign else found if sign > 0 else _negated(found)


def _composed(root: Token, below: Sequence[Expression], space: Workspace) -> str:
    inner = [curvature(part, space) for part in below]
    convex = all(found in (CONSTANT, AFFINE, CONVEX) for found in inner)
    affine = all(found in (CONSTANT, AFFINE) for found in inner)
    if root in (op.MAX, op.RELU, op.EXP):
        return CONVEX if convex else UNKNOWN
    if root is op.MIN:
        return CONCAVE if all(f in (CONSTANT, AFFINE, CONCAVE) for f in inner) else UNKNOWN
    if root in (op.ABS, op.COSH):
        return CONVEX if affine else UNKNOWN
    if root is op.SQRT and _is_norm(below[0], space):
        return CONVEX
    exponent = root.exponent if isinstance(root, Operator) else None
    if exponent is not None and exponent.denominator == 1 and exponent > 0 and exponent % 2 == 0:
        return CONVEX if affine else UNKNOWN
    return UNKNOWN


def _is_norm(radicand: Expression, space: Workspace) -> bool:
    """A sum of squares of first-degree terms, and numbers that are not negative."""
    if radicand.root is op.ADD:
        return all(_is_norm(part, space) for part in radicand.arguments)
    if radicand.root is op.MULTIPLY:
        first, second = radicand.arguments
        factor, inner = (second, first) if first.derivatives else (first, second)
        return (
            not factor.derivatives
            and _is_norm(inner, space)
            and space.signs.holds(factor, Rule.NONNEGATIVE)
        )
    if not radicand.derivatives:
        return space.signs.holds(radicand, Rule.NONNEGATIVE)
    return radicand.root is op.SQUARE and curvature(radicand.arguments[0], space) == AFFINE


@final
class ViscosityProof:
    """One first-order equation, oriented, with the answer's pieces."""

    def __init__(self, operator: Expression, unknown: str, found: Study, sign: int) -> None:
        self._operator = operator if sign > 0 else -operator
        self._found = found
        self._sets = 0
        self._passed: list[tuple[list[int], Sequence[int], frozenset[tuple[int, int]]]] = []
        tokens = sorted(operator.derivatives, key=repr)
        self._tokens = [token for token in tokens if token.order]
        self._unknown = unknown
        shape = curvature(self._operator, found.space)
        self._side = {CONVEX: 1, CONCAVE: -1, AFFINE: 0}.get(shape)

    def prove(self) -> str:
        """Show both halves; the sentence that says how.

        Raises:
            Missing: with what was not shown.
        """
        if any(not token.order for token in self._operator.derivatives):
            raise Missing("the equation contains the unknown itself beside its gradient")
        if self._side is None:
            raise Missing("the equation is not shown to be convex or concave in the gradient")
        if self._side == 0:
            return "linear in the gradient, and solved almost everywhere by a Lipschitz function"
        if any(part.jumps for part in self._found.parts):
            raise Missing("the answer jumps")
        self._check_sets()
        shape = "convex" if self._side > 0 else "concave"
        return f"F is {shape} in the gradient; the other half holds where pieces meet"

    def _check_sets(self) -> None:
        """Every set of guards that may vanish together, the others having strict signs."""
        guards, leaves = self._guards()
        if len(guards) > _MAX_GUARDS:
            raise Missing("too many pieces meet")
        dead: list[frozenset[int]] = []
        for size in range(1, len(guards) + 1):
            for zeros in combinations(range(len(guards)), size):
                if any(known <= frozenset(zeros) for known in dead):
                    continue
                places = self._places([guards[i] for i in zeros])
                if not places:
                    dead.append(frozenset(zeros))
                for signs in _families(leaves, zeros) if places else ():
                    self._check_family(guards, leaves, zeros, signs, places)

    def _places(self, zeros: Sequence[Expression]) -> list[tuple[Values, Workspace]]:
        """Where some guards vanish together."""
        facts = [Fact(_signed(g, sign), Rule.NONNEGATIVE) for g in zeros for sign in (1, -1)]
        space = self._found.space
        return list(described({}, space.region.with_facts(facts), space))

    def _guards(self) -> tuple[list[Expression], list[dict[int, int]]]:
        """The different guards, and for each piece the signs of those that bound it."""
        known: list[Expression] = []
        leaves: list[dict[int, int]] = []
        is_zero = self._found.space.is_zero
        for part in self._found.parts:
            leaf: dict[int, int] = {}
            for guard in part.guards:
                same = (i for i, g in enumerate(known) if is_zero(guard - g) or is_zero(guard + g))
                index = next(same, len(known))
                if index == len(known):
                    known.append(guard)
                leaf[index] = 1 if is_zero(guard - known[index]) else -1
            leaves.append(leaf)
        return known, leaves

    def _check_family(
        self,
        guards: Sequence[Expression],
        leaves: Sequence[Mapping[int, int]],
        zeros: Sequence[int],
        signs: Mapping[int, int],
        places: Sequence[tuple[Values, Workspace]],
    ) -> None:
        chosen = [i for i, leaf in enumerate(leaves) if _agree(leaf, signs, zeros)]
        for zero in zeros:
            if not {leaves[i].get(zero, 0) for i in chosen} >= {1, -1}:
                return
        pattern = frozenset(signs.items())
        if any(c == chosen and z == zeros and p <= pattern for c, z, p in self._passed):
            return  # Shown before, under fewer assumptions.
        self._passed.append((chosen, zeros, pattern))
        self._sets += 1
        if self._sets > _MAX_SETS:
            raise Missing("too many pieces meet")
        for values, space in places:
            tokens = {Symbol(n): v for n, v in values.items()}
            facts = [
                Fact(_signed(guards[i], sign).substitute(tokens), Rule.POSITIVE)
                for i, sign in signs.items()
            ]
            part = space.on(space.region.with_facts(facts))
            there = [i for i in chosen if not self._is_away(i, tokens, part)]
            if len(there) > 1 and not part.is_empty:
                self._check_at(there, values, part)

    def _is_away(self, index: int, tokens: Mapping[Token, Expression], place: Workspace) -> bool:
        """Whether a piece is shown not to reach a place: a guard is negative there."""
        guards = (guard.substitute(tokens) for guard in self._found.parts[index].guards)
        return any(place.signs.holds(-guard, Rule.POSITIVE) for guard in guards)

    def _check_at(self, chosen: Sequence[int], values: Values, space: Workspace) -> None:
        tokens: dict[Token, Expression] = {Symbol(n): v for n, v in values.items()}
        gradients = [
            {t: self._found.jets[index][t].substitute(tokens) for t in self._tokens}
            for index in chosen
        ]
        if self._falls(chosen, gradients, tokens, space):
            return
        share = Fraction(1, len(chosen))
        mean: dict[Token, Expression] = {}
        for token in self._tokens:
            total = gradients[0][token]
            for other in gradients[1:]:
                total = total + other[token]
            mean[token] = number(share) * total
        value = self._operator.substitute(tokens).substitute(mean)
        try:
            _require_sign(value if (self._side or 0) > 0 else -value, space)
        except Missing:
            raise Missing(
                "the viscosity inequality is not shown where pieces meet: F at the mean of their "
                "gradients has no proved sign, and no axis along which the slope "
                + ("falls" if (self._side or 0) > 0 else "rises")
            ) from None

    def _falls(
        self,
        chosen: Sequence[int],
        gradients: Sequence[Mapping[Derivative, Expression]],
        tokens: Mapping[Token, Expression],
        space: Workspace,
    ) -> bool:
        """Whether along some axis every slope after is below (above) every slope before."""
        for token in self._tokens:
            (name,) = token.by
            sides = self._sides(chosen, name, tokens, space)
            after = [g[token] for g, side in zip(gradients, sides, strict=True) if -1 not in side]
            before = [g[token] for g, side in zip(gradients, sides, strict=True) if 1 not in side]
            pairs = [(a, b) for a in after for b in before]
            drop = [(b - a) if (self._side or 0) > 0 else (a - b) for a, b in pairs]
            if pairs and all(_is_positive(gap, space) for gap in drop):
                return True
        return False

    def _sides(
        self,
        chosen: Sequence[int],
        name: str,
        tokens: Mapping[Token, Expression],
        space: Workspace,
    ) -> list[set[int]]:
        """For each piece, the signs with which its guards leave zero along an axis."""
        found: list[set[int]] = []
        for index in chosen:
            signs: set[int] = set()
            for guard in self._found.parts[index].guards:
                if not space.is_zero(guard.substitute(tokens)):
                    continue
                slope = differentiate(guard, name).substitute(tokens)
                signs.add(0 if _is_undefined(slope, space) else space.signs.sign(slope))
            found.append(signs)
        return found


def _signed(formula: Expression, sign: int) -> Expression:
    return formula if sign > 0 else -formula


def _agree(leaf: Mapping[int, int], signs: Mapping[int, int], zeros: Sequence[int] = ()) -> bool:
    return all(g in zeros or signs.get(g, sign) == sign for g, sign in leaf.items())


def _families(leaves: Sequence[Mapping[int, int]], zeros: Sequence[int]) -> list[Mapping[int, int]]:
    """The sign patterns of the other guards that pieces may have in common at one point."""
    found: dict[frozenset[tuple[int, int]], None] = {}
    for leaf in leaves:
        outside = {guard: sign for guard, sign in leaf.items() if guard not in zeros}
        for known in list(found):
            if _agree(outside, dict(known)):
                found[known | frozenset(outside.items())] = None
        found[frozenset(outside.items())] = None
        if len(found) > _MAX_SETS:
            raise Missing("too many pieces meet")
    return [dict(family) for family in sorted(found, key=len)]


def _is_undefined(formula: Expression, space: Workspace) -> bool:
    try:
        require_defined(formula, space, "a slope")
    except Missing:
        return True
    return False


def _is_positive(formula: Expression, space: Workspace) -> bool:
    try:
        return all(
            piece.space.signs.holds(piece.formulas[0], Rule.POSITIVE)
            for piece in pieces((formula,), space)
        )
    except Missing:
        return False


def _require_sign(formula: Expression, space: Workspace) -> None:
    """Show that a formula is nowhere negative."""
    require_defined(formula, space, "F")
    for piece in pieces((formula,), space):
        inner = piece.formulas[0]
        if not piece.space.is_zero(inner) and not piece.space.signs.holds(inner, Rule.NONNEGATIVE):
            raise Missing("a sign is not shown")
