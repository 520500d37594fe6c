"""Formulas that stay bounded near a face at which they end.

What is continuous on the closed domain is bounded near each of its points; what is built of bounded
parts by tame functions is bounded. Two rules beyond that: an exponential outgrows every power, and
a quotient may be bounded though its divisor vanishes.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from symplex.expression import Expression, Operator, number
from symplex.expression import operators as op
from symplex.expression.operators import Rule
from symplex.expression.ranges import range_of
from symplex.proof.kernel.pieces import pieces
from symplex.proof.kernel.workspace import Workspace
from symplex.work.budget import Missing

_SUMS: Final = (op.ADD, op.SUBTRACT, op.NEGATE, op.MULTIPLY, op.MAX, op.MIN, op.RELU, op.ABS)
_TAME: Final = (*_SUMS, op.EXP, op.SINH, op.COSH)
"""Functions that are bounded where their arguments are."""
POWERS: Final = (1, 2, 3, 4)
"""With which powers an exponential is compared."""
Factors = Mapping[Expression, Fraction]


def is_bounded(formula: Expression, closed: Workspace, near: Workspace) -> bool:
    """Whether a formula is shown to be bounded near each point of the closed domain.

    `near` is the part of it in which the formula is meant.
    """
    near.budget.step()
    # Continuous on closed boxes; a sign could have its value 0 where the rest is unbounded.
    if op.SIGN not in formula.operators and closed.is_defined(formula):
        return True
    found = range_of(formula, near.region.ranges)
    if found.low.is_finite() and found.high.is_finite():
        bound = number(int(max(abs(float(found.low)), abs(float(found.high)))) + 1)
        if all(near.signs.holds(bound - f, Rule.NONNEGATIVE) for f in (formula, -formula)):
            return True
    root = formula.root
    power = root.exponent if isinstance(root, Operator) else None
    tame = root in _TAME or (power is not None and power > 0)
    parts = formula.arguments
    if root is op.DIVIDE and op.SIGN not in parts[1].operators:
        tame, parts = closed.is_defined(number(1) / parts[1]), parts[:1]
    if tame and all(is_bounded(part, closed, near) for part in parts):
        return True
    return _is_outgrown(formula, closed, near) or _is_held(formula, closed, near)


def _is_outgrown(formula: Expression, closed: Workspace, near: Workspace) -> bool:
    """Whether it is exp(−f)·fᵏ·h with f > 0 and a bounded h: exp(−f)·fᵏ is at most (k/e)ᵏ."""
    return any(
        near.signs.holds(rate, Rule.POSITIVE)
        and any(is_bounded(merged(near.normal(rest / rate**k)), closed, near) for k in POWERS)
        for rate, rest in decays(formula)
    )


def _is_held(formula: Expression, closed: Workspace, near: Workspace) -> bool:
    """Whether it is the product of a quotient between two numbers and of bounded factors."""
    return any(
        is_bounded(rest, closed, near) and is_within_numbers(quotient, near)
        for quotient, rest in quotients(formula)
    )


def is_within_numbers(formula: Expression, near: Workspace) -> bool:
    """Whether a formula is shown to lie between −c and c on a region, for an advised number c."""
    bound = near.advice.bound(formula)
    if not isinstance(bound, Fraction):
        return False
    try:
        return all(
            not piece.jumps and piece.space.signs.holds(piece.formulas[0], Rule.NONNEGATIVE)
            for side in (formula, -formula)
            for piece in pieces((number(bound) - side,), near)
        )
    except Missing:
        return False


def decays(formula: Expression) -> Iterator[tuple[Expression, Expression]]:
    """F and g for each way in which a formula is exp(−f)·g, as it is written."""
    factors = factors_of(formula)
    for factor in (one for one, times in factors.items() if one.root is op.EXP and times > 0):
        rest = {**factors, factor: factors[factor] - 1}
        yield -factor.arguments[0], product(rest)


def quotients(formula: Expression) -> Iterator[tuple[Expression, Expression]]:
    """m/q and r for each way in which a quotient is (m/q)·r, with all of its divisors in q."""
    factors = factors_of(formula)
    below = product({factor: -times for factor, times in factors.items() if times < 0})
    above = {factor: times for factor, times in factors.items() if times > 0}
    for factor, times in above.items() if below.symbols else ():
        step = min(times, Fraction(1))
        if factor.symbols:
            yield product({factor: step}) / below, product({**above, factor: times - step})


def merged(formula: Expression) -> Expression:
    """The same wherever it is defined, with powers of the same factor taken together."""
    return product(factors_of(formula))


def factors_of(formula: Expression) -> Factors:
    """Factors with exponents, as it is written, whose product a formula is where it is defined."""
    match formula.root:
        case op.MULTIPLY:
            return _joined(*map(factors_of, formula.arguments))
        case op.DIVIDE:
            above, below = map(factors_of, formula.arguments)
            return _joined(above, {factor: -times for factor, times in below.items()})
        case op.NEGATE:
            return _joined({number(-1): Fraction(1)}, factors_of(formula.arguments[0]))
        case Operator(exponent=Fraction() as power) if power.denominator == 1:
            inner = factors_of(formula.arguments[0])
            return {factor: times * power for factor, times in inner.items()}
        case Operator(exponent=Fraction() as power):
            return {formula.arguments[0]: power}
        case _:
            return {formula: Fraction(1)}


def _joined(one: Factors, two: Factors) -> Factors:
    both = {factor: one.get(factor, Fraction(0)) + times for factor, times in two.items()}
    return {**one, **both}


def product(factors: Factors) -> Expression:
    """The product of powers; what has the exponent 0 is left out."""
    above, below = number(1), number(1)
    for factor, times in factors.items():
        power = factor if abs(times) == 1 else factor ** abs(times)
        if times > 0:
            above = power if above == number(1) else above * power
        elif times < 0:
            below = power if below == number(1) else below * power
    return above if below == number(1) else above / below
