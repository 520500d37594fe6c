"""How a constant depends on the parameters, from its values at several choices of them.

Owns the candidates: one or two products of powers with simple factors, for the constant itself, its
square or its inverse. What fits may still be wrong: the proof decides.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import Final

import numpy as np

from symplex.exact.formulas.building import multiply, power, total
from symplex.expression import CONSTANT, Expression, Operator, apply, leaf, number, symbol
from symplex.expression.token import Token
from symplex.numerics.reference.chebyshev import Floats
from symplex.propose.structure.tidy import exact_number, simple

_NEAR, _SMALL = 1e-5, 1e-3
_EXPONENTS: Final = tuple(Fraction(k, 2) for k in range(-4, 5))
_FEW_EXPONENTS: Final = tuple(Fraction(k, 2) for k in (-2, -1, 0, 1, 2, 4))
_WHOLE: Final = tuple(Fraction(k) for k in range(-1, 3))
_DEGREE: Final = 4
_MOST: Final = (160, 40)
"""How many monomials are tried alone, and in pairs."""
_SAMPLES_FOR_TWO: Final = 3

Choices = Sequence[Mapping[str, float]]
"""The values of the parameters, sample by sample."""
_Monomial = tuple[tuple[str, Fraction], ...]
_Outer = Callable[[Expression], Expression]


def with_laws(formula: Expression, table: Floats, choices: Choices) -> Expression:
    """A formula whose constants are replaced by functions of the parameters where these are seen.

    Args:
        formula: With slots.
        table: Their values: a row for each sample.
        choices: The parameters of each sample.
    """
    found = [law(table[:, k], choices) for k in range(table.shape[1])]

    def combine(token: Token, below: Sequence[Expression], value: float) -> Expression:
        if token == CONSTANT:
            one = found.pop()
            return leaf(token, value) if one is None else one
        return apply(token, *below) if isinstance(token, Operator) else leaf(token, value)

    return formula.fold(combine)


def law(values: Floats, choices: Choices) -> Expression | None:
    """The simplest function of the parameters with these values; None if none is seen."""
    if not np.all(np.isfinite(values)):
        return None
    if np.ptp(values) <= _NEAR * max(float(np.max(np.abs(values))), _SMALL):
        return exact_number(float(np.mean(values)))
    monomials = _monomials(choices)
    for size in (1, 2) if len(values) >= _SAMPLES_FOR_TWO else (1,):
        for wanted, outer in _targets(values):
            for keys in combinations(monomials[: _MOST[size - 1]], size):
                inner = _combination(wanted, keys, choices)
                if inner is not None:
                    return outer(inner)
    return None


def _targets(values: Floats) -> Iterator[tuple[Floats, _Outer]]:
    """The constant, its square and its inverse, with the way back."""
    yield values, lambda tree: tree
    if np.all(values > 0) or np.all(values < 0):
        sign = 1 if values[0] > 0 else -1
        yield values**2, lambda tree: multiply(number(sign), power(tree, Fraction(1, 2)))
        yield 1 / values, lambda tree: power(tree, -1)
        yield (
            1 / values**2,
            lambda tree: multiply(number(sign), power(tree, Fraction(-1, 2))),
        )


def _monomials(choices: Choices) -> list[_Monomial]:
    """Products of powers of parameters, the simplest first."""
    names = list(choices[0])
    exponents = (_EXPONENTS, _FEW_EXPONENTS, _WHOLE, _WHOLE)[min(len(names), 4) - 1]
    positive = all(choice[name] > 0 for choice in choices for name in names)
    found: list[_Monomial] = []
    for powers in product(exponents, repeat=len(names)):
        if not positive and any(p.denominator > 1 or p < 0 for p in powers):
            continue
        if sum(abs(p) for p in powers) <= _DEGREE:
            found.append(tuple((n, p) for n, p in zip(names, powers, strict=True) if p))
    cost = {key: sum(abs(p) + p.denominator for _, p in key) for key in found}
    return sorted(found, key=lambda key: (cost[key], str(key)))


def _combination(wanted: Floats, keys: Sequence[_Monomial], choices: Choices) -> Expression | None:
    """The combination of monomials with simple factors that has the wanted values."""
    columns = np.array([[_value(key, choice) for key in keys] for choice in choices])
    factors, *_ = np.linalg.lstsq(columns, wanted, rcond=None)
    size = float(np.max(np.abs(wanted)))
    if np.max(np.abs(columns @ factors - wanted)) > _NEAR * size:
        return None
    exact = [simple(float(factor), 10 * _NEAR) for factor in factors]
    if any(one is None or one == 0 for one in exact):
        return None
    return total(
        multiply(number(factor), _tree(key))
        for factor, key in zip(exact, keys, strict=True)
        if factor is not None
    )


def _value(key: _Monomial, choice: Mapping[str, float]) -> float:
    return float(np.prod([choice[name] ** float(exponent) for name, exponent in key]))


def _tree(key: _Monomial) -> Expression:
    result = number(1)
    for name, exponent in key:
        result = multiply(result, power(symbol(name), exponent))
    return result
