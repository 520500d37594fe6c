"""Formulas as polynomials with rational coefficients in their non-polynomial parts.

Equal polynomials are equal formulas wherever both are defined, so a zero polynomial is a proof,
and it needs no computer algebra system. What this cannot show is left to one.
"""

import math
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from functools import lru_cache
from typing import Final

from symplex.algebra import division
from symplex.algebra.division import Monomial, Polynomial, in_order, is_sum
from symplex.algebra.radicals import taken_out
from symplex.budget import check_deadline
from symplex.expression import Expression, Number, Operator, Token, apply, leaf, number
from symplex.expression.operators import power
from symplex.expression.ordering import spelling

_MAX_TERMS = 400
_MAX_PRODUCTS = 60_000
_MAX_EXPANDED = 12
_MAX_CLEARINGS = 6
_MAX_BITS = 4_000
_HALF = Fraction(1, 2)
_ZERO: Final[Polynomial] = {}


# Each normal form has its own count; a context variable, since folds pass no argument along.
_WORK: ContextVar[list[int]] = ContextVar("work")


class TooLargeError(Exception):
    """The polynomial has more terms than are worth having."""


def polynomial(expression: Expression) -> Polynomial | None:
    """The formula as a polynomial in its atoms; None if it grows too large."""
    with _bounded_work():
        try:
            return expression.fold(_combine)
        except TooLargeError:
            return None


@contextmanager
def _bounded_work() -> Generator[None]:
    """Count the products of terms from here on, and stop at too many."""
    token = _WORK.set([_MAX_PRODUCTS])
    try:
        yield
    finally:
        _WORK.reset(token)


def constant(value: Fraction | int) -> Polynomial:
    """A number."""
    return {(): Fraction(value)} if value else _ZERO


def add(first: Polynomial, second: Polynomial, factor: Fraction | int = 1) -> Polynomial:
    """`first` plus `factor` times `second`."""
    total = dict(first)
    _accumulate(total, second, factor)
    return _bounded(total)


def _accumulate(total: dict[Monomial, Fraction], terms: Polynomial, factor: Fraction | int) -> None:
    for monomial, value in terms.items():
        changed = total.get(monomial, Fraction(0)) + factor * value
        if changed:
            total[monomial] = changed
        else:
            total.pop(monomial, None)


def multiply(first: Polynomial, second: Polynomial) -> Polynomial:
    """The product, with squares of sines and whole powers of roots written out."""
    work = _WORK.get()
    work[0] -= len(first) * len(second)
    if work[0] < 0:
        raise TooLargeError
    total: dict[Monomial, Fraction] = {}
    for one, a in first.items():
        for two, b in second.items():
            check_deadline()
            _accumulate(total, _reduced(_joined(one, two)), a * b)
        _bounded(total)
    return total


def _bounded(found: Polynomial) -> Polynomial:
    if len(found) > _MAX_TERMS:
        raise TooLargeError
    return found


def _joined(one: Monomial, two: Monomial) -> Monomial:
    exponents = dict(one)
    for atom, exponent in two:
        exponents[atom] = exponents.get(atom, 0) + exponent
    exponentials = [atom for atom in exponents if _name(atom) == "exp"]
    if len(exponentials) > 1 or any(exponents[atom] != 1 for atom in exponentials):
        _merge(exponents, exponentials)
    kept = [(atom, exponent) for atom, exponent in exponents.items() if exponent]
    return in_order(kept)


def _merge(exponents: dict[Expression, int], exponentials: Sequence[Expression]) -> None:
    """One exponential of the sum in place of a product of exponentials."""
    total: Polynomial = {}
    for atom in exponentials:
        total = add(total, _written(atom.arguments[0]), exponents.pop(atom))
    if total:
        exponents[apply("exp", to_expression(total))] = 1


def _name(atom: Expression) -> str:
    return atom.root.name if isinstance(atom.root, Operator) else ""


def _reduced(monomial: Monomial) -> Polynomial:
    """A monomial after sin² = 1 − cos² and (g^(1/q))^q = g."""
    for index, (atom, exponent) in enumerate(monomial):
        period = _period(atom)
        whole, rest = divmod(exponent, period) if period else (0, exponent)
        if whole and not (whole < 0 and _name(atom) == "sin"):
            others = (*monomial[:index], *monomial[index + 1 :])
            if rest:
                others = in_order((*others, (atom, rest)))
            return multiply(_reduced(others), _raised(_replacement(atom), Fraction(whole)))
    return {monomial: Fraction(1)}


def _period(atom: Expression) -> int:
    """The power at which an atom is replaced; 0 if at none."""
    if _name(atom) == "sin":
        return 2
    exponent = atom.root.exponent if isinstance(atom.root, Operator) else None
    return exponent.denominator if exponent and exponent.denominator > 1 else 0


def _replacement(atom: Expression) -> Polynomial:
    inner = atom.arguments[0]
    if _name(atom) != "sin":
        return _written(inner)
    cosine = apply("cos", inner)
    return {(): Fraction(1), ((cosine, 2),): Fraction(-1)}


