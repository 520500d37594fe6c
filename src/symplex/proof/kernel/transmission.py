"""What jumps leaves nothing on surfaces: normal fluxes, and kinks along characteristics.

As a distribution ∂F by x of a function F that is smooth on both sides of a surface g = 0 is its
piecewise derivative and a layer [F]·g_x/|∇g| on the surface, with the jump [·]. So Σ c·∂F + S = 0
holds if it does on every piece, and Σ c·[F]·∂g = 0 on every surface: of a flux in several
variables its normal part alone has to be continuous, and a kink of the wave equation has to move
with the speed of waves.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from symplex.expression import Derivative, Expression, number
from symplex.expression.calculus import differentiate
from symplex.expression.differentiated import placeholder
from symplex.expression.operators import Rule
from symplex.problem import Equation
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


class _Term(NamedTuple):
    """c·∂F by a variable; the leaf that stands for ∂F in the equation."""

    leaf: Derivative
    factor: Expression
    flux: Expression
    name: str


def prove_transmission(equation: Equation, found: Study) -> Reason:
    """Show that an equation holds in the sense of distributions, and say how.

    That it holds on every piece was shown before.

    Raises:
        Missing: with what was not shown.
    """
    found.require_defined(equation.derivatives)
    if any(part.jumps for part in found.parts):
        raise Missing(Code.WEAK_ANSWER_JUMPS)
    terms = [*_divergences(equation, found), *_standing(equation, found)]
    if not terms:
        raise Missing(Code.JUMP_NOTHING_DIFFERENTIATED)
    rest = equation.with_placeholders.substitute({term.leaf: number(0) for term in terms})
    cut = refined([*(term.flux for term in terms), rest], found)
    for part in cut.parts:
        for term, flux in zip(terms, part.formulas, strict=False):
            require_defined(differentiate(flux, term.name), part.space, Code.PART_FLUX)
    for i, j, values, space in cut.meetings():
        parts = cut.parts[i], cut.parts[j]
        _require_balance(terms, parts, (values, space), cut.space.region.variables)
    return Reason(Code.SHOWN_TRANSMISSION)


def _require_balance(
    terms: Sequence[_Term], parts: tuple[Piece, Piece], place: Place, names: Sequence[str]
) -> None:
    """Show that Σ c·[F]·∂g vanishes where two pieces meet, g the guard that parts them."""
    tokens = tokens_of(place[0])
    above, below = ([f.substitute(tokens) for f in part.formulas] for part in parts)
    for formula in (*above, *below):  # bounded, up to the edges too
        require_defined(formula, place[1], Code.PART_LIMIT)
    guard = _parting(parts, place, names)
    space = _off_edges(guard, parts, place, names)
    if space.is_empty:
        return
    total, factors = number(0), list[Expression]()
    for term, *sides in zip(terms, above, below, strict=False):
        factor, slope = (f.substitute(tokens) for f in (term.factor, _across(guard, term)))
        layer = (sides[0] - sides[1]) * slope
        factors += [] if space.is_zero(layer) else [factor]
        total = total + factor * layer
    if factors and not any(space.signs.holds(factor, Rule.NONZERO) for factor in factors):
        raise Missing(Code.JUMP_COEFFICIENTS_VANISH)
    vanishes(total, space)


def _across(guard: Expression, term: _Term) -> Expression:
    return differentiate(guard, term.name)


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


def _divergences(equation: Equation, found: Study) -> Iterator[_Term]:
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
            _require_linear(flux, found)
            yield _Term(token, _factor(token, kept, found), flux, record.by[-1])


def _standing(equation: Equation, found: Study) -> Iterator[_Term]:
    """Every derivative that is no function, as c·∂F by its last variable."""
    kept = equation.with_placeholders
    for token in sorted(kept.derivatives, key=repr):
        if token.of not in found.unknowns or found.is_continuous(token):
            continue
        factor, before = _factor(token, kept, found), Derivative(token.of, token.by[:-1])
        if not found.is_continuous(before):
            flux = Expression((before,))
            _require_linear(flux, found)
            yield _Term(token, factor, flux, token.by[-1])


def _factor(token: Derivative, kept: Expression, found: Study) -> Expression:
    factor = linear_coefficient(kept, token, found.space)
    if factor is None or factor.derivatives or not is_smooth(factor, found.space):
        raise Missing(Code.WEAK_NOT_LINEAR)
    return factor


def _require_linear(flux: Expression, found: Study) -> None:
    """Show that a flux is a bounded function, of first degree in the slopes that jump."""
    jumping = {token for token in flux.derivatives if not found.is_continuous(token)}
    for token in sorted(jumping, key=repr):
        if not found.is_continuous(Derivative(token.of, token.by[:-1])):
            raise Missing(Code.JUMP_FLUX_MORE_THAN_SLOPES)
        slope = linear_coefficient(flux, token, found.space)
        if slope is None or slope.derivatives & jumping:
            raise Missing(Code.JUMP_FLUX_NOT_LINEAR)
