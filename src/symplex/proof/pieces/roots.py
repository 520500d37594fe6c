"""Roots and inverse sines at the edge of where they are defined: |x| in disguise.

Owns writing √(x²), (x²y)^(1/2), acos(cos x) with abs, and saying where a root stays singular.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import final

from symplex.algebra import normal_form
from symplex.algebra.sympy_client import TimeOutError, factors_of
from symplex.budget import Budget, Undecided
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
from symplex.expression.operator_facts import short, substitute
from symplex.expression.operators import Rule, power
from symplex.problem import Box
from symplex.proof.arithmetic.signs import HalfSpace, holds
from symplex.proof.pieces.thin import is_strict_inside

Factors = list[tuple[Expression, int]]


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
    node: Expression, box: Box, half_spaces: Sequence[HalfSpace], budget: Budget
) -> Rewritten:
    """A root with every square taken out of it; itself (None) if there is nothing to take out."""
    base = node.arguments[0]
    exponent = node.root.exponent if isinstance(node.root, Operator) else None
    if exponent is None:
        raise Undecided("not a power")
    if holds(base, Rule.POSITIVE, box, half_spaces):
        return None, None
    if normal_form.is_zero(base) and exponent > 0:
        return number(0), None
    found = _factors(base, box, budget)
    if found is None:
        raise Undecided(f"it is not shown where {short(node)} is smooth")
    constant, factors = found
    terms = normal_form.polynomial(base) or {}
    fractions = any(e < 0 for monomial in terms for _, e in monomial)
    if fractions or any(times != 1 for _, times in factors):
        return _taken_out(constant, factors, exponent), None
    if all(is_strict_inside(factor, box, half_spaces) for factor, _ in factors):
        return None, None
    if not all(isinstance(t, Symbol) for f, _ in factors for t in f.tokens if not _arithmetic(t)):
        raise Undecided(f"it is not shown where {short(node)} is smooth")
    # A polynomial without square factors that is nowhere negative vanishes only on sets of
    # codimension two or more: across any other it would change its sign.
    return None, Singular(base, exponent)


def _arithmetic(token: object) -> bool:
    if isinstance(token, Operator):
        whole = token.exponent is not None and token.exponent.denominator == 1
        return token.name in {"+", "-", "*", "/", "neg"} or whole
    return not isinstance(token, Symbol)


def _factors(base: Expression, box: Box, budget: Budget) -> tuple[Fraction, Factors] | None:
    """The factors of a base as a rational function of its other parts."""
    terms = normal_form.polynomial(base)
    if not terms:
        return None
    if len(terms) == 1:
        ((monomial, constant),) = terms.items()
        return constant, list(monomial)
    rational, stands = _rational(normal_form.to_expression(terms))
    wide = Box({}, ())
    for name in stands:
        wide = wide.with_parameter(name, -1, 1)
    try:
        found = factors_of(rational, wide.ends, budget.for_question)
    except TimeOutError:
        return None
    if found is None:
        return None
    back = {Symbol(name): atom for name, atom in stands.items()}
    factors = [(substitute(factor, back), times) for factor, times in found[1]]
    if any(times < 0 and not holds(f, Rule.NONZERO, box) for f, times in factors):
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
        if whole is not None and _arithmetic(token):
            return whole, apply(whole.root, *(p for _, p in below))  # pyright: ignore[reportArgumentType]
        whole = whole or leaf(token, value)
        name = stands.setdefault(whole, f"atom{len(stands)}")
        return whole, symbol(name)

    rational = formula.fold(combine)[1]
    return rational, {name: atom for atom, name in stands.items()}


def _taken_out(constant: Fraction, factors: Factors, exponent: Fraction) -> Expression:
    """(c·f²·g)^p as |f|^(2p)·(c·g)^p."""
    result: Expression | None = None
    rest = number(constant)
    for factor, times in factors:
        even = times - times % 2
        if times % 2:
            rest = rest * factor
        if even:
            outside = apply("abs", factor) ** (even * exponent)
            result = outside if result is None else result * outside
    if result is None:
        return apply(power(exponent), rest)
    return result if rest == number(1) else result * apply(power(exponent), rest)


_PI = apply("pi")


def rewritten_arc(
    node: Expression, box: Box, half_spaces: Sequence[HalfSpace], _: Budget
) -> Rewritten:
    """Inverse sines: of sines undone with abs, else only where smooth in the open box."""
    argument = node.arguments[0]
    outer = getattr(node.root, "name", "")
    inner = getattr(argument.root, "name", "")
    if holds(1 - argument**2, Rule.POSITIVE, box, half_spaces):
        return None, None
    if inner in {"sin", "cos"}:
        return _undone(outer, inner, argument.arguments[0], box, half_spaces), None
    if is_strict_inside(1 - argument, box, half_spaces) and is_strict_inside(
        1 + argument, box, half_spaces
    ):
        return None, None
    raise Undecided(f"it is not shown where {short(node)} is smooth")


def _undone(
    outer: str, inner: str, angle: Expression, box: Box, half_spaces: Sequence[HalfSpace]
) -> Expression:
    most = _PI if inner == "cos" else _PI / 2
    for margin in (most - angle, most + angle):
        if not holds(margin, Rule.NONNEGATIVE, box, half_spaces):
            raise Undecided(f"the branch of {outer}({inner}({short(angle)})) is not known")
    plain = apply("abs", angle) if inner == "cos" else angle
    same = outer == f"a{inner}"
    return plain if same else _PI / 2 - plain
