"""How each function is written in generators: exponentials, circular functions, roots, logarithms.

Each rule returns the value and its record, which the kernel checks by the law that it rests on.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import gcd
from types import MappingProxyType
from typing import Final

from flint import fmpq_mpoly

from symplex.exact.quotients.field import Field, Function, Kind, SignOf
from symplex.exact.quotients.powers import factored, positive_power, power, primes
from symplex.exact.quotients.ring import Relation, TreeRing, fraction
from symplex.expression import Expression, Operator, apply
from symplex.expression import operators as op
from symplex.expression.polynomial_text import polynomial_text
from symplex.expression.quotients import Element, flint_number
from symplex.expression.rewriting import Record
from symplex.reasons import Code
from symplex.work.budget import Budget, Missing

Pair = tuple[Element, Element]
"""The cosine and the sine of an angle."""
_MAX_ANGLE: Final = 64
_HALF: Final = Fraction(1, 2)
_EIGHTH, _QUARTER = 3, 6
"""Of a turn, in multiples of π/12."""


def field_of_laws(sign_of: SignOf, budget: Budget) -> Field:
    """An empty field in which each step rests on a law that the kernel knows."""
    return Field([lambda: TreeRing(budget)], sign_of, budget, law_of)


def exponential(field: Field, _: Operator, below: Sequence[Element]) -> tuple[Element, Record]:
    """Of a sum: a product of exponentials, and of powers where the sum has logarithms."""
    ring = field.ring
    rest, logarithms = field.taken_out(below[0], Kind.LOG)
    value, powers = ring.number(1), list[tuple[Expression, Fraction, Expression]]()
    for (_kind, base), ratio, term in logarithms:
        sign = 1 if field.chooses else field.sign_of(base)
        if not sign:
            rest = rest + term
            continue
        exponent = ratio if field.chooses else 2 * ratio  # the generator of a law is log(p²)
        value = value * positive_power(field, base * sign, exponent)
        powers.append((ring.tree(base * sign), exponent, ring.tree(base)))
    parts: list[tuple[Expression, int]] = []
    for summand in _constant_terms_apart(field, _constants_apart(field, rest)):
        for index, times in field.parts(Kind.EXP, summand):
            basic = field.basic_tree(Kind.EXP, index)
            generator = field.atom((Kind.EXP, index), apply(op.EXP, basic), index)
            value = value * ring.element(generator) ** times
            parts.append((basic, times))
    return value, ("exp", parts, powers)


def _constants_apart(field: Field, argument: Element) -> tuple[Element, ...]:
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
    constant = ring.element(ring.context.from_dict(fixed), argument.bottom)
    return argument - constant, constant


def _constant_terms_apart(field: Field, parts: Sequence[Element]) -> Iterator[Element]:
    """Parts of a sum, those that do not vary term by term: exp(a + 2) is exp(a)*exp(2)."""
    ring = field.ring
    for part in parts:
        if not field.chooses or field.varies(part.top) or field.varies(part.bottom):
            yield part
        else:
            for exponents, value in part.top.terms():
                yield ring.element(ring.context.from_dict({exponents: value}), part.bottom)


def _hyperbolic(
    field: Field, operator: Operator, below: Sequence[Element]
) -> tuple[Element, Record]:
    up, record = exponential(field, operator, below)
    down = field.ring.number(1) / up
    if operator is op.TANH:
        return (up - down) / (up + down), record
    return (up - down if operator is op.SINH else up + down) * _HALF, record


def _circular(field: Field, operator: Operator, below: Sequence[Element]) -> tuple[Element, Record]:
    """Sine, cosine and tangent by those of independent angles."""
    ring = field.ring
    rest, specials = field.taken_out(below[0], Kind.PI, Kind.ARC)
    pair: Pair = (ring.number(1), ring.number(0))
    turns, arcs = Fraction(0), list[tuple[Expression, Expression, int]]()
    for (kind, data), ratio, term in specials:
        if kind is Kind.PI and (12 * ratio).denominator == 1:
            turns = ratio
            pair = _sum_of_angles(pair, _of_twelfths(field, int(12 * ratio)))
        elif kind is Kind.ARC and ratio.denominator == 1:
            arc, (inner,) = data
            root, one = _of_arc(field, arc, inner)
            tree = apply(arc, ring.element_tree(inner))
            arcs.append((tree, ring.element_tree(root), int(ratio)))
            pair = _sum_of_angles(pair, _multiple(field, one, int(ratio)))
        else:
            rest = rest + term
    parts: list[tuple[Expression, int]] = []
    for summand in _constants_apart(field, rest):
        for index, times in field.parts(Kind.COS, summand):
            pair = _sum_of_angles(pair, _multiple(field, _of_angle(field, index), times))
            parts.append((field.basic_tree(Kind.COS, index), times))
    record = ("angle", parts, arcs, turns)
    if operator is op.TAN:
        return pair[1] / pair[0], record
    return (pair[1] if operator is op.SIN else pair[0]), record


def _of_angle(field: Field, index: int) -> Pair:
    tree = field.basic_tree(Kind.COS, index)
    cosine = field.atom((Kind.COS, index), apply(op.COS, tree), index)
    relation = Relation(2, 1 - cosine * cosine, is_root=False)
    sine = field.atom((Kind.SIN, index), apply(op.SIN, tree), index, relation)
    return field.ring.element(cosine), field.ring.element(sine)


def _of_arc(field: Field, arc: Operator, inner: Element) -> tuple[Element, Pair]:
    """√(1 ∓ w²), and the cosine and the sine of asin(w) or atan(w)."""
    one, sign = field.ring.number(1), -1 if arc is op.ASIN else 1
    root, _ = field.value(op.SQRT, [one + inner * inner * sign])
    return root, (root, inner) if arc is op.ASIN else (one / root, inner / root)


def _of_twelfths(field: Field, twelfths: int) -> Pair:
    """The cosine and the sine of π/12 times a whole number, with no more roots than they need."""
    if not field.chooses:  # the kernel takes the cosine of π/12 for all of them
        _of_step(field, 1)
    step = gcd(twelfths % 24, 12)
    return _multiple(field, _of_step(field, step), twelfths % 24 // step)


def _of_step(field: Field, step: int) -> Pair:
    """Of π/12 times a divisor of 12."""
    ring = field.ring
    if step >= _QUARTER:
        return _multiple(field, (ring.number(0), ring.number(1)), step // _QUARTER)
    if step == _EIGHTH:
        side = positive_power(field, ring.constant(2), _HALF) * _HALF
        return side, side
    half, side = ring.number(_HALF), positive_power(field, ring.constant(3), _HALF) * _HALF
    if step == 1:
        return _sum_of_angles(_of_step(field, _EIGHTH), (side, -half))
    return (side, half) if step == 2 else (half, side)  # noqa: PLR2004 (a twelfth of a turn)


def _sum_of_angles(one: Pair, two: Pair) -> Pair:
    return one[0] * two[0] - one[1] * two[1], one[0] * two[1] + one[1] * two[0]


def _multiple(field: Field, one: Pair, times: int) -> Pair:
    if abs(times) > _MAX_ANGLE:
        raise Missing(Code.ALGEBRA_TOO_LARGE)
    if times < 0:
        return _multiple(field, (one[0], -one[1]), -times)
    if times == 0:
        return field.ring.number(1), field.ring.number(0)
    half = _multiple(field, one, times // 2)
    double = _sum_of_angles(half, half)
    return _sum_of_angles(double, one) if times % 2 else double


def _logarithm(field: Field, _: Operator, below: Sequence[Element]) -> tuple[Element, Record]:
    """Σ n·log|p| along the factors, and the exponents of exponentials."""
    if below[0].top.is_zero():
        raise Missing(Code.ALGEBRA_LOG_OF_ZERO)
    ring, value = field.ring, field.ring.number(0)
    factors, parts = list[tuple[Expression, Fraction]](), list[tuple[Expression, int]]()
    constant, found = factored(field, below[0])
    split = [(base, Fraction(times)) for base, times in found]
    split += [(ring.constant(p), Fraction(n)) for p, n in primes(abs(constant))]
    while split:
        base, times = split.pop()
        kind, data = field.meaning(base)
        if kind is Kind.ROOT:
            scale, inner = factored(field, ring.element(data[0]))
            split += [(p, n * times / data[1]) for p, n in inner]
            split += [(ring.constant(p), n * times / data[1]) for p, n in primes(abs(scale))]
            continue
        if kind is Kind.EXP:
            parts.append((field.basic_tree(Kind.EXP, data), int(times)))
            term = field.basic(Kind.EXP, data)
        else:
            factors.append((ring.tree(base), times))
            term = _of_factor(field, base)
        value = value + term * times
    return value, ("log", factors, parts)


def _of_factor(field: Field, base: fmpq_mpoly) -> Element:
    """log|p| by log(p²); or by log(p), on the branch where p is positive if that is chosen."""
    if not field.chooses:
        tree, half = apply(op.LOG, field.ring.tree(base) ** 2), flint_number(_HALF)
        return field.ring.element(field.atom((Kind.LOG, polynomial_text(base)), tree, base) * half)
    base = base if field.sign_of(base) >= 0 else -base
    tree = apply(op.LOG, field.ring.tree(base))
    return field.ring.element(field.atom((Kind.LOG, polynomial_text(base)), tree, base))


def arc(field: Field, operator: Operator, below: Sequence[Element]) -> tuple[Element, Record]:
    """asin, acos, atan and erf: odd (acos = π/2 − asin), and known at a few numbers."""
    (argument,), plain = below, op.ASIN if operator is op.ACOS else operator
    sign = -1 if not argument.top.is_zero() and argument.top.leading_coefficient() < 0 else 1
    inner = argument * sign
    turns = _turns(field, plain, inner)
    if turns is not None:
        value = field.pi() * turns
        record: Record = ("arc", sign, None, turns)
    else:
        tree, kind = field.ring.element_tree(inner), Kind.OTHER if plain is op.ERF else Kind.ARC
        key = kind, (plain, polynomial_text(inner.top), polynomial_text(inner.bottom))
        value = field.ring.element(field.atom(key, apply(plain, tree), (plain, (inner,))))
        record = ("arc", sign, tree, None)
    value = value * sign
    return field.pi() * _HALF - value if operator is op.ACOS else value, record


def _turns(field: Field, plain: Operator, inner: Element) -> Fraction | None:
    """The multiple of π that an arc of a well-known number is; erf(0) is 0."""
    if inner.top.is_zero():
        return Fraction(0)
    square = inner * inner
    if plain is op.ERF or square.top.total_degree() > 0 or not square.bottom.is_one():
        return None
    found = _KNOWN[plain].get(fraction(square.top.leading_coefficient()))
    if found is not None:
        _of_twelfths(field, 1)
    return found


_KNOWN: Final[Mapping[Operator, Mapping[Fraction, Fraction]]] = MappingProxyType(
    {
        op.ATAN: {Fraction(3) ** n: Fraction(3 + n, 12) for n in (-1, 0, 1)},
        op.ASIN: {Fraction(n, 4): Fraction(1, d) for n, d in ((1, 6), (2, 4), (3, 3), (4, 2))},
    }
)
"""The squares of numbers whose arc is a known multiple of π."""
LAWS: Final[Mapping[Operator, Function]] = MappingProxyType(
    {
        op.EXP: exponential,
        op.LOG: _logarithm,
        **dict.fromkeys((op.SIN, op.COS, op.TAN), _circular),
        **dict.fromkeys((op.SINH, op.COSH, op.TANH), _hyperbolic),
        **dict.fromkeys((op.ASIN, op.ACOS, op.ATAN, op.ERF), arc),
    }
)


def law_of(operator: Operator) -> Function:
    """The rule of an operator.

    Raises:
        Missing: for a branch that was not resolved.
    """
    exponent = operator.exponent
    if exponent is not None:
        return lambda field, _, below: power(field, below[0], exponent)
    if operator not in LAWS:
        raise Missing(Code.ALGEBRA_UNRESOLVED_OPERATOR, operator=operator.name)
    return LAWS[operator]
