"""Functions whose value depends on a sign that nobody knows: on some branch they are such a form.

Owns the choice: which factor under a root is taken to be positive, and the signs that stay. What
is found with these forms is a proposal, and never a proof.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import prod
from types import MappingProxyType
from typing import Final

from flint import fmpq_mpoly

from symplex.exact.quotients.field import Field, Function, Kind, SignOf
from symplex.exact.quotients.functions import LAWS
from symplex.exact.quotients.powers import factored, positive_power, power_of_number
from symplex.exact.quotients.rationalised import RationalisedRing
from symplex.exact.quotients.ring import Relation
from symplex.expression import Operator, apply
from symplex.expression import operators as op
from symplex.expression.quotients import Element
from symplex.expression.rewriting import Record
from symplex.work.budget import Budget

_SIZES: Final = (24, 48, 96)
"""How many generators there may be; the fewer, the faster."""
_HALF: Final = Fraction(1, 2)
_NO_LAW: Final[Record] = ()


def field_of(
    variables: frozenset[str],
    sign_of: SignOf,
    budget: Budget,
    unknowns: frozenset[str] = frozenset(),
    functions: Mapping[Operator, Function] = MappingProxyType({}),
) -> Field:
    """An empty field of functions of some variables, in which some symbols are unknown.

    Some functions may be written in another way than usual.
    """
    rings = [partial(RationalisedRing, budget, size, unknowns) for size in _SIZES]
    table = {**_BRANCHES, **functions}

    def function_of(operator: Operator) -> Function:
        exponent = operator.exponent
        if exponent is not None:
            return lambda field, _, below: (power(field, below[0], exponent), _NO_LAW)
        return table.get(operator, opaque)

    return Field(rings, sign_of, budget, function_of, variables)


def power(field: Field, base: Element, exponent: Fraction) -> Element:
    """A power with a fractional exponent, of a base that is taken to be not negative."""
    ring = field.ring
    if exponent < 0:
        return ring.number(1) / power(field, base, -exponent)
    if base.top.is_zero():
        return ring.number(0)
    constant, factors = factored(field, base)
    value = ring.number(1)
    for (factor, times), sign in zip(factors, _signs(field, constant, factors), strict=True):
        constant *= Fraction(sign or 1) ** times
        if sign:
            root = positive_power(field, factor * sign, times * exponent)
        else:
            root = _power_of_modulus(field, factor, times * exponent)
        value = value * root
    return value * power_of_number(field, constant, exponent)


def _signs(
    field: Field, constant: Fraction, factors: Sequence[tuple[fmpq_mpoly, int]]
) -> list[int]:
    """The signs of the factors of what is not negative; 0 for an even power of unknown sign.

    Of several factors of unknown sign the roots are taken one by one, as if they were positive but
    for one of them: on a branch of the root that is as good as any.
    """
    signs = [field.sign_of(factor) for factor, _ in factors]
    odd = [index for index, (_, times) in enumerate(factors) if times % 2]
    unknown = [index for index in odd if not signs[index]]
    for index in unknown:
        signs[index] = 1
    if unknown:
        signs[unknown[0]] = prod(signs[index] for index in odd) * (1 if constant > 0 else -1)
    return signs


def _power_of_modulus(field: Field, factor: fmpq_mpoly, exponent: Fraction) -> Element:
    """|p|^q."""
    modulus, _ = field.value(op.ABS, [field.ring.element(factor)])
    if exponent.denominator == 1:
        return modulus ** int(exponent)
    return positive_power(field, field.ring.reduced(modulus.top), exponent)


def _sign(field: Field, argument: Element) -> Element:
    """A product of signs of factors; each is its own inverse where it is not zero."""
    ring = field.ring
    if argument.top.is_zero():
        return ring.number(0)
    constant, factors = factored(field, argument)
    value = ring.number(1 if constant > 0 else -1)
    for factor, times in factors:
        if times % 2 == 0:
            continue
        tree = ring.tree(factor)
        known = factor if tree.root is op.SIGN else ring.constant(field.sign_of(factor))
        if known.is_zero():
            key, data = (Kind.OTHER, f"sign {tree!r}"), (op.SIGN, (ring.element(factor),))
            relation = Relation(2, ring.constant(1), is_root=False)
            known = field.atom(key, apply(op.SIGN, tree), data, relation)
        value = value * ring.element(known)
    return value


def _by_signs(field: Field, operator: Operator, below: Sequence[Element]) -> tuple[Element, Record]:
    """sign; abs, relu, max and min by it."""
    if operator is op.SIGN:
        return _sign(field, below[0]), _NO_LAW
    other = below[1] if len(below) > 1 else field.ring.number(0)
    difference = below[0] - other
    modulus = _sign(field, difference) * difference
    if operator is op.ABS:
        return modulus, _NO_LAW
    total = below[0] + other
    return (total - modulus if operator is op.MIN else total + modulus) * _HALF, _NO_LAW


def opaque(field: Field, operator: Operator, below: Sequence[Element]) -> tuple[Element, Record]:
    """A generator of its own."""
    tree = apply(operator, *map(field.ring.element_tree, below))
    atom = field.atom((Kind.OTHER, repr(tree)), tree, (operator, tuple(below)))
    return field.ring.element(atom), _NO_LAW


_BRANCHES: Final[Mapping[Operator, Function]] = MappingProxyType(
    {
        **LAWS,
        **dict.fromkeys((op.SIGN, op.ABS, op.RELU, op.MAX, op.MIN), _by_signs),
        op.ACOS: opaque,
    }
)
