"""Equations for one quantity, solved step by step: powers, quadratics, and functions undone."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import gcd, lcm
from types import MappingProxyType
from typing import Final

from symplex.exact.formulas.arithmetic import Arithmetic, Polynomial
from symplex.exact.formulas.building import (
    ZERO,
    add,
    divide,
    exponential,
    logarithm,
    multiply,
    negative,
    power,
    product,
    rebuilt,
    value_of_number,
)
from symplex.expression import Expression, Operator, Symbol, apply, number
from symplex.expression import operators as op

_DEPTH: Final = 8
_HALF: Final = Fraction(1, 2)
_PI: Final = apply(op.PI)
_INVERSES: Final[Mapping[Operator, Operator]] = MappingProxyType(
    {op.TAN: op.ATAN, op.ASIN: op.SIN, op.ACOS: op.COS, op.ATAN: op.TAN}
)


def zeros(tree: Expression, name: str, arithmetic: Arithmetic) -> list[Expression]:
    """Formulas for a symbol at which the formula vanishes; none where this is not seen."""
    return list(dict.fromkeys(_zeros(tree, name, arithmetic, _DEPTH)))


def _zeros(tree: Expression, name: str, arithmetic: Arithmetic, depth: int) -> Iterator[Expression]:
    if depth == 0:
        return
    found = None
    if tree.tokens.count(Symbol(name)) > 1:
        found = arithmetic.in_generators(tree, name)
    if found is None:  # it occurs once, or the sign of what stands under a root is not known
        yield from _peeled(tree, ZERO, name, arithmetic, depth)
    elif len(found[0]) == 1:
        for value in _of_polynomial(found[1], arithmetic):
            yield from _peeled(found[0][0], value, name, arithmetic, depth)
    else:
        for equation in _simpler(*found, arithmetic):
            yield from _zeros(equation, name, arithmetic, depth - 1)


def _simpler(
    generators: tuple[Expression, ...], parts: Polynomial, arithmetic: Arithmetic
) -> Iterator[Expression]:
    """Equations with the same zeros, and perhaps more, in fewer functions of the symbol."""
    if all(generator.root is op.LOG for generator in generators):
        yield from _without_logarithms(generators, parts, arithmetic)
        return
    equation = _without_roots(generators, parts)
    if equation is not None:
        yield equation


def _peeled(
    tree: Expression, value: Expression, name: str, arithmetic: Arithmetic, depth: int
) -> Iterator[Expression]:
    """The symbol from ``tree = value``: operations undone from the outside in."""
    if tree.root == Symbol(name):
        yield value
        return
    inside = [k for k, part in enumerate(tree.arguments) if name in part.symbols]
    if len(inside) != 1:
        yield from _zeros(tree - value, name, arithmetic, depth - 1)
        return
    inner = tree.arguments[inside[0]]
    other = tree.arguments[1 - inside[0]] if len(tree.arguments) > 1 else ZERO
    moved = _moved(tree, inside[0], other, value)
    values = _arguments(tree, value, arithmetic) if moved is None else (moved,)
    for one in values:
        yield from _peeled(inner, arithmetic.shorter(one), name, arithmetic, depth)


def _moved(tree: Expression, place: int, other: Expression, value: Expression) -> Expression | None:
    """What an operand of a sum or product is, the other operand being known."""
    match tree.root:
        case op.ADD:
            return value - other
        case op.SUBTRACT:
            return other - value if place else value + other
        case op.MULTIPLY:
            return value / other
        case op.DIVIDE:
            return other / value if place else value * other
        case op.NEGATE:
            return -value
        case _:
            return None


def _without_roots(generators: tuple[Expression, ...], parts: Polynomial) -> Expression | None:
    """A·r + B = 0 as A^n·r^n = (−B)^n, r a root or a product of roots of which r^n is free."""
    rooted = [k for k, one in enumerate(generators) if _degree_of_root(one) > 1]
    kinds = {tuple(key[k] for k in rooted) for key in parts}
    kinds.discard((0,) * len(rooted))
    if not rooted or len(kinds) != 1:
        return None
    (kind,) = kinds
    degree = lcm(*(_degree_of_root(generators[k]) for k in rooted))
    with_root, without = ZERO, ZERO
    for key, value in parts.items():
        plain = [
            (g, e) for k, (g, e) in enumerate(zip(generators, key, strict=True)) if k not in rooted
        ]
        term = multiply(value, product(power(g, e) for g, e in plain if e))
        if any(key[k] for k in rooted):
            with_root = add(with_root, term)
        else:
            without = add(without, term)
    base = product(
        power(generators[k].arguments[0], e * degree // _degree_of_root(generators[k]))
        for k, e in zip(rooted, kind, strict=True)
        if e
    )
    return power(with_root, degree) * base - power(negative(without), degree)


def _degree_of_root(generator: Expression) -> int:
    exponent = getattr(generator.root, "exponent", None)
    return 1 if exponent is None else int(exponent.denominator)


def _arguments(
    generator: Expression, value: Expression, arithmetic: Arithmetic
) -> Iterator[Expression]:
    """What the argument of a function may be where the function has a value."""
    match generator.root:
        case op.EXP:
            yield logarithm(value)
        case op.LOG:
            yield arithmetic.normal(exponential(value))
        case op.SIN:
            arc = apply(op.ASIN, value)
            yield from (arc, _PI - arc)
        case op.COS:
            arc = apply(op.ACOS, value)
            yield from (arc, negative(arc))
        case op.TAN | op.ASIN | op.ACOS | op.ATAN as row:
            yield apply(_INVERSES[row], value)
        case Operator(exponent=Fraction() as exponent):
            base = power(value, 1 if exponent > 0 else -1)
            base = arithmetic.normal(power(base, exponent.denominator))
            yield from _roots(base, abs(exponent.numerator), arithmetic)
        case _:
            return


def _of_polynomial(parts: Polynomial, arithmetic: Arithmetic) -> Iterator[Expression]:
    """The zeros of a linear or quadratic polynomial, or of a power and a constant."""
    coefficients = {key[0]: value for key, value in parts.items()}
    degree = max(coefficients)
    lowest = min(coefficients)
    if lowest > 0:
        yield ZERO
        coefficients = {key - lowest: value for key, value in coefficients.items()}
        degree -= lowest
    if set(coefficients) == {0, degree} and degree > 0:
        ratio = arithmetic.divide(negative(coefficients[0]), coefficients[degree])
        yield from _roots(ratio, degree, arithmetic)
    elif degree == 2:  # noqa: PLR2004 (a quadratic)
        a, b, c = (coefficients.get(k, ZERO) for k in (2, 1, 0))
        inside = arithmetic.normal(b * b - 4 * a * c)
        root = arithmetic.normal(power(inside, _HALF))
        for sign in (root, negative(root)):
            yield arithmetic.normal(divide(add(negative(b), sign), multiply(number(2), a)))


def _roots(ratio: Expression, degree: int, arithmetic: Arithmetic) -> Iterator[Expression]:
    """The real numbers with a power."""
    if degree == 1:
        yield ratio
        return
    sign = arithmetic.sign(ratio)
    if degree % 2 and sign < 0:
        yield negative(arithmetic.normal(power(negative(ratio), Fraction(1, degree))))
        return
    root = arithmetic.normal(power(ratio, Fraction(1, degree)))
    yield root
    if degree % 2 == 0:
        yield negative(root)


def _without_logarithms(
    generators: tuple[Expression, ...], parts: Polynomial, arithmetic: Arithmetic
) -> Iterator[Expression]:
    """Σ n·log|p| = r as Π p^n = ±exp(r), where the ratios of the factors are rational."""
    found = _exponentiated(generators, parts, arithmetic)
    if found is not None:
        left, right = found
        value = arithmetic.normal(exponential(right))
        yield left - value
        yield left + value


def _exponentiated(
    generators: tuple[Expression, ...], parts: Polynomial, arithmetic: Arithmetic
) -> tuple[Expression, Expression] | None:
    """Π p^n and r."""
    if any(sum(key) > 1 for key in parts):
        return None
    units = [tuple(int(i == k) for i in range(len(generators))) for k in range(len(generators))]
    slopes = [parts.get(unit, ZERO) for unit in units]
    ratios = [value_of_number(arithmetic.divide(slope, slopes[0])) for slope in slopes]
    known = [ratio for ratio in ratios if ratio is not None]
    if len(known) < len(ratios):
        return None
    bases = [_of_size(generator.arguments[0]) for generator in generators]
    exponents = [ratio * times for ratio, (_, times) in zip(known, bases, strict=True)]
    scale = Fraction(
        lcm(*(one.denominator for one in exponents)), gcd(*(one.numerator for one in exponents))
    )
    rest = parts.get((0,) * len(generators), ZERO)
    right = multiply(number(-scale), divide(rest, slopes[0]))
    left = product(
        power(base, int(one * scale)) for (base, _), one in zip(bases, exponents, strict=True)
    )
    return left, rebuilt(arithmetic.normal(right))


def _of_size(inside: Expression) -> tuple[Expression, int]:
    """The formula whose size a logarithm is taken of: log(p²) is 2·log|p|."""
    return (inside.arguments[0], 2) if inside.root is op.SQUARE else (inside, 1)


def exponentiated(relation: Expression, name: str, arithmetic: Arithmetic) -> Expression | None:
    """A relation Σ n·log|p| − r that is constant, as the product Π p^n·exp(−r), which is so too.

    Its constant value may have either sign, or be zero, where the relation itself has no value.
    """
    found = arithmetic.in_generators(relation, name)
    if found is None or any(one.root is not op.LOG for one in found[0]):
        return None
    sides = _exponentiated(*found, arithmetic)
    if sides is None:
        return None
    return multiply(sides[0], arithmetic.normal(exponential(negative(sides[1]))))
