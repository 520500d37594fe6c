"""How each function is written in generators: exponentials, circular functions, roots, logarithms.

Each rule returns the value and its record, which the kernel checks by the law that it rests on.
"""

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from flint import fmpq_mpoly, fmpz

from symplex.budget import Missing
from symplex.expression import Expression, Operator, apply, number
from symplex.expression import operators as op
from symplex.expression import power as raised
from symplex.proof.advice.field import Field, Function
from symplex.proof.kernel.advice import Factors, HiddenSign, Record
from symplex.proof.kernel.ring import TOO_LARGE, Element, flint_number, fraction

Pair = tuple[Element, Element]
Factored = tuple[Fraction, list[tuple[fmpq_mpoly, int]]]
_MAX_ANGLE: Final = 64
_MAX_FACTORED_BITS: Final = 160
_HALF: Final = Fraction(1, 2)


def exponential(field: Field, _: Operator, argument: Element) -> tuple[Element, Record]:
    """Of a sum: a product of exponentials, and of powers where the sum has logarithms."""
    ring = field.ring
    rest, logs = field.taken_out(argument, ("log",))
    value, powers = ring.number(1), list[tuple[Expression, Fraction, Expression]]()
    for _kind, base, ratio, atom in logs:
        sign = field.sign(ring.tree(base))
        if not sign:
            rest = ring.add(rest, ring.element(atom * flint_number(ratio)))
            continue
        # The generator is log(p²).
        value = ring.multiply(value, positive_power(field, base * sign, 2 * ratio))
        powers.append((ring.tree(base * sign), 2 * ratio, ring.tree(base)))
    parts = [(field.basic("exp", index), index, n) for index, n in field.parts("exp", rest)]
    for basic, index, times in parts:
        generator = field.atom(("exp", index), apply(op.EXP, basic), index)
        value = ring.multiply(value, ring.power(ring.element(generator), times))
    return value, ("exp", [(basic, n) for basic, _, n in parts], powers)


def _hyperbolic(field: Field, operator: Operator, argument: Element) -> tuple[Element, Record]:
    ring = field.ring
    up, record = exponential(field, operator, argument)
    down = ring.inverse(up)
    minus, plus = ring.add(up, down, -1), ring.add(up, down)
    if operator is op.TANH:
        return ring.multiply(minus, ring.inverse(plus)), record
    half = minus if operator is op.SINH else plus
    return ring.multiply(half, ring.number(_HALF)), record


def _circular(field: Field, operator: Operator, argument: Element) -> tuple[Element, Record]:
    """Sine, cosine and tangent by those of independent angles."""
    ring = field.ring
    rest, specials = field.taken_out(argument, ("pi", "atan", "asin"))
    pair: Pair = (ring.number(1), ring.number(0))
    turns, arcs = Fraction(0), list[tuple[Expression, Expression, int]]()
    for kind, data, ratio, atom in specials:
        if kind == "pi" and (12 * ratio).denominator == 1:
            turns = ratio
            pair = _turned(field, pair, _of_twelfths(field, int(12 * ratio)))
        elif kind != "pi" and ratio.denominator == 1:
            root, one = _of_arc(field, kind, data)
            tree = apply(op.OPERATORS[kind], ring.element_tree(data))
            arcs.append((tree, ring.element_tree(root), int(ratio)))
            pair = _turned(field, pair, _multiple(field, one, int(ratio)))
        else:
            rest = ring.add(rest, ring.element(atom * flint_number(ratio)))
    parts = field.parts("angle", rest)
    for index, times in parts:
        pair = _turned(field, pair, _multiple(field, _of_angle(field, index), times))
    record = ("angle", [(field.basic("angle", i), n) for i, n in parts], arcs, turns)
    if operator is op.TAN:
        return ring.multiply(pair[1], ring.inverse(pair[0])), record
    return (pair[1] if operator is op.SIN else pair[0]), record


def _of_angle(field: Field, index: int) -> Pair:
    tree = field.basic("angle", index)
    cosine = field.atom(("cos", index), apply(op.COS, tree))
    is_new = ("sin", index) not in field.atoms
    sine = field.atom(("sin", index), apply(op.SIN, tree))
    if is_new:
        field.ring.relate(sine, 2, 1 - cosine * cosine)
    return field.ring.element(cosine), field.ring.element(sine)


def _of_arc(field: Field, kind: str, inner: Element) -> tuple[Element, Pair]:
    """√(1 ∓ w²), and the cosine and the sine of asin(w) or atan(w)."""
    ring, square = field.ring, field.ring.multiply(inner, inner)
    sign = -1 if kind == "asin" else 1
    root = power(field, ring.add(ring.number(1), square, sign), _HALF)[0]
    if kind == "asin":
        return root, (root, inner)
    return root, (ring.inverse(root), ring.multiply(inner, ring.inverse(root)))


