"""Roots of polynomials in closed form (stand-in)."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import final

import numpy as np
from flint import fmpq, fmpq_poly

from symplex.budget import Budget
from symplex.expression import Expression, Number, apply, number
from symplex.expression.evaluate import evaluate, value_of

ZERO = number(0)


@final
@dataclass(frozen=True)
class Root:
    real: Expression
    imaginary: Expression
    multiplicity: int


def roots(coefficients: Sequence[Expression], parameters: Mapping[str, tuple[Expression, Expression]], budget: Budget) -> tuple[Root, ...] | None:
    coefficients = list(coefficients)
    zeros = 0
    while coefficients and coefficients[0] == ZERO:
        coefficients.pop(0)
        zeros += 1
    found = [Root(ZERO, ZERO, zeros)] if zeros else []
    if len(coefficients) == 1:
        return tuple(found)
    if all(isinstance(c.root, Number) for c in coefficients):
        poly = fmpq_poly([fmpq(c.root.value.numerator, c.root.value.denominator) for c in coefficients])
        for factor, times in poly.factor()[1]:
            cs = [number(Fraction(int(c.p), int(c.q))) for c in factor.coeffs()] if hasattr(factor, "coeffs") else []
            part = _closed(cs, parameters)
            if part is None:
                return None
            found += [Root(r, i, int(times)) for r, i in part]
        return tuple(found)
    part = _closed(coefficients, parameters)
    return None if part is None else tuple(found + [Root(r, i, 1) for r, i in part])


def _sign(tree, parameters):
    rng = np.random.default_rng(0)
    pts = {n: rng.uniform(value_of(a), value_of(b), 50) for n, (a, b) in parameters.items()}
    v = np.atleast_1d(evaluate(tree, pts))
    if v.min() > 0:
        return 1
    if v.max() < 0:
        return -1
    return 0 if max(abs(v)) < 1e-12 else None


def _n(tree):
    from symplex.methods.building import rebuilt
    return rebuilt(tree)


def _closed(c, parameters):
    degree = len(c) - 1
    if degree == 1:
        return [(_n(-c[0] / c[1]), ZERO)]
    if degree == 2:
        disc = c[1] * c[1] - 4 * c[0] * c[2]
        s = _sign(disc, parameters)
        if s is None or s == 0:
            return None
        mid, half = _n(-c[1] / (2 * c[2])), _n(apply("sqrt", _n(disc if s > 0 else -disc)) / (2 * c[2]))
        return [(_n(mid + half), ZERO), (_n(mid - half), ZERO)] if s > 0 else [(mid, half)]
    if degree == 4 and c[1] == ZERO and c[3] == ZERO:
        inner = _closed([c[0], c[2], c[4]], parameters)
        if inner is None:
            return None
        out = []
        for r, i in inner:
            if i == ZERO:
                s = _sign(r, parameters)
                if s == 1:
                    out += [(_n(apply("sqrt", r)), ZERO), (_n(-apply("sqrt", r)), ZERO)]
                elif s == -1:
                    out += [(ZERO, _n(apply("sqrt", _n(-r))))]
                else:
                    return None
            else:
                size = apply("sqrt", _n(r * r + i * i))
                re, im = _n(apply("sqrt", _n((size + r) / 2))), _n(apply("sqrt", _n((size - r) / 2)))
                out += [(re, im), (_n(-re), im)]
        return out
    if degree == 3 and c[1] == ZERO and c[2] == ZERO:
        a = _n(-c[0] / c[3])
        s = _sign(a, parameters)
        if s is None or s == 0:
            return None
        r = (a if s > 0 else _n(-a)) ** Fraction(1, 3)
        r = r if s > 0 else -r
        return [(r, ZERO), (_n(-r / 2), _n(r * apply("sqrt", number(3)) / 2))]
    return None
