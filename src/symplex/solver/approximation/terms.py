"""The terms that sums and quotients are made of: products of powers, and data of the statement.

Owns which terms a problem has, and the order of brackets: a term is known by its powers, so that
what most terms share is written once.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import reduce
from itertools import product
from types import MappingProxyType
from typing import Final

import numpy as np

from symplex.expression import (
    CONSTANT,
    Derivative,
    Expression,
    Operator,
    apply,
    leaf,
    number,
    power,
    symbol,
)
from symplex.expression.evaluate import evaluate
from symplex.expression.operators import ABS, COS, NEGATE, RELU, SIGN, SIN
from symplex.problem import Problem
from symplex.solver.approximation.reference_values import Columns, Floats

Powers = Mapping[Expression, int]
"""A product of powers; a formula that is a factor has its exponent, all above 0."""
Term = tuple[Powers, float]
"""A product of powers with its coefficient."""


def written(terms: Sequence[Term]) -> Expression:
    """A sum of terms with what most of them share taken out, again and again."""
    if not terms:
        return number(0)
    if len(terms) == 1:
        powers, coefficient = terms[0]
        return _product(leaf(CONSTANT, coefficient), powers)
    shared = _most_shared(terms)
    if shared is None:
        return reduce(_sum, (written([term]) for term in terms))
    inside = [(p, c) for p, c in terms if shared in p]
    outside = [(p, c) for p, c in terms if shared not in p]
    least = min(powers[shared] for powers, _ in inside)
    left = [(_without(powers, shared, least), c) for powers, c in inside]
    part = written(left) * _power(shared, least)
    return _sum(written(outside), part) if outside else part


def _most_shared(terms: Sequence[Term]) -> Expression | None:
    """The factor of most terms, if two have one in common."""
    counts: dict[Expression, int] = {}
    for powers, _ in terms:
        for base in powers:
            counts[base] = counts.get(base, 0) + 1
    best = max(counts, key=lambda base: (counts[base], base.size), default=None)
    return best if best is not None and counts[best] > 1 else None


def _without(powers: Powers, base: Expression, exponent: int) -> dict[Expression, int]:
    left = {b: e - exponent if b == base else e for b, e in powers.items()}
    return {b: e for b, e in left.items() if e}


def _product(first: Expression, powers: Powers) -> Expression:
    factors = [_power(base, exponent) for base, exponent in powers.items()]
    return reduce(lambda one, other: one * other, factors, first)


def _power(base: Expression, exponent: int) -> Expression:
    return base if exponent == 1 else apply(power(exponent), base)


def _sum(one: Expression, other: Expression) -> Expression:
    return one + other


_DEGREE: Final[Mapping[int, int]] = MappingProxyType({1: 9, 2: 6, 3: 4})
"""The highest degree, by the number of variables and parameters."""
_LEAST_DEGREE: Final = 2
_OF_PARAMETER: Final = 2
_MAX_BASES: Final = 6
_MAX_DATA: Final = 3
_MAX_DATA_NODES: Final = 14
_MAX_FUNCTIONS: Final = 3
_MAX_FUNCTION_NODES: Final = 6
_BESIDE: Final[Mapping[Operator, tuple[Operator, ...]]] = MappingProxyType(
    {SIN: (COS,), COS: (SIN,)}
)
"""What comes with a function in a solution."""
_FAR: Final = 1.0
"""An interval whose distance from 0 is larger than so many times its width is counted from its end.
"""


def monomials(
    bases: Sequence[Expression], degree: int, parameters: Collection[str] = ()
) -> Iterator[Powers]:
    """All products of powers up to a degree, the low ones first.

    Parameters are known at a few values only, and have low powers.
    """
    most = [min(degree, _OF_PARAMETER) if b.symbols <= set(parameters) else degree for b in bases]
    exponents = product(*(range(highest + 1) for highest in most))
    for powers in sorted((e for e in exponents if sum(e) <= degree), key=lambda e: (sum(e), e)):
        yield {base: k for base, k in zip(bases, powers, strict=True) if k}


def bases_of(problem: Problem) -> tuple[Expression, ...]:
    """The variables and parameters, counted from their end where 0 is far away."""
    found: list[Expression] = []
    for name, interval in {**problem.domain, **problem.parameters}.items():
        low, high = interval.ends
        away = max(low, -high, 0.0) > _FAR * (high - low)
        found.append(symbol(name) - interval.low if away else symbol(name))
    return tuple(found[:_MAX_BASES])


def functions_of(problem: Problem) -> tuple[Expression, ...]:
    """Functions of variables that the equations are made of, and what they are derivatives of."""
    found: dict[Expression, None] = {}
    for equation in problem.equations:
        for part in _parts(equation.residual):
            root = part.root
            if isinstance(root, Operator) and _is_function(root) and _is_short(part):
                others = _BESIDE.get(root, ())
                found.update(dict.fromkeys((part, *(apply(o, *part.arguments) for o in others))))
    return tuple(found)[:_MAX_FUNCTIONS]


def _parts(formula: Expression) -> Iterator[Expression]:
    return (formula.subtree(place) for place in range(formula.size))


def _is_function(row: Operator) -> bool:
    """Whether an operator is a smooth function other than a whole power."""
    whole = row.exponent is not None and row.exponent.denominator == 1
    return row.arity == 1 and not whole and row not in (NEGATE, ABS, SIGN, RELU)


def _is_short(part: Expression) -> bool:
    return bool(part.symbols) and not part.derivatives and part.size <= _MAX_FUNCTION_NODES


def degree_for(bases: Sequence[Expression]) -> int:
    """The highest degree of the products of powers."""
    return _DEGREE.get(len(bases), _LEAST_DEGREE)


def data_of(problem: Problem, unknown: str) -> tuple[Expression, ...]:
    """What the conditions say that an unknown is, where that is a function."""
    found: dict[Expression, None] = {}
    for condition in problem.conditions:
        for one, other in ((condition.left, condition.right), (condition.right, condition.left)):
            is_value = one == leaf(Derivative(unknown)) and not other.derivatives
            if is_value and other.symbols and other.size <= _MAX_DATA_NODES:
                found[other] = None
    return tuple(found)[:_MAX_DATA]


def values_of(powers: Powers, columns: Columns, size: int) -> Floats:
    """A product of powers at points."""
    total = np.ones(size)
    with np.errstate(all="ignore"):
        for base, exponent in powers.items():
            total = total * np.broadcast_to(evaluate(base, columns), (size,)) ** exponent
    return total
