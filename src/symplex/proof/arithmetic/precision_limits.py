"""Whether parts of a formula are too small for 200 digits: the limit of the high-precision level.

exp(−10¹²(x − 0.3)²) is zero to any practical number of digits at nearly every point. So numbers
count as evidence only for formulas whose smallest parts are provably not that small.
"""

import math
from collections.abc import Iterable

from symplex.expression import Expression, Number, Operator, Symbol
from symplex.expression.operator_facts import short
from symplex.expression.operators import ERF
from symplex.problem import Box
from symplex.proof.arithmetic.points import SATURATING
from symplex.proof.arithmetic.signs import bounds_of

_MAX_DIGITS = 80.0
_OF_SYMBOL = 0.3


def precision_limits(formulas: Iterable[Expression], box: Box) -> str | None:
    """Why high precision proves nothing for these formulas; None if it does."""
    total = 0.0
    for formula in formulas:
        total += _digits(formula, box)
        if not total <= _MAX_DIGITS:
            return f"parts of {short(formula)} may be smaller than any number of digits shows"
    return None


def _digits(formula: Expression, box: Box) -> float:
    """How many digits below one the smallest part of a formula can lie, roughly."""
    below = sum(_digits(argument, box) for argument in formula.arguments)
    match formula.root:
        case Number(value):
            return math.log10(max(abs(value.numerator), value.denominator, 1))
        case Symbol():
            return _OF_SYMBOL
        case Operator(exponent=exponent) if exponent is not None:
            return float(max(abs(exponent), 1)) * below
        case Operator() as operator if operator in SATURATING:
            if formula.derivatives:
                return math.inf
            low, high = bounds_of(formula.arguments[0], box)
            size = max(abs(low), abs(high))
            return below + (size * size if operator is ERF else size) / math.log(10)
        case _:
            return below
