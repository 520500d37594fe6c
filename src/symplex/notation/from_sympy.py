"""SymPy → tree, by a whitelist over SymPy's node types: the way back from its simplifications.

No text is read on the way. The tree is written as a person would: ``x/2`` and not ``1/2*x``,
``a - b`` and not ``a + -1*b``, ``x/sqrt(6)`` and not ``sqrt(6)*x/6``, ``max(a, 0)``.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import reduce
from itertools import islice
from math import isfinite
from types import MappingProxyType
from typing import Any, Final

import sympy

from symplex.errors import ExpressionError
from symplex.expression.expression import Expression, apply, leaf, number, symbol
from symplex.expression.operators import (
    ABS,
    ACOS,
    ASIN,
    ATAN,
    COS,
    COSH,
    ERF,
    EXP,
    LOG,
    MAX,
    MIN,
    PI,
    SIGN,
    SIN,
    SINH,
    TAN,
    TANH,
    Operator,
)
from symplex.expression.parse import MAX_EXPONENT
from symplex.expression.token import CONSTANT, Number

MAX_NODES = 5_000
"""A SymPy formula larger than this is refused before any work is done."""

_FUNCTIONS: Final[Mapping[Any, Operator]] = MappingProxyType(
    {
        **{sympy.sin: SIN, sympy.cos: COS, sympy.tan: TAN, sympy.exp: EXP, sympy.log: LOG},
        **{sympy.asin: ASIN, sympy.acos: ACOS, sympy.atan: ATAN, sympy.erf: ERF},
        **{sympy.sinh: SINH, sympy.cosh: COSH, sympy.tanh: TANH},
        **{sympy.Abs: ABS, sympy.sign: SIGN},
    }
)
_CHAINS: Final[Mapping[Any, Operator]] = MappingProxyType({sympy.Max: MAX, sympy.Min: MIN})
_RECIPROCALS: Final[Mapping[Any, Operator]] = MappingProxyType(
    {
        **{sympy.sec: COS, sympy.csc: SIN, sympy.cot: TAN},
        **{sympy.sech: COSH, sympy.csch: SINH, sympy.coth: TANH},
    }
)
_ONE = number(1)


def from_sympy(formula: Any) -> Expression:  # noqa: ANN401 (SymPy is untyped)
    """The tree for a SymPy formula over real symbols; floats become fitted constants.

    Raises:
        ExpressionError: for anything that the language does not have, such as I, oo or Piecewise.
    """
    try:
        nodes = islice(sympy.preorder_traversal(formula), MAX_NODES + 1)
        if sum(1 for _ in nodes) > MAX_NODES:
            message = f"a formula of more than {MAX_NODES} nodes is not read from SymPy"
            raise ExpressionError(message)
        return _read(formula)
    except RecursionError:
        raise ExpressionError("SymPy's formula is nested too deeply") from None


_RISING: Final = (sympy.Gt, sympy.Ge)


def by_steps(formula: Any) -> Any:  # noqa: ANN401
    """The formula with unit steps and cases as signs; their values at a break do not count.

    Raises:
        ExpressionError: for cases that are not parted by comparisons, or do not cover everything.
    """
    formula = formula.replace(sympy.Heaviside, lambda inside, *_: (1 + sympy.sign(inside)) / 2)
    return formula.replace(sympy.Piecewise, _cases)


def _cases(*pairs: Any) -> Any:  # noqa: ANN401
    whole, last = pairs[-1]
    if last != sympy.true:
        raise ExpressionError("the last formula of a Piecewise is for the rest: (formula, True)")
    for value, condition in reversed(pairs[:-1]):
        if not isinstance(condition, (*_RISING, sympy.Lt, sympy.Le)):
            raise ExpressionError(f"a Piecewise has conditions such as x < 1 here, not {condition}")
        sides: Any = condition.args if isinstance(condition, _RISING) else condition.args[::-1]
        sign = sympy.sign(sides[0] - sides[1])
        whole = value * (1 + sign) / 2 + whole * (1 - sign) / 2
    return whole


def _read(formula: Any) -> Expression:  # noqa: ANN401
    if isinstance(formula, sympy.Number) or formula in (sympy.pi, sympy.E):
        return _number(formula)
    if isinstance(formula, sympy.Symbol):
        return symbol(str(formula.name))
    kind = type(formula)
    if kind in _READERS:
        return _READERS[kind](formula)
    if kind in _FUNCTIONS:
        return apply(_FUNCTIONS[kind], _read(formula.args[0]))
    if kind in _CHAINS:
        return _chain(_CHAINS[kind], formula)
    if kind in _RECIPROCALS:
        return _ONE / apply(_RECIPROCALS[kind], _read(formula.args[0]))
    raise ExpressionError(f"SymPy's {kind.__name__} has no meaning in a formula here")


def _number(value: Any) -> Expression:  # noqa: ANN401
    match value:
        case sympy.Rational():
            return number(_fraction(value))
        case sympy.Float() if isfinite(float(value)):
            return leaf(CONSTANT, float(value))
        case _ if value == sympy.pi:
            return apply(PI)
        case _ if value == sympy.E:
            return apply(EXP, _ONE)
        case _:
            raise ExpressionError(f"SymPy's {value} is no number of a formula here")


def _fraction(value: Any) -> Fraction:  # noqa: ANN401
    return _bounded(Fraction(int(value.p), int(value.q)))


def _bounded(value: Fraction) -> Fraction:
    if Number(value).is_long:
        raise ExpressionError("a number of SymPy's formula has too many digits")
    return value


def _chain(row: Operator, formula: Any) -> Expression:  # noqa: ANN401
    """``max`` and ``min`` of several arguments: those that vary first, numbers last."""
    parts = sorted(formula.args, key=lambda part: (part.is_number, sympy.default_sort_key(part)))
    return reduce(lambda a, b: apply(row, a, b), (_read(part) for part in parts))


def _sum(formula: Any) -> Expression:  # noqa: ANN401
    """Terms in SymPy's printing order, but one without a minus sign first if there is one."""
    terms = formula.as_ordered_terms()
    first = next((term for term in terms if not _is_negative(term)), terms[0])
    terms.remove(first)
    total = _read(first)
    for term in terms:
        total = total - _read(-term) if _is_negative(term) else total + _read(term)
    return total