def _of_twelfths(field: Field, twelfths: int) -> Pair:
    """The cosine and the sine of π/12 times a whole number."""
    ring = field.ring
    two, three = (positive_power(field, ring.constant(n), _HALF) for n in (2, 3))
    scale = ring.multiply(two, ring.number(Fraction(1, 4)))
    one = [ring.multiply(scale, ring.add(three, ring.number(1), sign)) for sign in (1, -1)]
    return _multiple(field, (one[0], one[1]), twelfths % 24)


def _turned(field: Field, one: Pair, two: Pair) -> Pair:
    times, add = field.ring.multiply, field.ring.add
    cosine = add(times(one[0], two[0]), times(one[1], two[1]), -1)
    return cosine, add(times(one[0], two[1]), times(one[1], two[0]))


def _multiple(field: Field, one: Pair, times: int) -> Pair:
    if abs(times) > _MAX_ANGLE:
        raise Missing(TOO_LARGE)
    sine = one[1] if times >= 0 else Element(-one[1].top, one[1].bottom)
    result: Pair = (field.ring.number(1), field.ring.number(0))
    for bit in bin(abs(times))[2:]:
        result = _turned(field, result, result)
        result = _turned(field, result, (one[0], sine)) if bit == "1" else result
    return result


def factored(field: Field, element: Element) -> Factored:
    """A constant and irreducible factors with their exponents."""
    constant, found = Fraction(1), list[tuple[fmpq_mpoly, int]]()
    for polynomial, sign in ((element.top, 1), (element.bottom, -1)):
        value, factors = _with_sines(field, polynomial).factor()
        constant *= fraction(value) ** sign
        for factor, times in factors:
            lead = factor.leading_coefficient()
            constant *= fraction(lead) ** (int(times) * sign)
            found.append((factor / lead, int(times) * sign))
    return constant, found


def factored_trees(field: Field, formula: Expression) -> Factors:
    """The factors of a formula as formulas."""
    constant, found = factored(field, field.element(formula))
    return constant, [(field.ring.tree(p), e) for p, e in found]


def _with_sines(field: Field, polynomial: fmpq_mpoly) -> fmpq_mpoly:
    """1 − cos² as sin² where that is shorter: its root is then seen."""
    for kind, index in list(field.atoms):
        if kind == "sin":
            swapped = _swapped(polynomial, field.atoms["cos", index], field.atoms["sin", index])
            polynomial = swapped if len(swapped) < len(polynomial) else polynomial
    return polynomial


def _swapped(polynomial: fmpq_mpoly, cosine: fmpq_mpoly, sine: fmpq_mpoly) -> fmpq_mpoly:
    """cos² replaced by 1 − sin²."""
    index = cosine.degrees().index(1)
    result = 0 * polynomial
    for exponents, value in polynomial.terms():
        whole, rest = divmod(int(exponents[index]), 2)
        term = polynomial.context().from_dict(
            {(*exponents[:index], rest, *exponents[index + 1 :]): value}
        )
        result = result + term * (1 - sine * sine) ** whole
    return result


def power(field: Field, base: Element, exponent: Fraction) -> tuple[Element, Record]:
    """A power with a fractional exponent, of a base that is not negative."""
    ring = field.ring
    if base.top.is_zero():
        return ring.number(0), ("power", [(number(0), Fraction(1))], None)
    constant, factors = factored(field, base)
    split, hidden = list[tuple[Expression, Fraction]](), ring.constant(1)
    value = ring.number(1)
    for factor, times in factors:
        sign = field.sign(ring.tree(factor))
        if sign:
            constant *= Fraction(sign) ** times
            split.append((ring.tree(factor * sign), times * exponent))
            value = ring.multiply(value, positive_power(field, factor * sign, times * exponent))
            continue
        whole = _outside(times, exponent, ring.tree(factor))
        value = ring.multiply(value, ring.power(ring.element(factor), whole))
        split += [(ring.tree(factor), Fraction(whole))] if whole else []
        hidden = hidden * factor ** int((times * exponent - whole) * exponent.denominator)
    rest = None
    if not hidden.is_one():
        hidden, constant = (hidden, constant) if constant > 0 else (-hidden, -constant)
        root = positive_power(field, hidden, Fraction(1, exponent.denominator))
        value, rest = ring.multiply(value, root), ring.tree(hidden)
    if constant <= 0:
        raise Missing("a root of a negative number")
    for prime, times in primes(constant):
        value = ring.multiply(value, positive_power(field, ring.constant(prime), times * exponent))
        split.append((number(prime), times * exponent))
    return value, ("power", split, rest)


def _outside(times: int, exponent: Fraction, tree: Expression) -> int:
    """The whole power of a factor of unknown sign that stands outside of a root."""
    total = times * exponent
    whole = total.numerator // total.denominator
    # An even power has no sign to lose; anything else may be an absolute value in disguise.
    if whole % 2:
        raise HiddenSign(tree)
    return whole


