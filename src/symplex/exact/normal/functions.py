"""How each function is written in generators: exponentials, circular functions, roots, logarithms.

A function that is none of these is a generator of its own, by its arguments.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import gcd
from types import MappingProxyType
from typing import Final

from symplex.exact.normal.field import Field, Function, Kind, SignOf
from symplex.exact.normal.powers import factored, positive_power, power, primes
from symplex.exact.normal.ring import Element, Ring, flint_number, fraction
from symplex.exact.normal.writing import polynomial_tree, tree_of
from symplex.expression import Operator, apply
from symplex.expression import operators as op
from symplex.expression.polynomial_text import polynomial_text
from symplex.reasons import Code
from symplex.work.budget import Budget, Missing

Pair = tuple[Element, Element]
_MAX_ANGLE: Final = 24
_HALF: Final = Fraction(1, 2)
_ODD: Final = frozenset({op.ASIN, op.ATAN, op.ERF})


def field_of(
    variables: frozenset[str],
    sign_of: SignOf,
    budget: Budget,
    unknowns: frozenset[str] = frozenset(),
) -> Field:
    """An empty field of functions of some variables, in which some symbols are unknown."""
    return Field(variables, sign_of, budget, function_of, unknowns)


def _exponential(field: Field, _: Operator, below: Sequence[Element]) -> Element:
    """Of a sum: a product of exponentials, and of powers where the sum has logarithms."""
    ring = field.ring
    rest, logs = field.taken_out(below[0], Kind.LOG)
    value = ring.number(1)
    for base, ratio, _atom in logs:
        value = ring.multiply(value, positive_power(field, base, ratio))
    for part in _still_terms(field, _split(field, rest)):
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
        if not any(e and field.varying(ring.size - 1 - place) for place, e in enumerate(m))
    }
    if not fixed:
        return (argument,)
    still = ring.element(ring.context.from_dict(fixed), argument.bottom)
    return ring.add(argument, still, -1), still


def _still_terms(field: Field, parts: Sequence[Element]) -> Iterator[Element]:
    """Parts of a sum, those that do not vary term by term: exp(a + 2) is exp(a)*exp(2)."""
    ring = field.ring
    for part in parts:
        if field.varies(part.top) or field.varies(part.bottom):
            yield part
        else:
            for exponents, value in part.top.terms():
                yield ring.element(ring.context.from_dict({exponents: value}), part.bottom)


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
    rest, arcs = field.taken_out(rest, Kind.ATAN)
    for (_, (inner,)), ratio, atom in arcs:
        if ratio.denominator == 1:
            pair = _turned(field, pair, _of_arc(field, inner, int(ratio)))
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


def _of_arc(field: Field, inner: Element, times: int) -> Pair:
    """Of atan(w) times a whole number; without a root where that is even."""
    ring = field.ring
    square = ring.power(inner, 2)
    below = ring.add(ring.number(1), square)
    twice = ring.multiply(ring.number(2), inner)
    double = ring.divide(ring.add(ring.number(1), square, -1), below), ring.divide(twice, below)
    even = _multiple(field, double, times // 2)
    if times % 2 == 0:
        return even
    root = power(field, below, _HALF)
    return _turned(field, even, (ring.power(root, -1), ring.divide(inner, root)))


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
        raise Missing(Code.ALGEBRA_TOO_LARGE)
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
        raise Missing(Code.ALGEBRA_LOG_OF_ZERO)
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
            base = base if field.sign_of(base) >= 0 else -base
            tree = apply(op.LOG, polynomial_tree(ring, base))
            term = ring.element(field.atom((Kind.LOG, polynomial_text(base)), tree, base))
        value = ring.add(value, ring.multiply(ring.number(times), term))
    return value


def _sign(field: Field, _: Operator, below: Sequence[Element]) -> Element:
    """A product of signs of factors; each is its own inverse where it is not zero."""
    ring = field.ring
    if below[0].top.is_zero():
        return ring.number(0)
    constant, factors = factored(ring, below[0])
    value = ring.number(1 if constant > 0 else -1)
    for factor, times in factors:
        if times % 2 == 0:
            continue
        tree = polynomial_tree(ring, factor)
        known = ring.constant(field.sign_of(factor))
        if tree.root is op.SIGN:
            known = factor
        if known.is_zero():
            is_new = (Kind.OTHER, f"sign {tree!r}") not in field.atoms
            data = op.SIGN, (ring.element(factor),)
            known = field.atom((Kind.OTHER, f"sign {tree!r}"), apply(op.SIGN, tree), data)
            if is_new:
                ring.relate(known, 2, ring.one, is_root=False)
        value = ring.multiply(value, ring.element(known))
    return value


def _size(field: Field, operator: Operator, below: Sequence[Element]) -> Element:
    """abs, relu, max and min by signs."""
    ring = field.ring
    other = below[1] if len(below) > 1 else ring.number(0)
    difference = ring.add(below[0], other, -1)
    size = ring.multiply(_sign(field, operator, [difference]), difference)
    if operator is op.ABS:
        return size
    total = ring.add(ring.add(below[0], other), size, -1 if operator is op.MIN else 1)
    return ring.multiply(total, ring.number(_HALF))


def opaque(field: Field, operator: Operator, below: Sequence[Element]) -> Element:
    """A generator of its own; an odd function gives its sign to the outside."""
    ring, inner, sign = field.ring, list(below), 1
    if operator in _ODD and not inner[0].top.is_zero() and inner[0].top.leading_coefficient() < 0:
        inner, sign = [ring.negative(inner[0])], -1
    if operator in _ODD and inner[0].top.is_zero():
        return ring.number(0)
    turns = _turns(ring, operator, inner[0])
    if turns is not None:
        return ring.multiply(ring.number(sign * turns), field.evaluated(apply(op.PI)))
    tree = apply(operator, *(tree_of(ring, part) for part in inner))
    kind = Kind.ATAN if operator is op.ATAN else Kind.OTHER
    atom = field.atom((kind, repr(tree)), tree, (operator, tuple(inner)))
    return ring.element(atom * sign)


def _turns(ring: Ring, operator: Operator, inner: Element) -> Fraction | None:
    """The multiple of π that an arc of a well-known positive number is."""
    square = ring.power(inner, 2) if operator in _KNOWN else inner
    if operator not in _KNOWN or square.top.total_degree() > 0 or not square.bottom.is_one():
        return None
    return _KNOWN[operator].get(fraction(square.top.leading_coefficient()))


_KNOWN: Final[Mapping[Operator, Mapping[Fraction, Fraction]]] = MappingProxyType(
    {
        op.ATAN: {Fraction(3) ** n: Fraction(3 + n, 12) for n in (-1, 0, 1)},
        op.ASIN: {Fraction(n, 4): Fraction(1, d) for n, d in ((1, 6), (2, 4), (3, 3), (4, 2))},
    }
)
"""The squares of numbers whose arc is a known multiple of π."""
_FUNCTIONS: Final[Mapping[Operator, Function]] = MappingProxyType(
    {
        op.EXP: _exponential,
        op.LOG: _logarithm,
        **dict.fromkeys((op.SIN, op.COS, op.TAN), _circular),
        **dict.fromkeys((op.SINH, op.COSH, op.TANH), _hyperbolic),
        **dict.fromkeys((op.ABS, op.RELU, op.MAX, op.MIN), _size),
        op.SIGN: _sign,
    }
)


def function_of(operator: Operator) -> Function:
    """The rule of an operator."""
    exponent = operator.exponent
    if exponent is not None:
        return lambda field, _, below: power(field, below[0], exponent)
    return _FUNCTIONS.get(operator, opaque)
