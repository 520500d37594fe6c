"""Fits the constants of an answer to a statement at machine precision.

Owns the residuals of a family of answers (one tree for each unknown, its constants as symbols) and
a damped Gauss–Newton on them. Points are random; a family whose best residual is not rounding
error holds no solution. Which exact number a constant is gets decided in `constants`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from typing import final

import numpy as np
from numpy.typing import NDArray

from symplex.expression import CONSTANT, Derivative, Expression, Symbol, Token, leaf, symbol
from symplex.expression.calculus import differentiate
from symplex.expression.evaluate import evaluate, value_of
from symplex.problem import Problem
from symplex.problem.equation import Equation

Array = NDArray[np.float64]
INTERIOR_POINTS, CONDITION_POINTS = 64, 32
ROUNDING = 1e-11
"""A residual below this, relative to its terms, counts as rounding error."""
_STEP = 1e-5
"""Of the central differences, relative to a constant's size."""
_MAX_ITERATIONS = 30


@final
@dataclass(frozen=True)
class Family:
    """Answers that differ in their constants alone: slot n is the symbol `names[n]`."""

    problem: Problem
    trees: Mapping[str, Expression]
    names: tuple[str, ...]
    scales: tuple[float, ...]
    """The scale of each equation's and condition's residuals."""

    @classmethod
    def of(cls, problem: Problem, answer: Mapping[str, Expression]) -> tuple["Family", Array]:
        """The family of an answer, and the answer's own constants."""
        trees: dict[str, Expression] = {}
        names: list[str] = []
        values: list[float] = []
        for unknown, formula in answer.items():
            first = len(names)
            # A space keeps these names apart from all that a person can write.
            names += [f"c {first + index}" for index in range(len(formula.constants))]
            values += formula.constants
            trees[unknown] = _named(formula, names[first:])
        unscaled = (1.0,) * len(problem.all_equations)
        family = cls(problem, trees, tuple(names), unscaled)
        return family.scaled(np.array(values)), np.array(values)

    def fixed(self, name: str, value: Expression) -> "Family":
        """The family with one constant made exact."""
        return self.with_values({name: value})

    def with_values(self, values: Mapping[str, Expression]) -> "Family":
        """The family with some constants replaced; a value may hold constants that stay."""
        substitute: dict[Token, Expression] = {
            Symbol(name): value for name, value in values.items()
        }
        trees = {unknown: tree.substitute(substitute) for unknown, tree in self.trees.items()}
        return replace(self, trees=trees, names=tuple(n for n in self.names if n not in values))

    def member(self, constants: Sequence[float] | Array) -> dict[str, Expression]:
        """The answer with these constants, in slots again."""
        return with_slots(self.trees, self.names, constants)

    @cached_property
    def derivatives(self) -> Mapping[Derivative, Expression]:
        """Every derivative that the statement needs, as a tree."""
        return {d: reduce(differentiate, d.by, self.trees[d.of]) for d in self.problem.derivatives}

    @property
    def size(self) -> int:
        """How many nodes are evaluated for one set of constants."""
        return sum(tree.size for tree in self.derivatives.values())

    @cached_property
    def _point_sets(self) -> tuple[tuple[Equation, Mapping[str, Array]], ...]:
        rng = np.random.default_rng(20)
        sets: list[tuple[Equation, Mapping[str, Array]]] = []
        for equation in self.problem.all_equations:
            count = INTERIOR_POINTS if equation.region.is_interior else CONDITION_POINTS
            points = self.problem.box.sample(rng, count)
            for name, where in equation.region.fixed:
                points[name] = np.full(count, value_of(where))
            sets.append((equation, points))
        return tuple(sets)

    def residuals(self, constants: Array) -> Array:
        """Residuals relative to `scales`: a row for each row of constants, a column per point."""
        columns: list[Array] = []
        for (equation, points), scale in zip(self._point_sets, self.scales, strict=True):
            left, right, _ = self._sides(equation, points, constants)
            shape = len(constants), len(next(iter(points.values())))
            with np.errstate(over="ignore"):  # infinite is as bad as very large
                columns.append(np.broadcast_to((left - right) / scale, shape))
        return np.concatenate(columns, axis=1)

    def _sides(
        self, equation: Equation, points: Mapping[str, Array], constants: Array
    ) -> tuple[Array, Array, Mapping[Derivative, Array]]:
        inputs: dict[str | Derivative, Array] = {n: at[None, :] for n, at in points.items()}
        inputs |= {name: constants[:, i : i + 1] for i, name in enumerate(self.names)}
        jets = {d: evaluate(self.derivatives[d], inputs) for d in equation.derivatives}
        values = {**inputs, **jets}
        return evaluate(equation.left, values), evaluate(equation.right, values), jets

    def scaled(self, constants: Array) -> "Family":
        """The same family, its residuals relative to the size of their terms at `constants`.

        A derivative counts with its size in the interior too: ``u = 0`` on a face is as exact as
        u is large inside. So no unit of the problem matters.
        """
        row = constants[None, :]
        interior = self._point_sets[0][1]
        inside = {
            d: _largest(self._sides(Equation(leaf(d), leaf(d)), interior, row)[0])
            for d in self.problem.derivatives
        }
        scales: list[float] = []
        for equation, points in self._point_sets:
            left, right, jets = self._sides(equation, points, row)
            values = [_largest(value) for value in (left, right, *jets.values())]
            scales.append(max(*values, *(inside[d] for d in jets), 0.0) or 1.0)
        return replace(self, scales=tuple(scales))


