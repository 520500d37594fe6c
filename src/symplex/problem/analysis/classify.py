"""What kind of equation this is: order, linearity, type.

Decided from the partial derivatives of the residual by the unknown and its derivatives, at random
points of the domain: this describes a problem and is no part of any proof.
Owns the random values at which that is seen.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import final

import numpy as np
from numpy.typing import NDArray

from symplex.expression import Derivative, Expression
from symplex.expression.evaluate import evaluate, value_of
from symplex.problem.coordinates import differentiate_by
from symplex.problem.equation import Equation, Region
from symplex.problem.stated import StatedProblem

Values = dict[str | Derivative, NDArray[np.float64]]
COUNT = 64


def draw(problem: StatedProblem, region: Region | None = None, seed: int = 0) -> Values:
    """Values of the variables in a region, of the parameters, and arbitrary ones of derivatives."""
    rng = np.random.default_rng(seed)
    values: Values = {**problem.box.sample(rng, COUNT)}
    for name, value in _fixed(region).items():
        values[name] = np.full(COUNT, value)
    for derivative in sorted(problem.derivatives, key=repr):
        values[derivative] = rng.uniform(-2, 2, COUNT)
    return values


def _fixed(region: Region | None) -> Mapping[str, float]:
    return {name: value_of(value) for name, value in region.fixed} if region else {}


_SMALL = 1e-9


class Linearity(Enum):
    """How an equation depends on its unknowns."""

    LINEAR = "linear"
    SEMILINEAR = "semilinear"
    QUASILINEAR = "quasilinear"
    NONLINEAR = "fully nonlinear"


class Type(Enum):
    """The type of a second-order equation in one unknown."""

    ELLIPTIC = "elliptic"
    PARABOLIC = "parabolic"
    HYPERBOLIC = "hyperbolic"
    MIXED = "of a type that changes within the domain"
    DEPENDENT = "of a type that depends on the solution"
    UNDECIDED = "of no standard type"


@final
@dataclass(frozen=True)
class EquationClass:
    """What can be said of one equation."""

    order: int
    linearity: Linearity
    homogeneous: bool
    """Whether zero unknowns satisfy it."""
    type: Type | None
    """For second-order equations in one unknown; None otherwise."""


def classify(problem: StatedProblem, equation: Equation) -> EquationClass:
    """The class of one equation of a problem."""
    zero = dict.fromkeys(problem.derivatives, 0.0)
    rest = evaluate(equation.residual, {**draw(problem, equation.region), **zero})
    return EquationClass(
        order=equation.order,
        linearity=linearity(problem, equation),
        homogeneous=bool(np.all(np.abs(rest) <= _SMALL)),
        type=_type(problem, equation),
    )


def linearity(problem: StatedProblem, equation: Equation) -> Linearity:
    """How far an equation is from linear."""
    coefficients = {
        derivative: differentiate_by(equation.residual, derivative)
        for derivative in equation.derivatives
    }
    highest = [d for d in coefficients if d.order == equation.order]
    every = list(coefficients)
    if not any(_depends(problem, coefficients[d], every) for d in every):
        return Linearity.LINEAR
    if not any(_depends(problem, coefficients[d], every) for d in highest):
        return Linearity.SEMILINEAR
    if not any(_depends(problem, coefficients[d], highest) for d in highest):
        return Linearity.QUASILINEAR
    return Linearity.NONLINEAR


def _depends(problem: StatedProblem, expression: Expression, on: list[Derivative]) -> bool:
    """Whether a value changes with these derivatives, everything else held fixed."""
    if not expression.derivatives & set(on):
        return False
    first = draw(problem)
    other = draw(problem, seed=1)
    second = {**first, **{derivative: other[derivative] for derivative in on}}
    before, after = evaluate(expression, first), evaluate(expression, second)
    comparable = np.isfinite(before) & np.isfinite(after)
    with np.errstate(invalid="ignore", over="ignore"):
        change = np.abs(before - after) > _SMALL * (1 + np.abs(before))
    return bool(np.any(change & comparable)) or not np.any(comparable)


def _type(problem: StatedProblem, equation: Equation) -> Type | None:
    unknowns = {derivative.of for derivative in equation.derivatives}
    ordinary = len(problem.domain) == 1
    if ordinary or equation.order != 2 or len(unknowns) != 1:  # noqa: PLR2004
        return None
    values = draw(problem)
    signatures = _signatures(problem, equation, unknowns.pop(), values)
    kinds = {_kind(signature) for signature in signatures}
    if len(kinds) == 1:
        return kinds.pop()
    changes_with_solution = linearity(problem, equation) not in {
        Linearity.LINEAR,
        Linearity.SEMILINEAR,
    }
    return Type.DEPENDENT if changes_with_solution else Type.MIXED


def _signatures(
    problem: StatedProblem, equation: Equation, unknown: str, values: Values
) -> list[tuple[int, int, int, bool]]:
    """At each point: positive, negative and zero directions, and whether time-like ones flow."""
    names = problem.variables
    size = len(next(iter(values.values())))
    matrix = np.zeros((size, len(names), len(names)))
    slope = np.zeros((size, len(names)))
    for i, first in enumerate(names):
        slope[:, i] = _value(equation, Derivative(unknown, (first,)), values)
        for j, second in enumerate(names):
            half = 1.0 if i == j else 0.5
            value = _value(equation, Derivative(unknown, (first, second)), values)
            matrix[:, i, j] = half * value
    finite = np.isfinite(matrix).all(axis=(1, 2))
    return [_signature(m, s) for m, s in zip(matrix[finite], slope[finite], strict=True)]


def _value(equation: Equation, derivative: Derivative, values: Values) -> NDArray[np.float64]:
    if derivative not in equation.derivatives:
        return np.zeros(1)
    return evaluate(differentiate_by(equation.residual, derivative), values)


def _signature(
    matrix: NDArray[np.float64], slope: NDArray[np.float64]
) -> tuple[int, int, int, bool]:
    eigenvalues, directions = np.linalg.eigh(matrix)
    scale = np.abs(eigenvalues).max() or 1.0
    zero = np.abs(eigenvalues) <= _SMALL * scale
    with np.errstate(invalid="ignore", over="ignore"):  # a slope may be infinite somewhere
        flow = np.abs(directions.T @ slope)[zero]
    return (
        int(np.sum(~zero & (eigenvalues > 0))),
        int(np.sum(~zero & (eigenvalues < 0))),
        int(np.sum(zero)),
        bool(np.any(flow > _SMALL)),
    )


def _kind(signature: tuple[int, int, int, bool]) -> Type:
    positive, negative, zero, flows = signature
    if positive + negative == 0:
        return Type.UNDECIDED
    if zero == 0:
        if min(positive, negative) == 0:
            return Type.ELLIPTIC
        return Type.HYPERBOLIC if min(positive, negative) == 1 else Type.UNDECIDED
    if zero == 1 and min(positive, negative) == 0 and flows:
        return Type.PARABOLIC
    return Type.UNDECIDED
