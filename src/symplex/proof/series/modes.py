"""Eigenfunctions of an interval, and the coefficients of data in them for every mode.

Owns the four systems of sines and cosines (values or slopes on the two walls), which are orthogonal
and complete in L²: sin(mπs/L) for m ≥ 1; cos(mπs/L) for m ≥ 0; sin and cos of mπs/2L for odd m ≥ 1.
Antiderivatives come from elsewhere and are checked by differentiation.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, final

from symplex.expression import Expression, Number, Symbol, apply, number, symbol
from symplex.expression import operators as op
from symplex.expression.calculus import differentiate
from symplex.expression.expression import leaf
from symplex.expression.operator_facts import kinks_of, limits_of
from symplex.expression.operators import Rule
from symplex.proof.kernel.pieces import pieces
from symplex.proof.kernel.region import Ends, Fact, Region, Values, tokens_of
from symplex.proof.kernel.workspace import Workspace
from symplex.reasons import Code
from symplex.work.budget import Missing

_ZERO: Final = number(0)
Antiderivative = Callable[
    [Sequence[Expression], str, Expression, bool], tuple[Expression, Expression]
]
"""Advice: C and S with (C·cos(ω·s) + S·sin(ω·s))′ = p·sin(ω·s), or p·cos(ω·s).