def positive_power(field: Field, base: fmpq_mpoly, exponent: Fraction) -> Element:
    """A power of a polynomial that is positive (or not negative, under a root)."""
    ring = field.ring
    kind, data = field.meaning(base)
    if kind == "exp" and exponent.denominator != 1:
        field.refine("exp", data, exponent.denominator)
    if kind == "root" and exponent.denominator != 1:
        return positive_power(field, data[0], exponent / data[1])
    if exponent.denominator == 1:
        return ring.power(ring.element(base), int(exponent))
    name = repr(ring.tree(base))
    field.require_degree(name, exponent.denominator)
    degree = field.degrees[name]
    if ("root", name) not in field.atoms:
        tree = apply(raised(Fraction(1, degree)), ring.tree(base))
        ring.relate(field.atom(("root", name), tree, (base, degree)), degree, base)
    return ring.power(ring.element(field.atoms["root", name]), int(exponent * degree))


def primes(value: Fraction) -> list[tuple[int, int]]:
    """A positive number as a product of powers; large numbers are left whole."""
    found: list[tuple[int, int]] = []
    for part, sign in ((value.numerator, 1), (value.denominator, -1)):
        if part.bit_length() > _MAX_FACTORED_BITS:
            found.append((part, sign))
        elif part > 1:
            found += [(int(prime), int(times) * sign) for prime, times in fmpz(part).factor()]
    return found


def _logarithm(field: Field, _: Operator, argument: Element) -> tuple[Element, Record]:
    """Σ n·log|p| along the factors, and the exponents of exponentials."""
    if argument.top.is_zero():
        raise Missing("a logarithm of zero")
    ring, value = field.ring, field.ring.number(0)
    factors, parts = list[tuple[Expression, Fraction]](), list[tuple[Expression, int]]()
    constant, found = factored(field, argument)
    split = [(base, Fraction(times)) for base, times in found]
    split += [(ring.constant(p), Fraction(n)) for p, n in primes(abs(constant))]
    while split:
        base, times = split.pop()
        kind, data = field.meaning(base)
        if kind == "exp":
            parts.append((field.basic("exp", data), int(times)))
            term = field.evaluate(parts[-1][0])
        elif kind == "root":
            scale, inner = factored(field, ring.element(data[0]))
            split += [(p, n * times / data[1]) for p, n in inner]
            split += [(ring.constant(p), n * times / data[1]) for p, n in primes(abs(scale))]
            continue
        else:
            factors.append((ring.tree(base), times))
            square = apply(op.LOG, ring.tree(base) ** 2)
            term = ring.element(field.atom(("log", str(base)), square, base) / 2)
        value = ring.add(value, ring.multiply(ring.number(times), term))
    return value, ("log", factors, parts)


def _odd(field: Field, operator: Operator, argument: Element) -> tuple[Element, Record]:
    """asin, acos, atan and erf: odd (acos = π/2 − asin), and known at a few numbers."""
    ring, name = field.ring, "asin" if operator is op.ACOS else operator.name
    sign = -1 if not argument.top.is_zero() and argument.top.leading_coefficient() < 0 else 1
    inner = Element(argument.top * sign, argument.bottom)
    turns = _turns(field, name, inner)
    if turns is not None:
        value = ring.multiply(ring.number(turns), field.pi())
        record: Record = ("arc", sign, None, turns)
    else:
        tree = ring.element_tree(inner)
        value = ring.element(field.atom((name, str(inner)), apply(op.OPERATORS[name], tree), inner))
        record = ("arc", sign, tree, None)
    value = Element(value.top * sign, value.bottom)
    if operator is op.ACOS:
        value = ring.add(ring.multiply(ring.number(_HALF), field.pi()), value, -1)
    return value, record


def _turns(field: Field, name: str, inner: Element) -> Fraction | None:
    """The multiple of π that an arc of a well-known number is; erf(0) is 0."""
    if inner.top.is_zero():
        field.pi()
        return Fraction(0)
    square = field.ring.multiply(inner, inner)
    if name == "erf" or square.top.total_degree() > 0 or not square.bottom.is_one():
        return None
    found = _KNOWN[name].get(fraction(square.top.leading_coefficient()))
    if found is not None:
        _of_twelfths(field, 1)
    return found


_KNOWN: Final[Mapping[str, Mapping[Fraction, Fraction]]] = MappingProxyType(
    {
        "atan": {
            Fraction(1): Fraction(1, 4),
            Fraction(3): Fraction(1, 3),
            Fraction(1, 3): Fraction(1, 6),
        },
        "asin": {
            Fraction(1): Fraction(1, 2),
            Fraction(3, 4): Fraction(1, 3),
            Fraction(1, 2): Fraction(1, 4),
            Fraction(1, 4): Fraction(1, 6),
        },
    }
)
"""The squares of numbers whose arc is a known multiple of π."""

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
        raise Missing(f"{operator.name} is not resolved into pieces here")
    return _FUNCTIONS[operator]
