"""Functions of one variable that differential equations have for solutions, with free constants.

Owns modes, what is made of them, polynomials, and profiles that are 0 at one end of an interval and
1 at the other.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from symplex.expression.encoded import EncodedTree, apply
from symplex.expression.encoding import TreeEncoding
from symplex.expression.operators import (
    ATAN,
    COS,
    COSH,
    ERF,
    EXP,
    LOG,
    SIN,
    SINH,
    TAN,
    TANH,
    Operator,
)
from symplex.problem import Problem

_HALF = Fraction(1, 2)
_MAX_TERMS = 28


def scaled(row: Operator, z: EncodedTree) -> EncodedTree:
    """A function of a free multiple of z."""
    return apply(row, z.encoding.free * z)


def linear_modes(z: EncodedTree) -> list[EncodedTree]:
    """What linear equations with constant coefficients are solved by."""
    waves = [scaled(row, z) for row in (EXP, SIN, COS, SINH, COSH)]
    return [z, z**2, *waves, *(z * wave for wave in waves[:3])]


def _other_modes(z: EncodedTree) -> list[EncodedTree]:
    plain = [z**3, z**-1, apply(LOG, z), z**_HALF]
    return [*plain, *(scaled(row, z) for row in (TANH, TAN, ERF)), apply(EXP, z**2)]


def wrapped(inner: EncodedTree) -> Iterator[EncodedTree]:
    """Outer functions of a formula, each with a factor and a summand of its own."""
    c = inner.encoding.free
    powers = [inner**p for p in (-1, -_HALF, -2, _HALF, 2)]
    outer = [apply(row, inner) for row in (LOG, EXP, ATAN, TANH)]
    for whole in (*powers, *outer):
        yield c * whole
        yield c + c * whole


def inverse_hyperbolic(root: EncodedTree, square: EncodedTree) -> Iterator[EncodedTree]:
    """What acosh and asinh are without their names."""
    c = root.encoding.free
    inverse = apply(LOG, root + (square + c) ** _HALF)
    yield c * inverse
    yield c + c * inverse


def polynomials(names: Sequence[str], w: TreeEncoding) -> Iterator[EncodedTree]:
    """All polynomials up to a degree: their coefficients enter linearly and are found at once."""
    c = w.free
    for degree in (2, 3, 4, 5, 6):
        terms = [term for term in _monomials(names, w, degree) if term != w.number(1)]
        if len(terms) > _MAX_TERMS:
            return
        total = c
        for term in terms:
            total = total + c * term
        yield total


def _monomials(names: Sequence[str], w: TreeEncoding, degree: int) -> list[EncodedTree]:
    """All products of powers of variables up to a total degree."""
    if not names:
        return [w.number(1)]
    found: list[EncodedTree] = []
    for power in range(degree + 1):
        for rest in _monomials(names[1:], w, degree - power):
            factor = w.symbol(names[0]) ** power
            plain = power == 0 or rest == w.number(1)
            found.append((rest if power == 0 else factor) if plain else factor * rest)
    return found


def of_one_variable(problem: Problem, w: TreeEncoding, name: str) -> Iterator[EncodedTree]:
    """Functions of a single variable, as ordinary differential equations have them."""
    c = w.free
    z = w.symbol(name)
    linear, other = linear_modes(z), _other_modes(z)
    modes = [*linear, *other]
    yield from (c + c * mode for mode in modes)
    yield from _normalised(problem, z, w.free)
    for mode in modes:
        yield from wrapped(c + c * mode)
    for first, second in combinations(modes, 2):
        yield c * first + c * second
        yield c + c * first + c * second
        yield first * second * c
    for first, second in ((EXP, EXP), (SIN, COS), (EXP, SIN)):
        # A particular solution that is a straight line, and two modes.
        line = c + c * z
        yield line + c * scaled(first, z) + c * scaled(second, z)
    yield c * apply(ATAN, scaled(EXP, z)) + c
    yield from inverse_hyperbolic(z, z**2)
    for triple in combinations(linear, 3):
        yield c * triple[0] + c * triple[1] + c * triple[2]


def _normalised(problem: Problem, z: EncodedTree, rate: EncodedTree) -> Iterator[EncodedTree]:
    """(m(rz) − m(ra))/(m(rb) − m(ra)): 0 at one end of a variable's interval and 1 at the other."""
    (name,) = z.symbols
    interval, encode = problem.domain[name], z.encoding.encode
    for row in (EXP, SINH, SIN, TANH):
        at_low, at_high = (apply(row, rate * encode(end)) for end in (interval.low, interval.high))
        share = (apply(row, rate * z) - at_low) / (at_high - at_low)
        yield share
        yield rate + rate * share


def with_parameter(problem: Problem, k: EncodedTree) -> Iterator[EncodedTree]:
    """What is 0 at one end and 1 at the other, with rates that are powers of a parameter."""
    if len(problem.unknowns) > 1:
        return
    for variable in problem.variables:
        z, free = k.encoding.symbol(variable), k.encoding.free
        rates = [free * k**exponent for exponent in (1, -1, _HALF, -_HALF, 2, -2)]
        for shares in zip(*(_normalised(problem, z, rate) for rate in rates), strict=True):
            yield from shares