def with_slots(
    formulas: Mapping[str, Expression], names: Sequence[str], values: Sequence[float] | Array
) -> dict[str, Expression]:
    """Formulas with numbers for their constants, in slots."""
    slots: dict[Token, Expression] = {
        Symbol(name): leaf(CONSTANT, float(value))
        for name, value in zip(names, values, strict=True)
    }
    return {unknown: tree.substitute(slots) for unknown, tree in formulas.items()}


def _largest(values: Array) -> float:
    finite = np.abs(values[np.isfinite(values)])
    return float(finite.max(initial=0.0))


def _named(formula: Expression, names: Sequence[str]) -> Expression:
    """The tree with its slots replaced by symbols; exact numbers stay."""
    slots = [index for index, token in enumerate(formula.tokens) if token == CONSTANT]
    for slot, name in zip(slots, names, strict=True):
        formula = formula.with_subtree(slot, symbol(name))
    return formula


@final
@dataclass(frozen=True)
class ConstantFit:
    """The best constants of a family that were found."""

    constants: Array
    size: float
    """The root mean square of the relative residuals; infinite where one is undefined."""
    uncertainty: Array
    """How far each constant may be off: infinite if others compensate for any change of it."""
    effect: Array
    """How much the residuals change, relatively, when a constant is set to zero."""
    iterations: int = 0
    """Steps of the Gauss–Newton method that were tried."""

    @property
    def evaluations(self) -> int:
        """For how many sets of constants residuals were evaluated, up to halved steps."""
        return (self.iterations + 1) * (2 * len(self.constants) + 1)

    @property
    def is_rounding(self) -> bool:
        """Whether the remaining residuals are rounding error."""
        return self.size < ROUNDING


def fit(family: Family, start: Array) -> ConstantFit:
    """Damped Gauss–Newton from `start`."""
    best = start
    size, residual = _size(family, best)
    iterations = 0
    while len(start) and iterations < _MAX_ITERATIONS and np.isfinite(size):
        iterations += 1
        jacobian = _jacobian(family, best)
        improved = _step(family, best, size, (residual, jacobian))
        if improved is None:
            break
        gain = size / max(improved[1], 1e-300)
        best, size, residual = improved
        if gain < 1.01 or size == 0:  # noqa: PLR2004
            break
    return replace(_assessed(family, best, size), iterations=iterations)


def _size(family: Family, constants: Array) -> tuple[float, Array]:
    residual = family.residuals(constants[None, :])[0]
    if not np.isfinite(residual).all():
        return np.inf, residual
    with np.errstate(over="ignore"):
        return float(np.linalg.norm(residual) / np.sqrt(len(residual))), residual


def _scales(constants: Array) -> Array:
    sizes = np.abs(constants)
    floor = 1e-3 * sizes.max(initial=0.0) or 1.0
    return np.maximum(sizes, floor)


def _jacobian(family: Family, constants: Array) -> Array:
    """Central differences by each constant, in units of its own size; all in one evaluation."""
    steps = np.diag(_STEP * _scales(constants))
    rows = np.concatenate([constants + steps, constants - steps])
    ahead, behind = np.split(family.residuals(rows), 2)
    with np.errstate(invalid="ignore", over="ignore"):
        slopes = (ahead - behind).T / (2 * _STEP)
    return np.where(np.isfinite(slopes), slopes, 0.0)


def _step(
    family: Family, constants: Array, size: float, linear: tuple[Array, Array]
) -> tuple[Array, float, Array] | None:
    """The shortest step to the linear model's minimum, halved until it helps."""
    residual, jacobian = linear
    move = -np.linalg.lstsq(jacobian, residual, rcond=1e-9)[0] * _scales(constants)
    for _ in range(8):
        trial = constants + move
        found, values = _size(family, trial)
        if found < size:
            return trial, found, values
        move = move / 4
    return None


def _assessed(family: Family, constants: Array, size: float) -> ConstantFit:
    count = len(constants)
    if not count or not np.isfinite(size):
        return ConstantFit(constants, size, np.full(count, np.inf), np.full(count, np.inf))
    jacobian = _jacobian(family, constants)
    scales = _scales(constants)
    _, singular, directions = np.linalg.svd(jacobian, full_matrices=False)
    open_ = singular <= 1e-8 * singular.max(initial=1e-300)
    noise = max(size, 1e-16) * np.sqrt(len(jacobian))
    weights = np.where(open_, 0.0, noise / np.where(open_, 1.0, singular))
    with np.errstate(over="ignore"):
        uncertainty = np.sqrt((directions.T**2) @ weights**2) * scales
    free = np.sqrt((directions.T[:, open_] ** 2).sum(axis=1)) if open_.any() else np.zeros(count)
    uncertainty = np.where(free > 1e-4, np.inf, uncertainty)  # noqa: PLR2004
    with np.errstate(over="ignore", invalid="ignore"):
        effect = np.sqrt(np.mean(jacobian**2, axis=0)) * np.abs(constants) / scales
    return ConstantFit(constants, size, uncertainty, effect)