def is_zero(expression: Expression) -> bool:
    """Whether a formula is shown to vanish wherever it is defined."""
    with _bounded_work():
        try:
            terms = expression.fold(_combine)
            for _ in range(_MAX_CLEARINGS):
                below = _denominators(terms)
                if not below:
                    break
                terms = _cleared(terms, below)
        except TooLargeError:
            return False
    return not terms


def _denominators(terms: Polynomial) -> dict[Expression, int]:
    """The atoms below the line, with the highest power in which they stand there."""
    found: dict[Expression, int] = {}
    for monomial in terms:
        for atom, exponent in monomial:
            if exponent < 0:
                found[atom] = max(found.get(atom, 0), -exponent)
    return found


def is_zero_all(pairs: Iterable[tuple[Expression, Expression]]) -> bool:
    """Whether the two formulas of each pair are shown to be the same."""
    return all(is_zero(one - two) for one, two in pairs)


def _cleared(terms: Polynomial, denominators: Mapping[Expression, int]) -> Polynomial:
    """Times these powers of atoms, written out: the zeros stay the same."""
    total: Polynomial = {}
    for monomial, value in terms.items():
        left = dict(denominators)
        kept: list[tuple[Expression, int]] = []
        for atom, exponent in monomial:
            if atom in left:
                left[atom] += exponent
            else:
                kept.append((atom, exponent))
        product: Polynomial = {tuple(kept): value}
        for atom, exponent in left.items():
            written = _written(atom)
            for _ in range(exponent):
                product = multiply(product, written)
        total = add(total, product)
    return total


def _combine(token: Token, below: Sequence[Polynomial], value: float) -> Polynomial:
    check_deadline()
    if not isinstance(token, Operator):
        return constant(token.value) if isinstance(token, Number) else _atom(leaf(token, value))
    if token.exponent is not None:
        return _raised(below[0], token.exponent)
    rule = _RULES.get(token.name)
    if rule is not None:
        return _cancelled(rule(*below))
    simple = _of_numbers(token.name, below)
    if simple is not None:
        return constant(simple)
    return _atom(apply(token, *(to_expression(part) for part in below)))


@lru_cache(maxsize=4096)
def _written(part: Expression) -> Polynomial:
    """A part of an atom as a polynomial; remembered, since atoms hold atoms hold atoms."""
    return part.fold(_combine)


def _cancelled(terms: Polynomial) -> Polynomial:
    """With each sum below the line that divides what stands above it divided out."""
    below = {(a, e) for monomial in terms for a, e in monomial if e < 0 and is_sum(a)}
    for atom, exponent in sorted(below, key=lambda power: (spelling(power[0]), repr(power[1]))):
        above, others = division.split(terms, atom, exponent)
        quotient = division.divided(above, _written(atom))
        if quotient is not None:
            remaining: Polynomial = {((atom, exponent + 1),): Fraction(1)}
            factor = remaining if exponent < -1 else constant(1)
            return _cancelled(add(others, multiply(quotient, factor)))
    return terms


def _of_numbers(name: str, below: Sequence[Polynomial]) -> Fraction | None:
    """The value at numbers where it is a plain one: cos(0), max(1, 2)."""
    if any(len(part) > 1 or any(part) for part in below):
        return None
    values = [part.get((), Fraction(0)) for part in below]
    first = values[0] if values else Fraction(0)
    branches = {
        **{"max": max(values, default=first), "min": min(values, default=first)},
        **{"abs": abs(first), "relu": max(first, Fraction(0))},
        "sign": Fraction((first > 0) - (first < 0)),
    }
    if values and name in branches:
        return branches[name]
    plain = name in {"sin", "cos", "erf", "asin", "atan"}
    return Fraction(name == "cos") if plain and first == 0 else None


def _tangent(argument: Polynomial) -> Polynomial:
    inner = to_expression(argument)
    return {_joined(((apply("sin", inner), 1),), ((apply("cos", inner), -1),)): Fraction(1)}


def _exponential(argument: Polynomial) -> Polynomial:
    """Of a sum: rational multiples of logarithms become powers."""
    rest, result = dict(argument), constant(1)
    for monomial, value in argument.items():
        single = len(monomial) == 1 and monomial[0][1] == 1 and _name(monomial[0][0]) == "log"
        if single and max(abs(value), value.denominator) <= _MAX_EXPANDED:
            inner = _written(monomial[0][0].arguments[0])
            result = multiply(result, _raised(inner, value))
            del rest[monomial]
    return multiply(result, _atom(apply("exp", to_expression(rest)))) if rest else result


def _logarithm(argument: Polynomial) -> Polynomial:
    """Of an exponential: its argument."""
    ((monomial, value),) = argument.items() if len(argument) == 1 else (((), Fraction(0)),)
    if value == 1 and len(monomial) == 1 and _name(monomial[0][0]) == "exp":
        return _written(monomial[0][0].arguments[0])
    if value == 1 and not monomial:
        return _ZERO
    return _atom(apply("log", to_expression(argument)))


