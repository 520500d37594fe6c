"""Roots and inverse sines at the edge of their domain, where they may be |x| written otherwise.

Owns writing √(x²), (x²y)^(1/2), acos(cos x) with abs, and saying where a root stays singular.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, final

from symplex.algebra.sympy_client import Factors
from symplex.budget import Undecided
from symplex.expression import (
    Expression,
    Number,
    Operator,
    Symbol,
    Token,
    apply,
    leaf,
    number,
    symbol,
)
from symplex.expression.operator_facts import short
from symplex.expression.operators import (
    ABS,
    ACOS,
    ADD,
    ASIN,
    COS,
    DIVIDE,
    MULTIPLY,
    NEGATE,
    PI,
    SIN,
    SUBTRACT,
    Rule,
    power,
)
from symplex.problem import Box
from symplex.proof.arithmetic.signs import HalfSpace, holds
from symplex.proof.context import ProofContext
from symplex.proof.pieces.thin import is_strict_inside

_ARITHMETIC: Final = frozenset({ADD, SUBTRACT, MULTIPLY, DIVIDE, NEGATE})


@final
@dataclass(frozen=True)
class Singular:
    """A root whose base vanishes only on a set that does not divide the box."""

    base: Expression
    exponent: Fraction

    def at_zero(self, formula: Expression) -> Expression:
        """A formula where the base vanishes: every positive power of the base is 0 there."""

        def combine(token: Token, below: Sequence[Expression], value: float) -> Expression:
            if not isinstance(token, Operator):
                return leaf(token, value)
            if token.exponent and token.exponent > 0 and below[0] == self.base:
                return number(0)
            return apply(token, *below)

        return formula.fold(combine)


Rewritten = tuple[Expression | None, Singular | None]


def rewritten_root(
    node: Expression, context: ProofContext, half_spaces: Sequence[HalfSpace]
) -> Rewritten:
    """A root with every square taken out of it; itself (None) if there is nothing to take out."""
    base = node.arguments[0]
    exponent = node.root.exponent if isinstance(node.root, Operator) else None
    if exponent is None:
        raise Undecided("not a power")
    if holds(base, Rule.POSITIVE, context, half_spaces):
        return None, None
    if context.normaliser.is_zero(base) and exponent > 0:
        return number(0), None
    found = _factors(base, context)
    if found is None:
        raise Undecided(f"it is not shown where {short(node)} is smooth")
    if _has_squares(base, found, context):
        return _taken_out(found, exponent), None
    factors = [factor for factor, _ in found[1]]
    if all(is_strict_inside(factor, context, half_spaces) for factor in factors):
        return None, None
    if not all(_is_polynomial(factor) for factor in factors):
        raise Undecided(f"it is not shown where {short(node)} is smooth")
    # A polynomial without square factors that is nowhere negative vanishes only on sets of
    # codimension two or more: across any other it would change its sign.
    return None, Singular(base, exponent)


def _has_squares(base: Expression, found: Factors, context: ProofContext) -> bool:
    """Whether a factor is repeated, or the base is a fraction."""
    terms = context.normaliser.polynomial(base) or {}
    fractions = any(exponent < 0 for monomial in terms for _, exponent in monomial)
    return fractions or any(times != 1 for _, times in found[1])


def _is_polynomial(factor: Expression) -> bool:
    return all(isinstance(token, Symbol) or _is_arithmetic(token) for token in factor.tokens)


def _is_arithmetic(token: Token) -> bool:
    if isinstance(token, Operator):
        whole = token.exponent is not None and token.exponent.denominator == 1
        return token in _ARITHMETIC or whole
    return not isinstance(token, Symbol)


def _factors(base: Expression, context: ProofContext) -> Factors | None:
    """The factors of a base as a rational function of its other parts."""
    terms = context.normaliser.polynomial(base)
    if not terms:
        return None
    if len(terms) == 1:
        ((monomial, constant),) = terms.items()
        return constant, list(monomial)
    rational, stands = _rational(context.normaliser.tree(terms))
    wide = Box({}, ())
    for name in stands:
        wide = wide.with_parameter(name, -1, 1)
    found = context.factors_of(rational, wide.ends)
    if found is None:
        return None
    back: dict[Token, Expression] = {Symbol(name): atom for name, atom in stands.items()}
    factors = [(factor.substitute(back), times) for factor, times in found[1]]
    if any(times < 0 and not holds(f, Rule.NONZERO, context) for f, times in factors):
        return None
    return found[0], factors


def _rational(formula: Expression) -> tuple[Expression, dict[str, Expression]]:
    """The formula with a symbol in place of each part that is not arithmetic."""
    stands: dict[Expression, str] = {}

    def combine(
        token: Token, below: Sequence[tuple[Expression, Expression]], value: float
    ) -> tuple[Expression, Expression]:
        whole = apply(token, *(p for p, _ in below)) if isinstance(token, Operator) else None
        if isinstance(token, Number):
            return leaf(token), leaf(token)
        if whole is not None and _is_arithmetic(token):
            return whole, apply(whole.root, *(p for _, p in below))  # pyright: ignore[reportArgumentType]
        whole = whole or leaf(token, value)
        name = stands.setdefault(whole, f"atom{len(stands)}")
        return whole, symbol(name)

    rational = formula.fold(combine)[1]
    return rational, {name: atom for atom, name in stands.items()}


def _taken_out(found: Factors, exponent: Fraction) -> Expression:
    """(c·f²·g)^p as |f|^(2p)·(c·g)^p."""
    constant, factors = found
    result: Expression | None = None
    rest = number(constant)
    for factor, times in factors:
        even = times - times % 2
        if times % 2:
            rest = rest * factor
        if even:
            outside = apply(ABS, factor) ** (even * exponent)
            result = outside if result is None else result * outside
    if result is None:
        return apply(power(exponent), rest)
    return result if rest == number(1) else result * apply(power(exponent), rest)


def rewritten_arc(
    node: Expression, context: ProofContext, half_spaces: Sequence[HalfSpace]
) -> Rewritten:
    """Inverse sines: of sines undone with abs, else only where smooth in the open box."""
    argument = node.arguments[0]
    if holds(1 - argument**2, Rule.POSITIVE, context, half_spaces):
        return None, None
    if argument.root in (SIN, COS):
        return _undone(node, context, half_spaces), None
    if is_strict_inside(1 - argument, context, half_spaces) and is_strict_inside(
        1 + argument, context, half_spaces
    ):
        return None, None
    raise Undecided(f"it is not shown where {short(node)} is smooth")


def _undone(
    node: Expression, context: ProofContext, half_spaces: Sequence[HalfSpace]
) -> Expression:
    """acos(cos(a)) and its like, by the angle a."""
    inner = node.arguments[0]
    (angle,) = inner.arguments
    half_turn = apply(PI)
    largest = half_turn if inner.root is COS else half_turn / 2
    for margin in (largest - angle, largest + angle):
        if not holds(margin, Rule.NONNEGATIVE, context, half_spaces):
            raise Undecided(f"the branch of {short(node)} is not known")
    plain = apply(ABS, angle) if inner.root is COS else angle
    same = (node.root, inner.root) in ((ACOS, COS), (ASIN, SIN))
    return plain if same else half_turn / 2 - plain
