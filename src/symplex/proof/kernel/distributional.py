"""Distributional solutions: what jumps leaves no layers on interfaces.

Theorem (Volpert 1967; De Giorgi and Federer): let F and S be bounded functions, F continuously
differentiable up to the boundary of each of finitely many cells, and c smooth functions of the
variables. Then Σ c·∂F + S = 0 in the sense of distributions if and only if it holds in the cells,
and Σ c·[F]·ν = 0 almost everywhere on the interfaces with their normals ν: where interfaces cross,
end or meet a face, there is nothing to show. Pfeffer (1991): a continuous F need be differentiable
only off a closed set of finite area, if ∂F is integrable.

By docs/meaning.md this is the notion of an equation only if F and S are jointly affine in what
jumps, and something that jumps has a factor that does not vanish on the interface.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from typing import NamedTuple

from symplex.expression import Derivative, Expression, Symbol, number
from symplex.expression.calculus import differentiate
from symplex.expression.differentiated import placeholder
from symplex.expression.operator_facts import kinks_of, limits_of
from symplex.expression.operators import Rule
from symplex.problem.equation import Equation
from symplex.proof.kernel.frozen import frozen, is_zero_for_all
from symplex.proof.kernel.meetings import Place
from symplex.proof.kernel.pieces import Piece, require_defined, vanishes
from symplex.proof.kernel.region import Fact, tokens_of
from symplex.proof.kernel.study import (
    Study,
    is_smooth,
    linear_coefficient,
    refined,
    require_continuous,
    require_functions,
)
from symplex.proof.kernel.workspace import Workspace
from symplex.reasons import Code, Reason
from symplex.work.budget import Missing

Gradient = Sequence[Expression]


class Law(NamedTuple):
    """c·∂F by a variable; the leaf that stands for ∂F in the equation."""

    leaf: Derivative
    factor: Expression
    flux: Expression
    name: str
    written: Expression
    """What the statement differentiates: F, or a continuous function of which F is a derivative."""


def prove_distributional(equation: Equation, found: Study) -> Reason:
    """Show that an equation holds in the sense of distributions, and say how.

    That it holds in every cell was shown before.

    Raises:
        Missing: with what was not shown.
    """
    laws = [*_divergences(equation, found), *_standing(equation, found)]
    rest = equation.with_placeholders.substitute({law.leaf: number(0) for law in laws})
    formulas = [*(law.written for law in laws), rest]
    for formula in formulas:
        require_affine(formula, found)
    inside = frozenset[Derivative]().union(*(formula.derivatives for formula in formulas))
    _require_presence(equation, inside | {law.leaf for law in laws}, found)
    if not found.rough.keys() & equation.derivatives:
        try:
            for law in laws:
                _require_continuous(law.flux, found)
        except Missing:
            _require_balances(laws, rest, found)
            return Reason(Code.SHOWN_TRANSMISSION)
        return Reason(Code.SHOWN_JUMPS_ALONE)
    if any(part.jumps for part in found.parts):
        raise Missing(Code.WEAK_ANSWER_JUMPS)
    for part, jets in zip(found.parts, found.jets, strict=True):
        require_defined(rest.substitute(jets), part.space, Code.PART_UNDIFFERENTIATED)
    for law in laws:
        _require_continuous(law.flux, found)
    return Reason(Code.SHOWN_JUMPS_ALONE)


def _require_continuous(flux: Expression, found: Study) -> None:
    """Show that a flux is continuous, unless it is a derivative of which that is known."""
    root = flux.root
    if not (isinstance(root, Derivative) and found.is_continuous(root)):
        require_continuous(flux, found)


def require_affine(formula: Expression, found: Study) -> None:
    """Show that a formula is bounded, and jointly affine in what jumps, on every interface.

    What does not jump has its value there: h·v² is affine in v where h = 0.

    Raises:
        Missing: if it holds the derivative of a jump, or more than first degrees.
    """
    if len(found.parts) == 1:  # There are no interfaces.
        return
    jumping = [d for d in sorted(formula.derivatives, key=repr) if not _is_continuous(d, found)]
    for token in (token for token in jumping if token.order):
        if not found.is_continuous(Derivative(token.of, token.by[:-1])):
            raise Missing(Code.JUMP_FLUX_MORE_THAN_SLOPES)
    whole, symbols = frozen(formula)
    names = [symbols[token].name for token in jumping]
    bends = [*kinks_of(whole, found.space.budget)]
    bends += [margin for margin, _ in limits_of(whole, found.space.budget)]
    if any(bend.symbols & set(names) for bend in bends):
        raise Missing(Code.JUMP_FLUX_NOT_LINEAR)
    known = [token for token in symbols if token not in jumping]
    for one, other in combinations_with_replacement(names, 2):
        second = differentiate(differentiate(whole, one), other)
        if second != number(0) and not _vanishes_on_interfaces(second, known, symbols, found):
            raise Missing(Code.JUMP_FLUX_NOT_LINEAR)


def _vanishes_on_interfaces(
    second: Expression,
    known: Sequence[Derivative],
    symbols: Mapping[Derivative, Symbol],
    found: Study,
) -> bool:
    """Whether a formula vanishes on every interface, whatever values the other symbols have."""
    for i, _, values, space in found.meetings():
        continuous = {symbols[token]: found.jets[i][token] for token in known}
        here = second.substitute(continuous).substitute(tokens_of(values))
        if not is_zero_for_all(here, space):
            return False
    return True


def _require_presence(equation: Equation, inside: Collection[Derivative], found: Study) -> None:
    """Show that on each interface something that jumps has a factor that does not vanish there.

    x·u_xx = 0 says nothing of a kink at x = 0. `inside` are the derivatives in fluxes, in the
    source and beside divergences: if none of them jumps, neither does anything else.
    """
    residual, jumping = equation.residual, [d for d in inside if not _is_continuous(d, found)]
    tokens = [d for d in sorted(residual.derivatives, key=repr) if _extends(d, jumping)]
    if jumping and not tokens:
        raise Missing(Code.JUMP_COEFFICIENTS_VANISH)
    factors = {d: linear_coefficient(residual, d, found.space) for d in tokens}
    if all(f and not f.derivatives and _is_nonzero(f, found.space) for f in factors.values()):
        return
    for i, j, values, space in found.meetings():
        there = tokens_of(values)
        here = [token for token in tokens if _jumps(token, found, (i, j), (values, space))]
        slopes = (factors[token] for token in here)
        local = [s.substitute(found.jets[i]).substitute(there) for s in slopes if s is not None]
        if here and not _is_nonzero(sum((s * s for s in local), number(0)), space):
            raise Missing(Code.JUMP_COEFFICIENTS_VANISH)


def _is_continuous(token: Derivative, found: Study) -> bool:
    return token.of not in found.unknowns or found.is_continuous(token)


def _extends(token: Derivative, others: Collection[Derivative]) -> bool:
    """Whether a derivative is one of others, or a derivative of one."""
    return any(token.of == one.of and Counter(one.by) <= Counter(token.by) for one in others)


def _jumps(token: Derivative, found: Study, pair: tuple[int, int], place: Place) -> bool:
    """Whether a derivative, or one below it, is not shown to agree on both sides of an interface.

    Where two cells meet on less than an interface, this may say too much.
    """
    (i, j), (values, space) = pair, place
    below = (Derivative(token.of, token.by[:k]) for k in range(token.order + 1))
    gaps = (found.jets[i][one] - found.jets[j][one] for one in below if one in found.jets[i])
    try:
        return any(not space.is_zero(gap.substitute(tokens_of(values))) for gap in gaps)
    except Missing:
        return True


def _is_nonzero(factor: Expression, space: Workspace) -> bool:
    return space.is_defined(factor) and space.signs.holds(factor, Rule.NONZERO)


def _require_balances(laws: Sequence[Law], rest: Expression, found: Study) -> None:
    """Show that the layers on every interface add up to nothing."""
    found.require_defined(rest.derivatives.union(*(law.flux.derivatives for law in laws)))
    cut = refined([*(law.flux for law in laws), rest], found)
    for part in cut.parts:
        for law, flux in zip(laws, part.formulas, strict=False):
            require_defined(differentiate(flux, law.name), part.space, Code.PART_FLUX)
    for i, j, values, space in cut.meetings():
        parts = cut.parts[i], cut.parts[j]
        _require_balance(laws, parts, (values, space), cut.space.region.variables)


def _require_balance(
    laws: Sequence[Law], parts: tuple[Piece, Piece], place: Place, names: Sequence[str]
) -> None:
    """Show that Σ c·[F]·∂g vanishes where two cells meet, g the guard that parts them."""
    tokens = tokens_of(place[0])
    above, below = ([f.substitute(tokens) for f in part.formulas] for part in parts)
    for formula in (*above, *below):  # bounded, up to the edges too
        require_defined(formula, place[1], Code.PART_LIMIT)
    guard = _parting(parts, place, names)
    space = _off_edges(guard, parts, place, names)
    if space.is_empty:
        return
    total, factors = number(0), list[Expression]()
    for law, *sides in zip(laws, above, below, strict=False):
        factor, slope = (f.substitute(tokens) for f in (law.factor, _across(guard, law)))
        layer = (sides[0] - sides[1]) * slope
        factors += [] if space.is_zero(layer) else [factor]
        total = total + factor * layer
    if factors and not any(space.signs.holds(factor, Rule.NONZERO) for factor in factors):
        raise Missing(Code.JUMP_COEFFICIENTS_VANISH)
    vanishes(total, space)


def _across(guard: Expression, law: Law) -> Expression:
    return differentiate(guard, law.name)


def _parting(parts: tuple[Piece, Piece], place: Place, names: Sequence[str]) -> Expression:
    """A guard that is ≥ 0 on one piece and ≤ 0 on the other, with zeros on a surface."""
    for guard in parts[0].guards:
        if any(guard == -other or other == -guard for other in parts[1].guards):
            gradient = _gradient(guard, place, names)
            if gradient and place[1].signs.holds(_dot(gradient, gradient), Rule.POSITIVE):
                return guard
    raise Missing(Code.MEETING_NO_SURFACE)


def _off_edges(
    guard: Expression, parts: tuple[Piece, Piece], place: Place, names: Sequence[str]
) -> Workspace:
    """The part of a surface where no other guard vanishes whose gradient is independent of its own.

    Where one does, there is an edge, which has no area.
    """
    tokens, space = tokens_of(place[0]), place[1]
    first, facts = _gradient(guard, place, names), list[Fact]()
    for other in dict.fromkeys(g for part in parts for g in part.guards):
        second, here = _gradient(other, place, names), other.substitute(tokens)
        if second and other not in (guard, -guard):
            area = _dot(first, first) * _dot(second, second) - _dot(first, second) ** 2
            edge = space.on(space.region.with_facts([Fact(-here, Rule.NONNEGATIVE)]))
            if not space.is_zero(area) and edge.signs.holds(area, Rule.POSITIVE):
                facts.append(Fact(here, Rule.POSITIVE))
    return space.on(space.region.with_facts(facts))


def _gradient(guard: Expression, place: Place, names: Sequence[str]) -> Gradient:
    """The slopes of a guard by the variables on a set; none if they are not defined there."""
    tokens = tokens_of(place[0])
    slopes = [differentiate(guard, name).substitute(tokens) for name in names]
    return slopes if all(place[1].is_defined(slope) for slope in slopes) else ()


def _dot(one: Gradient, two: Gradient) -> Expression:
    return sum((a * b for a, b in zip(one, two, strict=True)), number(0))


def _divergences(equation: Equation, found: Study) -> Iterator[Law]:
    """Every divergence as c·∂F; all but its last derivative are those of continuous functions."""
    kept, records = equation.with_placeholders, equation.differentiated
    within = frozenset[Derivative]().union(*(r.with_placeholders.derivatives for r in records))
    for index, record in enumerate(records):
        require_functions(record, found)
        token, flux = placeholder(index), record.formula
        for name in record.by[:-1]:
            require_continuous(flux, found)
            flux = differentiate(flux, name)
        if token in within:  # a divergence inside of another one has to be a function
            require_continuous(flux, found)
        if token in kept.derivatives:
            factor = _factor(token, kept, found)
            yield Law(token, factor, flux, record.by[-1], record.formula)


def _standing(equation: Equation, found: Study) -> Iterator[Law]:
    """Every other derivative that jumps, as c·∂F by its last variable."""
    kept = equation.with_placeholders
    for token in sorted(kept.derivatives, key=repr):
        if token.of in found.unknowns and token.order and not found.is_continuous(token):
            before = Expression((Derivative(token.of, token.by[:-1]),))
            yield Law(token, _factor(token, kept, found), before, token.by[-1], before)


def _factor(token: Derivative, kept: Expression, found: Study) -> Expression:
    factor = linear_coefficient(kept, token, found.space)
    if factor is None or factor.derivatives or not is_smooth(factor, found.space):
        raise Missing(Code.WEAK_NOT_LINEAR)
    return factor