Of the coefficients of p, the name s, ω, and whether p has the sine.
"""


@final
@dataclass(frozen=True)
class Modes:
    """The eigenfunctions of −d²/ds² on 0 < s < L with a value or a slope that is 0 on each wall."""

    length: Expression
    sine: bool
    """Whether the value is 0 at s = 0; else the slope."""
    mixed: bool
    """Whether the two walls differ."""

    def frequency(self, mode: Expression) -> Expression:
        """mπ/2L with odd m where the walls differ, else mπ/L."""
        return mode * leaf(op.PI) / (number(2) * self.length if self.mixed else self.length)

    def angle(self, mode: Expression, share: Expression) -> Expression:
        """The frequency times s, for a share s/L of the length."""
        return mode * (share / 2 if self.mixed else share) * leaf(op.PI)

    def function(self, mode: Expression, place: Expression) -> Expression:
        """The eigenfunction at s."""
        return apply(op.SIN if self.sine else op.COS, self.frequency(mode) * place)

    @property
    def has_constant(self) -> bool:
        """Whether a constant is an eigenfunction, the one of mode 0."""
        return not self.sine and not self.mixed

    def has(self, mode: int) -> bool:
        """Whether a positive number is that of a mode."""
        return not self.mixed or mode % 2 == 1


@final
@dataclass(frozen=True)
class Part:
    """A polynomial on a part of the interval."""

    low: Expression
    high: Expression
    coefficients: tuple[Expression, ...]


def parts_of(data: Expression, name: str, length: Expression, space: Workspace) -> list[Part]:
    """The data on 0 ≤ s ≤ L as polynomials on parts that are shown to follow one another.

    Raises:
        Missing: if they are not shown to be piecewise polynomial with fixed breaks.
    """
    ends = {n: e for n, e in space.region.ends.items() if n not in space.region.variables}
    whole = space.on(Region({**ends, name: Ends(_ZERO, length)}, (name,)))
    found = list[Part]()
    for piece in pieces([data], whole, jumping=True):
        reach = piece.space.region.ends[name]
        if any(piece.space.region.ends[n] != e for n, e in ends.items()):
            raise Missing(Code.SERIES_DATA)  # a parameter decides which formula holds
        if reach.low is None or reach.high is None:
            raise Missing(Code.SERIES_DATA)
        within = Ends(reach.low, reach.high, low_open=True, high_open=True)
        inside = space.on(Region({**ends, name: within}, (name,)))
        ends_reached = {name: reach.low}, {name: reach.high}
        if not _hold(piece.space.region.facts, inside, name, ends_reached):
            continue
        formula = piece.formulas[0]
        constant = [formula] if name not in formula.symbols else None
        coefficients = constant or inside.polynomial_in(formula, name)
        if coefficients is None or not all(map(inside.is_defined, coefficients)):
            raise Missing(Code.SERIES_DATA)
        found.append(Part(reach.low, reach.high, tuple(coefficients)))
    found.sort(key=lambda part: float(Ends(part.low, part.high).range.low.mid()))
    places = [_ZERO, *(part.high for part in found)]
    meet = all(whole.is_zero(part.low - at) for part, at in zip(found, places, strict=False))
    if not meet or not whole.is_zero(places[-1] - length):
        raise Missing(Code.SERIES_DATA)
    return found


def _hold(facts: Sequence[Fact], inside: Workspace, name: str, ends: Sequence[Values]) -> bool:
    """Whether facts hold inside of an interval: each is shown to, or one is shown to fail.

    An affine formula is positive inside if it is so at one end and not negative at the other.
    """
    for fact in facts:
        parts = inside.polynomial_in(fact.formula, name)
        if parts is None or len(parts) > 2:  # noqa: PLR2004
            raise Missing(Code.SERIES_DATA)
        values = [fact.formula.substitute(tokens_of(end)) for end in ends]
        signs = [0 if inside.is_zero(one) else inside.signs.sign(one) or None for one in values]
        if None in signs or not any(signs) or set(signs) == {1, -1}:
            raise Missing(Code.SERIES_DATA)
        if -1 in signs:
            return False
    return True


def coefficient(
    modes: Modes,
    parts: Sequence[Part],
    mode: Expression,
    space: Workspace,
    antiderivative: Antiderivative,
) -> Expression:
    """2/L·∫ data·φ for a mode that is not that of a constant, as a formula in the mode.

    `space` says what the symbols in the mode are. Each antiderivative is checked there.

    Raises:
        Missing: if an antiderivative is not shown to be one.
    """
    name, total = "s#", _ZERO
    omega = modes.frequency(mode)
    for part in parts:
        cosine, sine = antiderivative(part.coefficients, name, omega, modes.sine)
        waves = [apply(kind, omega * symbol(name)) for kind in (op.COS, op.SIN)]
        primitive = cosine * waves[0] + sine * waves[1]
        powers = (factor * symbol(name) ** k for k, factor in enumerate(part.coefficients))
        integrand = sum(powers, _ZERO) * waves[modes.sine]
        along = space.on(space.region.with_ends(name, Ends(part.low, part.high)))
        for factor in (cosine, sine):
            require_smooth(factor, along)
        if not along.is_zero(differentiate(primitive, name) - integrand):
            raise Missing(Code.SERIES_INTEGRAL)
        for at, sign in ((part.high, 1), (part.low, -1)):
            share = space.normal(at / modes.length)
            angle = modes.angle(mode, share) if isinstance(share.root, Number) else omega * at
            here = {Symbol(name): at}
            value = cosine.substitute(here) * apply(op.COS, angle)
            value = value + sine.substitute(here) * apply(op.SIN, angle)
            total = total + number(sign) * value
    return number(2) / modes.length * total


def require_smooth(formula: Expression, space: Workspace) -> None:
    """Show that a formula is smooth on a closed region, which no kink and no limit touches.

    Raises:
        Missing: if it is not shown to be.
    """
    limits = limits_of(formula, space.budget)
    needs = [(m, Rule.POSITIVE if r is Rule.NONNEGATIVE else r) for m, r in limits]
    needs += [(kink, Rule.NONZERO) for kink in kinks_of(formula, space.budget)]
    if not all(space.signs.holds(*one) for one in needs):
        raise Missing(Code.SERIES_SMOOTH)


def mean(modes: Modes, parts: Sequence[Part]) -> Expression:
    """1/L·∫ data: the coefficient of the constant."""
    total = _ZERO
    for part in parts:
        for k, factor in enumerate(part.coefficients, 1):
            total = total + factor * (part.high**k - part.low**k) / number(k)
    return total / modes.length
