"""Where two pieces meet: the surface on which a kink's formula vanishes, as a box of its own.

Owns solving g = 0 for a variable in which it is linear, and pairing pieces across it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import final

from symplex.algebra.normal_form import Normaliser
from symplex.algebra.polynomials import Monomial, Polynomial, scaled
from symplex.budget import Undecided
from symplex.expression import Expression, Symbol, symbol
from symplex.expression.operator_facts import short
from symplex.expression.operators import Rule
from symplex.proof.arithmetic.signs import HalfSpace, holds
from symplex.proof.context import ProofContext
from symplex.proof.pieces.cut import Piece
from symplex.proof.pieces.thin import any_thin, known_sign, may_vanish


@final
@dataclass(frozen=True)
class Surface:
    """The set g = 0, on which one variable is a formula of the others."""

    formula: Expression
    variable: str
    value: Expression
    context: ProofContext
    """On the box of the other variables."""
    half_spaces: tuple[HalfSpace, ...]
    """Where the variable's value lies in its own interval."""

    def on(self, formula: Expression) -> Expression:
        """A formula on the surface."""
        return formula.substitute({Symbol(self.variable): self.value})

    def within(self, half_spaces: Sequence[HalfSpace]) -> tuple[HalfSpace, ...]:
        """The surface's own half-spaces and others restricted to it, without the trivial ones."""
        found = list(self.half_spaces)
        for half_space in half_spaces:
            formula = self.on(half_space.formula)
            if not self.context.normaliser.is_zero(formula):
                found.append(HalfSpace(formula, half_space.sign))
        return tuple(found)


def surfaces(formula: Expression, context: ProofContext) -> list[Surface]:
    """The surfaces on which a formula vanishes: one, or two for a square.

    Raises:
        Undecided: if it is not linear in any variable or its square with a coefficient that
            never vanishes.
    """
    terms = context.normaliser.polynomial(formula)
    if terms is not None:
        for name in sorted(context.box.variables, key=lambda name: name == context.time):
            solved = _solved(terms, name, context)
            if solved:
                return [_made(formula, name, value, context) for value in solved]
    raise Undecided(f"the surface {short(formula)} = 0 is not a graph over the other variables")


def _solved(terms: Polynomial, name: str, context: ProofContext) -> list[Expression]:
    """−b/a where the polynomial is a·name + b, its two roots where a·name² + b; if a ≠ 0."""
    parts = _by_power(terms, name)
    rest = parts.pop(0, {})
    if len(parts) != 1 or next(iter(parts)) not in (1, 2):
        return []
    ((power, slope),) = parts.items()
    factor = context.normaliser.tree(slope)
    if not holds(factor, Rule.NONZERO, context):
        return []
    value = _quotient(scaled(rest, -1), factor, context.normaliser)
    if value is None:
        return []
    if power == 1:
        return [value]
    # A square that is not shown to be positive has no two real roots that could be used.
    root = value ** Fraction(1, 2)
    return [root, -root] if holds(value, Rule.POSITIVE, context) else []


def _by_power(terms: Polynomial, name: str) -> dict[int, dict[Monomial, Fraction]]:
    """The coefficients of the powers of a variable; none if an atom depends on it."""
    parts: dict[int, dict[Monomial, Fraction]] = {}
    for monomial, value in terms.items():
        exponents = dict(monomial)
        power = exponents.pop(symbol(name), 0)
        if any(name in atom.symbols for atom in exponents):
            return {}
        parts.setdefault(power, {})[tuple(exponents.items())] = value
    return parts


def _quotient(terms: Polynomial, divisor: Expression, normaliser: Normaliser) -> Expression | None:
    quotient = normaliser.polynomial(normaliser.tree(terms) / divisor)
    return None if quotient is None else normaliser.tree(quotient)


def _made(formula: Expression, name: str, value: Expression, context: ProofContext) -> Surface:
    interval = context.box.intervals[name]
    other = context.on(context.box.face((name,)))
    margins = (value - interval.low, interval.high - value)
    half_spaces = tuple(
        HalfSpace(margin, 1) for margin in margins if not holds(margin, Rule.NONNEGATIVE, other)
    )
    return Surface(formula, name, value, other, half_spaces)


@final
@dataclass(frozen=True)
class Interface:
    """Two pieces, one on either side of a surface."""

    surface: Surface
    above: Piece
    below: Piece
    half_spaces: tuple[HalfSpace, ...]
    """The part of the surface on which they meet."""

    @property
    def where(self) -> str:
        """The surface in words."""
        return f"{short(self.surface.formula)} = 0"


def interfaces(pieces: Sequence[Piece], context: ProofContext) -> list[Interface]:
    """Every pair of pieces that may share more than an edge.

    Raises:
        Undecided: where a surface could not be found, or no time is left.
    """
    found: list[Interface] = []
    for one, two in combinations(pieces, 2):
        context.budget.check_deadline()
        pairs = zip(one.formula.arguments, two.formula.arguments, strict=True)
        if not context.normaliser.are_equal(pairs):
            found += _between(one, two, context)
    return found


def _between(one: Piece, two: Piece, context: ProofContext) -> list[Interface]:
    """Where two pieces meet: on the surfaces of the first formula whose sign differs."""
    first, *others = [
        half_space
        for half_space in one.half_spaces
        if known_sign(half_space.formula, two.half_spaces, context.normaliser) == -half_space.sign
    ]
    if not first.formula.symbols & set(context.box.variables):
        # The two belong to different values of the parameters: they never meet.
        return []
    found: list[Interface] = []
    for shared in surfaces(first.formula, context):
        if not all(may_vanish(shared.on(o.formula), shared.context.box) for o in others):
            # Another formula changes its sign too, elsewhere: they share an edge at most.
            continue
        above, below = (one, two) if first.sign > 0 else (two, one)
        half_spaces = shared.within((*one.half_spaces, *two.half_spaces))
        if not any_thin(shared.context, half_spaces):
            found.append(Interface(shared, above, below, half_spaces))
    return found