def _is_negative(term: Any) -> bool:  # noqa: ANN401
    coefficient, _ = term.as_coeff_Mul()
    return bool(coefficient.is_negative)


def _product(formula: Any) -> Expression:  # noqa: ANN401
    """The coefficient and the factors, over the divisors."""
    coefficient, rest = formula.as_coeff_Mul()
    above: list[Expression] = []
    below: list[Expression] = []
    factors = list(rest.as_ordered_factors()) if rest.is_Mul else [rest]
    coefficient, factors, roots = _roots_below(coefficient, factors)
    for factor in factors:
        if _is_divisor(factor):
            below.append(_read(1 / factor))
        else:
            above.append(_read(factor))
    return _quotient(coefficient, above, [*roots, *below])


def _is_divisor(factor: Any) -> bool:  # noqa: ANN401
    return bool(factor.is_Pow and factor.base != sympy.E and factor.exp.is_negative)


def _roots_below(
    coefficient: Any,  # noqa: ANN401
    factors: list[Any],
) -> tuple[Any, list[Any], list[Expression]]:
    """``sqrt(6)/6`` as ``1/sqrt(6)``: SymPy keeps its denominators rational."""
    for factor in factors:
        root = factor.is_Pow and factor.exp == sympy.Rational(1, 2) and factor.base.is_Integer
        if root and isinstance(coefficient, sympy.Rational):
            inside = int(factor.base)
            if coefficient.q % inside == 0:
                others = [other for other in factors if other is not factor]
                return coefficient * inside, others, [_read(factor)]
    return coefficient, factors, []


def _quotient(coefficient: Any, above: list[Expression], below: list[Expression]) -> Expression:  # noqa: ANN401
    """A person writes ``x/2``, ``5/6*x``, ``-x`` and ``2/(3*x)``."""
    if not isinstance(coefficient, sympy.Rational):
        return _over([_number(coefficient), *above], below)
    value = _fraction(coefficient)
    if value.denominator > 1 and (below or not above or abs(value.numerator) == 1):
        below = [number(value.denominator), *below]
        value = Fraction(value.numerator)
    if above and value == -1:
        return _over([-above[0], *above[1:]], below)
    return _over(above if above and value == 1 else [number(value), *above], below)


def _over(above: list[Expression], below: list[Expression]) -> Expression:
    top = reduce(lambda a, b: a * b, above)
    if not below:
        return top
    bottom = reduce(lambda a, b: a * b, below)
    if isinstance(top.root, Number) and isinstance(bottom.root, Number):
        return number(_bounded(top.root.value / bottom.root.value))
    return top / bottom


def _power(formula: Any) -> Expression:  # noqa: ANN401
    base, exponent = formula.base, formula.exp
    if base == sympy.E:
        return apply(EXP, _read(exponent))
    if not isinstance(exponent, sympy.Rational):
        if base.is_positive:
            return apply(EXP, _read(exponent * sympy.log(base)))
        raise ExpressionError("an exponent must be a number; one of SymPy's formula is not")
    value = _fraction(exponent)
    if abs(value) > MAX_EXPONENT or value.denominator > MAX_EXPONENT:
        raise ExpressionError(f"an exponent of SymPy's formula lies beyond {MAX_EXPONENT}")
    return _ONE / _read(base) ** -value if value < 0 else _read(base) ** value


_READERS: Final[Mapping[Any, Callable[[Any], Expression]]] = MappingProxyType(
    {sympy.Add: _sum, sympy.Mul: _product, sympy.Pow: _power}
)
