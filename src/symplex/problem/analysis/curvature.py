"""Whether a formula of gradients is convex or concave.

Owns the rules by which it is proved (composition of convex functions) and the sampling by which it
is refuted. What neither decides is reported as unknown.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from types import MappingProxyType
from typing import final

import numpy as np

from symplex.expression import Constant, Derivative, Expression, Number, Operator, Symbol, Token
from symplex.expression.evaluate import evaluate
from symplex.expression.operators import (
    ABS,
    ADD,
    DIVIDE,
    EXP,
    MAX,
    MIN,
    MULTIPLY,
    NEGATE,
    PI,
    RELU,
    SUBTRACT,
)
from symplex.problem.box import Box, Interval

_SAMPLES = 4096


class Curvature(Enum):
    """The shape of a function of the gradient."""

    AFFINE = "affine"
    CONVEX = "convex"
    CONCAVE = "concave"
    NEITHER = "neither convex nor concave"
    UNKNOWN = "of undecided convexity"


@final
@dataclass(frozen=True)
class _Shape:
    """What the rules know of a subtree as a function of the gradient."""

    constant: bool = False
    convex: bool = False
    concave: bool = False
    nonnegative: bool = False
    nonpositive: bool = False
    squares: bool = False
    """A sum of squares of affine functions and of constants ≥ 0: its root is a norm."""

    @property
    def affine(self) -> bool:
        return self.convex and self.concave

    def negated(self) -> "_Shape":
        return _Shape(self.constant, self.concave, self.convex, self.nonpositive, self.nonnegative)

    def scaled(self, factor: "_Shape") -> "_Shape":
        """Times a constant whose sign may be known."""
        if factor.nonnegative:
            return _Shape(
                self.constant,
                self.convex,
                self.concave,
                self.nonnegative,
                self.nonpositive,
                self.squares,
            )
        if factor.nonpositive:
            return self.negated()
        return _Shape(self.constant, self.affine, self.affine)


def curvature(hamiltonian: Expression, parameters: Mapping[str, Interval]) -> Curvature:
    """Convex or concave in its derivatives, for every value of the parameters.

    Variables (x, t) in the formula are held fixed, as constants of unknown sign.
    """
    shape = hamiltonian.fold(lambda token, below, _: _shape(token, below, parameters))
    if shape.affine:
        return Curvature.AFFINE
    if shape.convex or shape.concave:
        return Curvature.CONVEX if shape.convex else Curvature.CONCAVE
    bends_up, bends_down = _bends(hamiltonian, parameters)
    return Curvature.NEITHER if bends_up and bends_down else Curvature.UNKNOWN


def _shape(token: Token, below: Sequence[_Shape], parameters: Mapping[str, Interval]) -> _Shape:
    match token:
        case Operator(exponent=Fraction() as exponent):
            return _power(below[0], exponent)
        case Operator():
            return _RULES.get(token, _unknown)(*below)
        case Derivative():
            return _Shape(convex=True, concave=True)
        case Number() | Symbol() | Constant():
            return _leaf(token, parameters)


def _leaf(token: Number | Symbol | Constant, parameters: Mapping[str, Interval]) -> _Shape:
    match token:
        case Number(value):
            return _constant(nonnegative=value >= 0, nonpositive=value <= 0)
        case Symbol(name):
            low, high = parameters[name].ends if name in parameters else (-1.0, 1.0)
            return _constant(nonnegative=low >= 0, nonpositive=high <= 0)
        case Constant():
            return _constant()


def _constant(*, nonnegative: bool = False, nonpositive: bool = False) -> _Shape:
    return _Shape(
        constant=True,
        convex=True,
        concave=True,
        nonnegative=nonnegative,
        nonpositive=nonpositive,
        squares=nonnegative,
    )


def _unknown(*below: _Shape) -> _Shape:
    return _constant() if all(shape.constant for shape in below) else _Shape()


def _sum(a: _Shape, b: _Shape) -> _Shape:
    return _Shape(
        a.constant and b.constant,
        a.convex and b.convex,
        a.concave and b.concave,
        a.nonnegative and b.nonnegative,
        a.nonpositive and b.nonpositive,
        a.squares and b.squares,
    )


def _product(a: _Shape, b: _Shape) -> _Shape:
    if a.constant or b.constant:
        return b.scaled(a) if a.constant else a.scaled(b)
    return _Shape()


def _quotient(a: _Shape, b: _Shape) -> _Shape:
    return a.scaled(b) if b.constant else _Shape()


def _absolute(a: _Shape) -> _Shape:
    convex = a.affine or (a.convex and a.nonnegative) or (a.concave and a.nonpositive)
    return _Shape(a.constant, convex, a.constant, nonnegative=True, squares=a.constant)


def _larger(a: _Shape, b: _Shape) -> _Shape:
    constant = a.constant and b.constant
    return _Shape(
        constant,
        a.convex and b.convex,
        constant,
        a.nonnegative or b.nonnegative,
        a.nonpositive and b.nonpositive,
    )


def _exponential(a: _Shape) -> _Shape:
    return _Shape(a.constant, a.convex, a.constant, nonnegative=True, squares=a.constant)


def _power(a: _Shape, exponent: Fraction) -> _Shape:
    even = exponent.denominator == 1 and exponent.numerator % 2 == 0
    if a.constant:
        return _constant(nonnegative=even or a.nonnegative)
    if exponent == Fraction(1, 2):
        return _Shape(convex=a.squares, concave=a.concave, nonnegative=True)
    if exponent >= 1 and (a.nonnegative or even):
        convex = (a.convex and a.nonnegative) or (a.affine and even)
        return _Shape(convex=convex, nonnegative=True, squares=exponent == 2 and a.affine)  # noqa: PLR2004
    return _Shape(concave=0 < exponent < 1 and a.concave, nonnegative=even)


_RULES: Mapping[Operator, Callable[..., _Shape]] = MappingProxyType(
    {
        PI: lambda: _constant(nonnegative=True),
        ADD: _sum,
        SUBTRACT: lambda a, b: _sum(a, b.negated()),
        NEGATE: lambda a: a.negated(),
        MULTIPLY: _product,
        DIVIDE: _quotient,
        ABS: _absolute,
        MAX: _larger,
        MIN: lambda a, b: _larger(a.negated(), b.negated()).negated(),
        RELU: lambda a: _larger(a, _constant(nonnegative=True, nonpositive=True)),
        EXP: _exponential,
    }
)


def _bends(hamiltonian: Expression, parameters: Mapping[str, Interval]) -> tuple[bool, bool]:
    """Whether some chord lies above the graph at its midpoint, and whether some lies below."""
    rng = np.random.default_rng(0)
    common = Box(parameters, ()).sample(rng, _SAMPLES)
    for name in sorted(hamiltonian.symbols - parameters.keys()):
        common[name] = rng.uniform(-1, 1, _SAMPLES)
    spread = 10.0 ** rng.uniform(-2, 1, _SAMPLES)
    # Sorted, so that the points do not depend on the order of a set.
    gradient = sorted(hamiltonian.derivatives, key=repr)
    ends = [{by: spread * rng.normal(size=_SAMPLES) for by in gradient} for _ in range(2)]
    middle = {derivative: (ends[0][derivative] + ends[1][derivative]) / 2 for derivative in ends[0]}
    first, second, between = (
        evaluate(hamiltonian, {**common, **values}) for values in (*ends, middle)
    )
    with np.errstate(invalid="ignore", over="ignore"):  # what is not finite bends neither way
        gap = (first + second) / 2 - between
        margin = 1e-9 * (1 + np.abs(first) + np.abs(second))
    return bool(np.any(gap > margin)), bool(np.any(gap < -margin))
