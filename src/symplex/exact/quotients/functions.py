"""How each function is written in generators: exponentials, circular functions, roots, logarithms.

Each rule returns the value and its record, which the kernel checks by the law that it rests on.
"""

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from symplex.exact.quotients.field import Field, Function, Kind
from symplex.exact.quotients.powers import factored, positive_power, power, primes
from symplex.exact.quotients.tree_ring import fraction
from symplex.expression import Expression, Operator, apply
from symplex.expression import operators as op
from symplex.expression.polynomial_text import polynomial_text
from symplex.expression.quotients import Element, flint_number
from symplex.expression.rewriting import Record
from symplex.reasons import Code
from symplex.work.budget import Missing

Pair = tuple[Element, Element]
_MAX_ANGLE: Final = 64
_HALF: Final = Fraction(1, 2)


def exponential(field: Field, _: Operator, argument: Element) -> tuple[Element, Record]:
    """Of a sum: a product of exponentials, and of powers where the sum has logarithms."""
    ring = field.ring
    rest, logs = field.taken_out(argument, (Kind.LOG,))
    value, powers = ring.number(1), list[tuple[Expression, Fraction, Expression]]()
    for _kind, base, ratio, atom in logs:
        sign = field.sign(ring.tree(base))
        if not sign:
            rest = rest + ring.element(atom * flint_number(ratio))
            continue
        # The generator is log(p²).
        value = value * positive_power(field, base * sign, 2 * ratio)
        powers.append((ring.tree(base * sign), 2 * ratio, ring.tree(base)))
    parts = [(field.basic(Kind.EXP, index), index, n) for index, n in field.parts(Kind.EXP, rest)]
    for basic, index, times in parts:
        generator = field.atom((Kind.EXP, index), apply(op.EXP, basic), index)
        value = value * ring.element(generator) ** times
    return value, ("exp", [(basic, n) for basic, _, n in parts], powers)


def _hyperbolic(field: Field, operator: Operator, argument: Element) -> tuple[Element, Record]:
    up, record = exponential(field, operator, argument)
    down = field.ring.number(1) / up
    if operator is op.TANH:
        return (up - down) / (up + down), record
    return (up - down if operator is op.SINH else up + down) * _HALF, record


def _circular(field: Field, operator: Operator, argument: Element) -> tuple[Element, Record]:
    """Sine, cosine and tangent by those of independent angles."""
    ring = field.ring
    rest, specials = field.taken_out(argument, (Kind.PI, Kind.ATAN, Kind.ASIN))
    pair: Pair = (ring.number(1), ring.number(0))
    turns, arcs = Fraction(0), list[tuple[Expression, Expression, int]]()
    for kind, data, ratio, atom in specials:
        if kind is Kind.PI and (12 * ratio).denominator == 1:
            turns = ratio
            pair = _turned(pair, _of_twelfths(field, int(12 * ratio)))
        elif kind is not Kind.PI and ratio.denominator == 1:
            root, one = _of_arc(field, kind, data)
            tree = apply(_ARCS[kind], ring.element_tree(data))
            arcs.append((tree, ring.element_tree(root), int(ratio)))
            pair = _turned(pair, _multiple(field, one, int(ratio)))
        else:
            rest = rest + ring.element(atom * flint_number(ratio))
    parts = field.parts(Kind.COS, rest)
    for index, times in parts:
        pair = _turned(pair, _multiple(field, _of_angle(field, index), times))
    record = ("angle", [(field.basic(Kind.COS, i), n) for i, n in parts], arcs, turns)
    if operator is op.TAN:
        return pair[1] / pair[0], record
    return (pair[1] if operator is op.SIN else pair[0]), record


def _of_angle(field: Field, index: int) -> Pair:
    tree = field.basic(Kind.COS, index)
    cosine = field.atom((Kind.COS, index), apply(op.COS, tree))
    is_new = (Kind.SIN, index) not in field.atoms
    sine = field.atom((Kind.SIN, index), apply(op.SIN, tree))
    if is_new:
        field.ring.relate(sine, 2, 1 - cosine * cosine)
    return field.ring.element(cosine), field.ring.element(sine)


def _of_arc(field: Field, kind: Kind, inner: Element) -> tuple[Element, Pair]:
    """√(1 ∓ w²), and the cosine and the sine of asin(w) or atan(w)."""
    one, sign = field.ring.number(1), -1 if kind is Kind.ASIN else 1
    root = power(field, one + inner * inner * sign, _HALF)[0]
    return root, (root, inner) if kind is Kind.ASIN else (one / root, inner / root)


def _of_twelfths(field: Field, twelfths: int) -> Pair:
    """The cosine and the sine of π/12 times a whole number."""
    ring = field.ring
    two, three = (positive_power(field, ring.constant(n), _HALF) for n in (2, 3))
    scale, one = two * Fraction(1, 4), ring.number(1)
    return _multiple(field, (scale * (three + one), scale * (three - one)), twelfths % 24)


def _turned(one: Pair, two: Pair) -> Pair:
    return one[0] * two[0] - one[1] * two[1], one[0] * two[1] + one[1] * two[0]


