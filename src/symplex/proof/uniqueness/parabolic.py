"""Parabolic equations: maximum principles, growth on open space, and energy where slopes are given.

In each theorem the difference w of two solutions satisfies w_t = Σ a_ij·w_ij + Σ b_i·w_i + c·w.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Final, final

from symplex.codes import UniquenessCode
from symplex.expression import Expression, number
from symplex.expression.calculus import differentiate
from symplex.expression.operators import Rule
from symplex.proof.kernel.notions import CLASSICAL
from symplex.proof.uniqueness.growth import degree, is_gaussian
from symplex.proof.uniqueness.subject import Boundary, Subject
from symplex.proof.uniqueness.theorem import (
    COMPARISON,
    ENERGY,
    PARABOLIC_MAXIMUM,
    PHRAGMEN_LINDELOF,
    TYCHONOFF,
    evolution,
    require,
)
from symplex.reasons import Reason

_PLANE: Final = 2
_MAXIMUM: Final = frozenset({Boundary.OPEN, Boundary.DIRICHLET})
_ENERGY: Final = frozenset({Boundary.OPEN, Boundary.DIRICHLET, Boundary.NEUMANN, Boundary.ROBIN})


@final
@dataclass(frozen=True)
class _Spread:
    """Σ a_ij·u_ij of u_t = Σ a_ij·u_ij + …, time running away from the data."""

    along: Mapping[str, Expression]
    """a_ii for each variable of space."""
    mixed: Expression
    """2·a_12; 0 unless there are two variables of space."""
    factor: Expression
    """What makes a coefficient of the equation one of this form."""


def _spread(subject: Subject) -> _Spread:
    """The second derivatives, with coefficients that do not depend on the unknown.

    Raises:
        Missing: if they are none of a parabolic equation whose values are given at one end of time.
    """
    time, space = evolution(subject), subject.problem.space
    require(subject.notion == CLASSICAL)
    pairs = [tuple(sorted(pair)) for pair in combinations(space, 2)]
    seconds = [subject.token(name, name) for name in space]
    mixed = [subject.token(*pair) for pair in pairs]
    firsts = [subject.token(name) for name in (time, *space)]
    subject.require_tokens(subject.token(), *firsts, *seconds, *mixed)
    require(any(token in subject.tokens for token in seconds))
    side, orders = subject.starts
    rate = subject.principal(time)
    require(0 in orders, subject.space.signs.holds(rate, Rule.NONZERO))
    factor = number(-side) / rate
    along = {name: subject.principal(name, name) * factor for name in space}
    cross = subject.principal(*pairs[0]) * factor if len(pairs) == 1 else number(0)
    require(len(space) <= _PLANE or not set(mixed) & subject.tokens)
    holds = subject.space.signs.holds
    require(*(holds(a, Rule.NONNEGATIVE) for a in along.values()))
    if len(space) == _PLANE and mixed[0] in subject.tokens:
        first, second = along.values()
        require(holds(number(4) * first * second - cross * cross, Rule.NONNEGATIVE))
        require(subject.is_bounded(cross))
    return _Spread(along, cross, factor)


def _walls(subject: Subject) -> set[Boundary]:
    return {wall for name in subject.problem.space for wall in subject.walls(name)}


def parabolic(subject: Subject) -> Reason:
    """u_t = Σ a_ij·u_ij + Σ b_i·u_i + c·u + f, the matrix a without negative eigenvalues."""
    spread, walls = _spread(subject), _walls(subject)
    drifts = [subject.coefficient(name) * spread.factor for name in subject.problem.space]
    zeroth = subject.coefficient() * spread.factor
    if not walls <= _MAXIMUM:
        _require_energy(subject, spread, walls)
        require(*(subject.is_bounded(f) for f in (*drifts, zeroth)))
        grows = Boundary.OPEN in walls
        require(not grows or is_gaussian(subject.formula, subject.space.region))
        # Slopes may be steep as t → 0: then the values alone must be continuous there.
        code = (
            UniquenessCode.CLASS_GAUSSIAN_SLOPES_AT_WALLS
            if grows
            else UniquenessCode.CLASS_SLOPES_AT_WALLS
        )
        return ENERGY.among(Reason(code, functions=UniquenessCode.CLASS_CONTINUOUS))
    if Boundary.OPEN not in walls:
        require(*(subject.is_bounded(f) for f in (*spread.along.values(), *drifts, zeroth)))
        return PARABOLIC_MAXIMUM.among(UniquenessCode.CLASS_CONTINUOUS)
    return _on_open_space(subject, spread, drifts, zeroth)


def _on_open_space(
    subject: Subject, spread: _Spread, drifts: list[Expression], zeroth: Expression
) -> Reason:
    """The growth that coefficients allow, and the class that it leaves."""
    region = subject.space.region
    require(*(_is_at_most(degree(drift, region), 1) for drift in drifts))
    flat = all(subject.is_bounded(a) for a in spread.along.values())
    if flat and _is_at_most(degree(zeroth, region), 2) and is_gaussian(subject.formula, region):
        return TYCHONOFF.among(UniquenessCode.CLASS_GAUSSIAN)
    require(*(_is_at_most(degree(a, region), 2) for a in spread.along.values()))
    require(subject.is_bounded(zeroth), degree(subject.formula, region) is not None)
    return PARABOLIC_MAXIMUM.among(UniquenessCode.CLASS_POLYNOMIAL_GROWTH)


def _is_at_most(found: Fraction | None, most: int) -> bool:
    return found is not None and found <= most


def _require_energy(subject: Subject, spread: _Spread, walls: set[Boundary]) -> None:
    """What the integral of w² needs where slopes are given on walls."""
    require(walls <= _ENERGY, subject.space.is_zero(spread.mixed), subject.is_smooth_answer(1))
    for name, a in spread.along.items():
        slope = differentiate(a, name)
        require(subject.is_above_zero(a), subject.is_bounded(a), subject.is_bounded(slope))


def semilinear(subject: Subject) -> Reason:
    """u_t = Σ a_ij·u_ij + F(x, t, u, ∇u), F smooth for all values of u and ∇u."""
    spread, walls = _spread(subject), _walls(subject)
    space, open_names = subject.problem.space, subject.open_names
    require(subject.is_smooth_in_unknown(), subject.is_smooth_answer(1))
    require(*(subject.is_bounded(f) for f in (spread.factor, *spread.along.values())))
    changes = [subject.slope_by(), *(subject.slope_by(name) for name in space)]
    # Where u and its slopes are bounded, F then is Lipschitz, however far out.
    require(not any(change.symbols & open_names for change in changes))
    steep = any(token.order for change in changes[1:] for token in change.derivatives)
    slopes = [differentiate(subject.formula, name) for name in space]
    # The difference of two solutions meets the answer's slopes only where F multiplies them by u.
    are_met = steep or any(token.order for token in changes[0].derivatives)
    if open_names:
        require(subject.is_bounded(subject.formula))
        require(not are_met or all(subject.is_bounded(slope) for slope in slopes))
    if walls <= _MAXIMUM:
        return COMPARISON.among(_class(subject, steep=steep))
    _require_energy(subject, spread, walls)
    # The slopes of both solutions must be bounded where F is not linear in them, also as t → 0.
    functions = Reason(_class(subject, steep=steep))
    if not steep:
        functions = Reason(UniquenessCode.CLASS_SLOPES_AT_WALLS, functions=functions)
    return ENERGY.among(functions)


def _class(subject: Subject, *, steep: bool) -> UniquenessCode:
    """Functions for which F is Lipschitz; steep: F is not linear in the slopes."""
    if not subject.open_names:
        return UniquenessCode.CLASS_SLOPES if steep else UniquenessCode.CLASS_CONTINUOUS
    return UniquenessCode.CLASS_BOUNDED_SLOPES if steep else UniquenessCode.CLASS_BOUNDED_CONTINUOUS


def phragmen_lindelof(subject: Subject) -> Reason:
    """u_t = Σ a_i·u_ii + Σ b_i·u_i + c·u + f, or the same without u_t in a box; values are stated.

    A bounded function that attains zero at all but exceptional points vanishes: these are a null
    set of the faces, and so for caloric or harmonic measure. a_i, b_i and c are numbers, a_i > 0.
    """
    time, names = subject.problem.time, subject.problem.space
    seconds = [subject.token(name, name) for name in names]
    firsts = [subject.token(name) for name in subject.problem.variables]
    subject.require_tokens(subject.token(), *firsts, *seconds)
    require(subject.notion == CLASSICAL, bool(names), subject.is_bounded(subject.formula))
    require(*(subject.is_constant(one) for one in subject.coefficients.values()))
    walls, holds = _walls(subject), subject.space.signs.holds
    if time is None:
        sign = number(subject.space.signs.sign(subject.coefficient(names[0], names[0])))
        require(
            walls == {Boundary.DIRICHLET}, holds(-sign * subject.coefficient(), Rule.NONNEGATIVE)
        )
    else:
        side, orders = subject.starts
        rate = subject.coefficient(time)
        require(0 in orders, holds(rate, Rule.NONZERO), walls <= _MAXIMUM)
        sign = number(-side) / rate
    require(*(holds(sign * subject.coefficient(n, n), Rule.POSITIVE) for n in names))
    return PHRAGMEN_LINDELOF.among(UniquenessCode.CLASS_BOUNDED_OFF_POINTS)