def _exponentials(name: str, argument: Polynomial) -> Polynomial:
    """The hyperbolic functions by exponentials."""
    if not argument:
        return constant(1 if name == "cosh" else 0)
    up = _atom(apply("exp", to_expression(argument)))
    down = _atom(apply("exp", to_expression(add({}, argument, -1))))
    if name == "tanh":
        return multiply(add(up, down, -1), _raised(add(up, down), Fraction(-1)))
    return add(multiply(constant(_HALF), up), down, _HALF if name == "cosh" else -_HALF)


def _atom(expression: Expression) -> Polynomial:
    return {((expression, 1),): Fraction(1)}


def _raised(base: Polynomial, exponent: Fraction) -> Polynomial:
    if exponent.denominator == 1:
        if len(base) == 1:
            return _single(base, exponent.numerator)
        if 0 < exponent <= _MAX_EXPANDED:
            result = constant(1)
            for _ in range(exponent.numerator):
                result = multiply(result, base)
            return result
        if not base and exponent > 0:
            return _ZERO
    if not base:
        return _atom(apply(power(exponent), number(0))) if exponent < 0 else _ZERO
    if exponent.denominator == 1:
        return {((to_expression(base), exponent.numerator),): Fraction(1)}
    root = _root(base, exponent.denominator)
    return root if exponent.numerator == 1 else _raised(root, Fraction(exponent.numerator))


def _root(base: Polynomial, degree: int) -> Polynomial:
    """The root with the numbers taken out of it: √(8x + 4y) is 2·√(2x + y)."""
    common = Fraction(
        math.gcd(*(abs(value.numerator) for value in base.values())),
        math.lcm(*(value.denominator for value in base.values())),
    )
    outside, inside = taken_out(common, degree)
    rest = {monomial: value / common * inside for monomial, value in base.items()}
    if rest == {(): Fraction(1)}:
        return constant(outside)
    atom = apply(power(Fraction(1, degree)), to_expression(rest))
    return {((atom, 1),): outside}


def _single(base: Polynomial, exponent: int) -> Polynomial:
    ((monomial, value),) = base.items()
    raised = _joined(tuple((atom, old * exponent) for atom, old in monomial), ())
    if max(abs(value.numerator), value.denominator).bit_length() * abs(exponent) > _MAX_BITS:
        raise TooLargeError
    return add({}, _reduced(raised), value**exponent)


def to_expression(terms: Polynomial) -> Expression:
    """A tree for a polynomial, always the same one for equal polynomials."""
    return division.sum_of(_trees(terms))


def _trees(terms: Polynomial) -> list[Expression]:
    return [_term(monomial, value) for monomial, value in division.summands(terms)] or [number(0)]


def tidied(expression: Expression) -> Expression:
    """The formula as a polynomial in its atoms where that is shorter."""
    terms = polynomial(expression)
    if terms is None:
        return expression
    trees = _trees(terms)
    size = sum(tree.size for tree in trees) + len(trees) - 1
    return division.sum_of(trees) if size < expression.size else expression


def _term(monomial: Monomial, value: Fraction) -> Expression:
    check_deadline()
    term: Expression | None = None if value == 1 and monomial else number(value)
    for atom, exponent in monomial:
        factor = atom**exponent
        term = factor if term is None else term * factor
    return term or number(1)


def ratio(first: Polynomial, second: Polynomial) -> Fraction | None:
    """The number c with first = c·second, if there is one."""
    if not first or first.keys() != second.keys():
        return None
    factors = {first[monomial] / second[monomial] for monomial in first}
    return factors.pop() if len(factors) == 1 else None


def is_affine(terms: Polynomial, variables: Sequence[str]) -> bool:
    """Whether it is of first degree in plain symbols, a variable among them."""
    names = [leaf_name(atom) for monomial in terms for atom, _ in monomial]
    first = all(len(monomial) <= 1 and all(e == 1 for _, e in monomial) for monomial in terms)
    return first and None not in names and any(name in variables for name in names)


def leaf_name(atom: Expression) -> str | None:
    """The name of an atom that is a plain symbol."""
    return getattr(atom.root, "name", None) if atom.size == 1 and atom.symbols else None


_RULES: Final[Mapping[str, Callable[..., Polynomial]]] = {
    "+": add,
    "-": lambda a, b: add(a, b, -1),
    "neg": lambda a: add({}, a, -1),
    "*": multiply,
    "/": lambda a, b: multiply(a, _raised(b, Fraction(-1))),
    "tan": _tangent,
    "exp": _exponential,
    "log": _logarithm,
    **{name: lambda a, name=name: _exponentials(name, a) for name in ("sinh", "cosh", "tanh")},
}
"""How operators act on polynomials; any other makes an atom."""
