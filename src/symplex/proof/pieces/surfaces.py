"""Where two pieces meet: the surface on which a kink's formula vanishes, as a box of its own.

Owns solving g = 0 for a variable in which it is linear, and pairing pieces across it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import final

from symplex.algebra import normal_form
from symplex.budget import Undecided
from symplex.expression import Expression, Symbol, symbol
from symplex.expression.operator_facts import short
from symplex.expression.operators import Rule
from symplex.problem import Box
from symplex.proof.arithmetic.signs import HalfSpace, holds
from symplex.proof.pieces.cut import CutContext, Piece
from symplex.proof.pieces.thin import any_thin, known_sign, vanishes


@final
@dataclass(frozen=True)
class Surface:
    """The set g = 0, on which one variable is a formula of the others."""

    formula: Expression
    variable: str
    value: Expression
    box: Box
    """The box of the other variables."""
    half_spaces: tuple[HalfSpace, ...]
    """Where the variable's value lies in its own interval."""

    def on(self, formula: Expression) -> Expression:
        """A formula on the surface."""
        return formula.substitute({Symbol(self.variable): self.value})

    def within(self, half_spaces: Sequence[HalfSpace]) -> tuple[HalfSpace, ...]:
        """The surface's own sides and others restricted to it, without those that say nothing."""
        found = list(self.half_spaces)
        for side in half_spaces:
            formula = self.on(side.formula)
            if not normal_form.is_zero(formula):
                found.append(HalfSpace(formula, side.sign))
        return tuple(found)


def surfaces(formula: Expression, box: Box) -> list[Surface]:
    """The surfaces on which a formula vanishes: one, or two for a square.

    Raises:
        Undecided: if it is not linear in any variable or its square with a coefficient that
            never vanishes.
    """
    terms = normal_form.polynomial(formula)
    if terms is not None:
        for name in sorted(box.variables, key=lambda name: name == "t"):
            solved = _solved(terms, name, box)
            if solved:
                return [_made(formula, name, value, box) for value in solved]
    raise Undecided(f"the surface {short(formula)} = 0 is not a graph over the other variables")


def _solved(terms: normal_form.Polynomial, name: str, box: Box) -> list[Expression]:
    """−b/a where the polynomial is a·name + b, its two roots where a·name² + b; if a ≠ 0."""
    parts: dict[int, dict[normal_form.Monomial, normal_form.Fraction]] = {}
    for monomial, value in terms.items():
        exponents = dict(monomial)
        power = exponents.pop(symbol(name), 0)
        if any(name in atom.symbols for atom in exponents):
            return []
        parts.setdefault(power, {})[tuple(exponents.items())] = value
    rest = parts.pop(0, {})
    if len(parts) != 1 or next(iter(parts)) not in {1, 2}:
        return []
    ((power, slope),) = parts.items()
    factor = normal_form.to_expression(slope)
    if not holds(factor, Rule.NONZERO, box):
        return []
    below = normal_form.to_expression({monomial: -value for monomial, value in rest.items()})
    quotient = normal_form.polynomial(below / factor)
    if quotient is None:
        return []
    value = normal_form.to_expression(quotient)
    if power == 1:
        return [value]
    # A square that is not shown to be ≥ 0 has no real roots to speak of here.
    root = value ** Fraction(1, 2)
    return [root, -root] if holds(value, Rule.POSITIVE, box) else []


def _made(formula: Expression, name: str, value: Expression, box: Box) -> Surface:
    interval = box.intervals[name]
    other = box.face({name: value})
    margins = (value - interval.low, interval.high - value)
    half_spaces = tuple(
        HalfSpace(margin, 1) for margin in margins if not holds(margin, Rule.NONNEGATIVE, other)
    )
    return Surface(formula, name, value, other, half_spaces)


@final
@dataclass(frozen=True)
class Interface:
    """Two pieces on the two sides of a surface."""

    surface: Surface
    above: Piece
    below: Piece
    half_spaces: tuple[HalfSpace, ...]
    """The part of the surface on which they meet."""

    @property
    def where(self) -> str:
        """The surface in words."""
        return f"{short(self.surface.formula)} = 0"


def interfaces(pieces: Sequence[Piece], place: CutContext) -> list[Interface]:
    """Every pair of pieces that may share more than an edge.

    Raises:
        Undecided: where a surface could not be found, or no time is left.
    """
    found: list[Interface] = []
    box = place.box
    for one, two in combinations(pieces, 2):
        place.budget.spend()
        if normal_form.is_zero_all(zip(one.formula.arguments, two.formula.arguments, strict=True)):
            continue
        crossed = [
            side
            for side in one.half_spaces
            if known_sign(side.formula, two.half_spaces) == -side.sign
        ]
        first, *others = crossed
        if not first.formula.symbols & set(box.variables):
            # The two belong to different values of the parameters: they never meet.
            continue
        for shared in surfaces(first.formula, box):
            if not all(vanishes(shared.on(side.formula), shared.box) for side in others):
                # Another formula changes its sign too, elsewhere: they share an edge at most.
                continue
            above, below = (one, two) if first.sign > 0 else (two, one)
            half_spaces = shared.within((*one.half_spaces, *two.half_spaces))
            if not any_thin(shared.box, half_spaces):
                found.append(Interface(shared, above, below, half_spaces))
    return found
