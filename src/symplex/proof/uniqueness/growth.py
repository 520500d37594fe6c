"""How fast a formula may grow where space is unbounded: bounds that composition gives."""

from fractions import Fraction
from typing import Final

from symplex.expression import Expression, Operator, Symbol
from symplex.expression import operators as op
from symplex.expression.ranges import range_of
from symplex.proof.kernel.region import Region

_LARGEST: Final = (op.ADD, op.SUBTRACT, op.NEGATE, op.MAX, op.MIN, op.RELU, op.ABS)
_GAUSSIAN: Final = 2


def degree(  # noqa: PLR0911 (one case for each kind of node)
    formula: Expression, region: Region
) -> Fraction | None:
    """A number d with |f| ≤ C·(1 + |x|)^d on a region; None if none is known."""
    found = range_of(formula, region.ranges)
    if found.low.is_finite() and found.high.is_finite():
        return Fraction(0)
    root, parts = formula.root, formula.arguments
    if isinstance(root, Symbol):
        return Fraction(1)
    if root is op.DIVIDE:
        return degree(parts[0], region) if _is_far_from_zero(parts[1], region) else None
    if root is op.LOG:
        # log f ≤ f, and −log f is bounded where f is far from 0.
        return degree(parts[0], region) if _is_far_from_zero(parts[0], region) else None
    degrees = [degree(part, region) for part in parts]
    known = [d for d in degrees if d is not None]
    if len(known) < len(degrees) or not known:
        return None
    if root is op.MULTIPLY:
        return sum(known, Fraction(0))
    exponent = root.exponent if isinstance(root, Operator) else None
    if exponent is not None and exponent > 0:
        return known[0] * exponent
    return max(known) if root in _LARGEST else None


def is_gaussian(formula: Expression, region: Region) -> bool:
    """Whether |f| ≤ C·exp(a|x|²) is shown for some C and a."""
    if degree(formula, region) is not None:
        return True
    root, parts = formula.root, formula.arguments
    if root in (op.EXP, op.SINH, op.COSH):
        inner = degree(parts[0], region)
        return inner is not None and inner <= _GAUSSIAN
    if root is op.DIVIDE:
        return is_gaussian(parts[0], region) and _is_far_from_zero(parts[1], region)
    exponent = root.exponent if isinstance(root, Operator) else None
    tame = root in (*_LARGEST, op.MULTIPLY) or (exponent is not None and exponent > 0)
    return tame and all(is_gaussian(part, region) for part in parts)


def _is_far_from_zero(formula: Expression, region: Region) -> bool:
    found = range_of(formula, region.ranges)
    return bool(found.low > 0) or bool(found.high < 0)