def _multiple(field: Field, one: Pair, times: int) -> Pair:
    if abs(times) > _MAX_ANGLE:
        raise Missing(Code.ALGEBRA_TOO_LARGE)
    if times < 0:
        return _multiple(field, (one[0], -one[1]), -times)
    if times == 0:
        return field.ring.number(1), field.ring.number(0)
    half = _multiple(field, one, times // 2)
    double = _turned(half, half)
    return _turned(double, one) if times % 2 else double


def _logarithm(field: Field, _: Operator, argument: Element) -> tuple[Element, Record]:
    """Σ n·log|p| along the factors, and the exponents of exponentials."""
    if argument.top.is_zero():
        raise Missing(Code.ALGEBRA_LOG_OF_ZERO)
    ring, value = field.ring, field.ring.number(0)
    factors, parts = list[tuple[Expression, Fraction]](), list[tuple[Expression, int]]()
    constant, found = factored(field, argument)
    split = [(base, Fraction(times)) for base, times in found]
    split += [(ring.constant(p), Fraction(n)) for p, n in primes(abs(constant))]
    while split:
        base, times = split.pop()
        kind, data = field.meaning(base)
        if kind is Kind.EXP:
            parts.append((field.basic(Kind.EXP, data), int(times)))
            term = field.evaluate(parts[-1][0])
        elif kind is Kind.ROOT:
            scale, inner = factored(field, ring.element(data[0]))
            split += [(p, n * times / data[1]) for p, n in inner]
            split += [(ring.constant(p), n * times / data[1]) for p, n in primes(abs(scale))]
            continue
        else:
            factors.append((ring.tree(base), times))
            square = apply(op.LOG, ring.tree(base) ** 2)
            term = ring.element(field.atom((Kind.LOG, polynomial_text(base)), square, base) / 2)
        value = value + term * times
    return value, ("log", factors, parts)


def _odd(field: Field, operator: Operator, argument: Element) -> tuple[Element, Record]:
    """asin, acos, atan and erf: odd (acos = π/2 − asin), and known at a few numbers."""
    ring, kind = field.ring, _KIND_OF[operator]
    sign = -1 if not argument.top.is_zero() and argument.top.leading_coefficient() < 0 else 1
    inner = argument * sign
    turns = _turns(field, kind, inner)
    if turns is not None:
        value = field.pi() * turns
        record: Record = ("arc", sign, None, turns)
    else:
        tree = ring.element_tree(inner)
        key = kind, (polynomial_text(inner.top), polynomial_text(inner.bottom))
        value = ring.element(field.atom(key, apply(_ARCS[kind], tree), inner))
        record = ("arc", sign, tree, None)
    value = value * sign
    return field.pi() * _HALF - value if operator is op.ACOS else value, record


def _turns(field: Field, kind: Kind, inner: Element) -> Fraction | None:
    """The multiple of π that an arc of a well-known number is; erf(0) is 0."""
    if inner.top.is_zero():
        field.pi()
        return Fraction(0)
    square = inner * inner
    if kind is Kind.ERF or square.top.total_degree() > 0 or not square.bottom.is_one():
        return None
    found = _KNOWN[kind].get(fraction(square.top.leading_coefficient()))
    if found is not None:
        _of_twelfths(field, 1)
    return found


_KNOWN: Final[Mapping[Kind, Mapping[Fraction, Fraction]]] = MappingProxyType(
    {
        Kind.ATAN: {
            Fraction(1): Fraction(1, 4),
            Fraction(3): Fraction(1, 3),
            Fraction(1, 3): Fraction(1, 6),
        },
        Kind.ASIN: {
            Fraction(1): Fraction(1, 2),
            Fraction(3, 4): Fraction(1, 3),
            Fraction(1, 2): Fraction(1, 4),
            Fraction(1, 4): Fraction(1, 6),
        },
    }
)
"""The squares of numbers whose arc is a known multiple of π."""

_ARCS: Final[Mapping[Kind, Operator]] = MappingProxyType(
    {Kind.ASIN: op.ASIN, Kind.ATAN: op.ATAN, Kind.ERF: op.ERF}
)
_KIND_OF: Final[Mapping[Operator, Kind]] = MappingProxyType(
    {op.ACOS: Kind.ASIN, **{operator: kind for kind, operator in _ARCS.items()}}
)

_FUNCTIONS: Final[Mapping[Operator, Function]] = MappingProxyType(
    {
        op.EXP: exponential,
        op.LOG: _logarithm,
        **dict.fromkeys((op.SIN, op.COS, op.TAN), _circular),
        **dict.fromkeys((op.SINH, op.COSH, op.TANH), _hyperbolic),
        **dict.fromkeys((op.ASIN, op.ACOS, op.ATAN, op.ERF), _odd),
    }
)


def function_of(operator: Operator) -> Function:
    """The rule of an operator.

    Raises:
        Missing: for a branch that was not resolved.
    """
    exponent = operator.exponent
    if exponent is not None:
        return lambda field, _, argument: power(field, argument, exponent)
    if operator not in _FUNCTIONS:
        raise Missing(Code.ALGEBRA_UNRESOLVED_OPERATOR, operator=operator.name)
    return _FUNCTIONS[operator]
