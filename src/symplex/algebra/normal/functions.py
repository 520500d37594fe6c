"""How each function is written in generators: exponentials, circular functions, roots, logarithms.

A function that is none of these is a generator of its own, by its arguments.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import gcd
from types import MappingProxyType
from typing import Final

from symplex.algebra.normal.field import Field, Function, Kind, SignOf
from symplex.algebra.normal.powers import factored, positive_power, power, primes
from symplex.algebra.normal.ring import SIZE, TOO_LARGE, Element, flint_number
from symplex.algebra.normal.writing import polynomial_tree, tree_of
from symplex.budget import Budget, Missing
from symplex.expression import Operator, apply
from symplex.expression import operators as op

Pair = tuple[Element, Element]
_MAX_ANGLE: Final = 24
_HALF: Final = Fraction(1, 2)
_ODD: Final = frozenset({op.ASIN, op.ATAN, op.ERF, op.SIGN})


def field_of(variables: frozenset[str], sign_of: SignOf, budget: Budget) -> Field:
    """An empty field of functions of some variables."""
    return Field(variables, sign_of, budget, function_of)


def _exponential(field: Field, _: Operator, below: Sequence[Element]) -> Element:
    """Of a sum: a product of exponentials, and of powers where the sum has logarithms."""
    ring = field.ring
    rest, logs = field.taken_out(below[0], Kind.LOG)
    value = ring.number(1)
    for base, ratio, _atom in logs:
        value = ring.multiply(value, positive_power(field, base, ratio))
    for part in _split(field, rest):
        for index, times in field.parts(Kind.EXP, part):
            tree = apply(op.EXP, tree_of(ring, field.basic(Kind.EXP, index)))
            generator = field.atom((Kind.EXP, index), tree, index)
            value = ring.multiply(value, ring.power(ring.element(generator), times))
    return value


def _split(field: Field, argument: Element) -> tuple[Element, ...]:
    """The part of a sum that depends on the variables, and the part that does not."""
    ring = field.ring
    if field.varies(argument.bottom) or not field.varies(argument.top):
        return (argument,)
    fixed = {
        m: c
        for m, c in argument.top.terms()
        if not any(e and field.varying(SIZE - 1 - place) for place, e in enumerate(m))
    }
    if not fixed:
        return (argument,)
    still = ring.element(ring.context.from_dict(fixed), argument.bottom)
    return ring.add(argument, still, -1), still


def _hyperbolic(field: Field, operator: Operator, below: Sequence[Element]) -> Element:
    ring = field.ring
    up = _exponential(field, operator, below)
    down = ring.power(up, -1)
    minus, plus = ring.add(up, down, -1), ring.add(up, down)
    if operator is op.TANH:
        return ring.divide(minus, plus)
    half = minus if operator is op.SINH else plus
    return ring.multiply(half, ring.number(_HALF))


def _circular(field: Field, operator: Operator, below: Sequence[Element]) -> Element:
    """Sine, cosine and tangent by those of independent angles."""
    ring = field.ring
    rest, turns = field.taken_out(below[0], Kind.PI)
    pair: Pair = (ring.number(1), ring.number(0))
    for _, ratio, atom in turns:
        if (12 * ratio).denominator == 1:
            pair = _turned(field, pair, _of_twelfths(field, int(12 * ratio)))
        else:
            rest = ring.add(rest, ring.element(atom * flint_number(ratio)))
    for part in _split(field, rest):
        for index, times in field.parts(Kind.COS, part):
            pair = _turned(field, pair, _multiple(field, _of_angle(field, index), times))
    if operator is op.TAN:
        return ring.divide(pair[1], pair[0])
    return pair[1] if operator is op.SIN else pair[0]


def _of_angle(field: Field, index: int) -> Pair:
    tree = tree_of(field.ring, field.basic(Kind.COS, index))
    cosine = field.atom((Kind.COS, index), apply(op.COS, tree), index)
    is_new = (Kind.SIN, index) not in field.atoms
    sine = field.atom((Kind.SIN, index), apply(op.SIN, tree), index)
    if is_new:
        field.ring.relate(sine, 2, 1 - cosine * cosine, is_root=False)
    return field.ring.element(cosine), field.ring.element(sine)


def _of_twelfths(field: Field, twelfths: int) -> Pair:
    """The cosine and the sine of π/12 times a whole number, with no more roots than they need."""
    step = gcd(twelfths % 24, 12)
    return _multiple(field, _of_step(field, step), twelfths % 24 // step)


def _of_step(field: Field, step: int) -> Pair:
    """Of π/12 times a divisor of 12."""
    ring = field.ring
    if step >= 6:  # noqa: PLR2004 (a quarter of a turn)
        return _multiple(field, (ring.number(0), ring.number(1)), step // 6)
    half = ring.number(_HALF)
    if step == 3:  # noqa: PLR2004 (an eighth)
        side = ring.multiply(positive_power(field, ring.constant(2), _HALF), half)
        return side, side
    side = ring.multiply(positive_power(field, ring.constant(3), _HALF), half)
    if step == 1:
        return _turned(field, _of_step(field, 3), (side, ring.number(-_HALF)))
    return (side, half) if step == 2 else (half, side)  # noqa: PLR2004 (a twelfth of a turn)


def _turned(field: Field, one: Pair, two: Pair) -> Pair:
    times, add = field.ring.multiply, field.ring.add
    cosine = add(times(one[0], two[0]), times(one[1], two[1]), -1)
    return cosine, add(times(one[0], two[1]), times(one[1], two[0]))


def _multiple(field: Field, one: Pair, times: int) -> Pair:
    if abs(times) > _MAX_ANGLE:
        raise Missing(TOO_LARGE)
    if times < 0:
        return _multiple(field, (one[0], field.ring.negative(one[1])), -times)
    if times == 0:
        return field.ring.number(1), field.ring.number(0)
    half = _multiple(field, one, times // 2)
    double = _turned(field, half, half)
    return _turned(field, double, one) if times % 2 else double


def _logarithm(field: Field, _: Operator, below: Sequence[Element]) -> Element:
    """Σ n·log(p) along the factors, and the exponents of exponentials."""
    if below[0].top.is_zero():
        raise Missing("a logarithm of zero")
    ring, value = field.ring, field.ring.number(0)
    constant, found = factored(ring, below[0])
    split = [(base, Fraction(times)) for base, times in found]
    split += [(ring.constant(p), Fraction(n)) for p, n in primes(abs(constant))]
    while split:
        base, times = split.pop()
        kind, data = field.meaning(base)
        if kind is Kind.EXP:
            term = field.basic(Kind.EXP, data)
        elif kind is Kind.ROOT:
            split.append((data[0], times / data[1]))
            continue
        else:
            # An argument that may be negative is left as it is: its sign is not ours to choose.
            base = base if field.sign(polynomial_tree(ring, base)) >= 0 else -base
            tree = apply(op.LOG, polynomial_tree(ring, base))
            term = ring.element(field.atom((Kind.LOG, str(base)), tree, base))
        value = ring.add(value, ring.multiply(ring.number(times), term))
    return value


def _other(field: Field, operator: Operator, below: Sequence[Element]) -> Element:
    """A generator of its own; an odd function gives its sign to the outside."""
    ring, inner, sign = field.ring, list(below), 1
    if operator in _ODD and not inner[0].top.is_zero() and inner[0].top.leading_coefficient() < 0:
        inner, sign = [ring.negative(inner[0])], -1
    if operator in _ODD and inner[0].top.is_zero():
        return ring.number(0)
    tree = apply(operator, *(tree_of(ring, part) for part in inner))
    atom = field.atom((Kind.OTHER, repr(tree)), tree, (operator, tuple(inner)))
    return ring.element(atom * sign)


_FUNCTIONS: Final[Mapping[Operator, Function]] = MappingProxyType(
    {
        op.EXP: _exponential,
        op.LOG: _logarithm,
        **dict.fromkeys((op.SIN, op.COS, op.TAN), _circular),
        **dict.fromkeys((op.SINH, op.COSH, op.TANH), _hyperbolic),
    }
)


def function_of(operator: Operator) -> Function:
    """The rule of an operator."""
    exponent = operator.exponent
    if exponent is not None:
        return lambda field, _, below: power(field, below[0], exponent)
    return _FUNCTIONS.get(operator, _other)
