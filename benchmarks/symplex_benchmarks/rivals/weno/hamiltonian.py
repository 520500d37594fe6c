"""The Hamiltonian of a first-order evolution problem, and the numerical one built on it.

u_t + H(x, t, u, ∇u) = 0 is read off the statement. Where H rises and falls in each slope only at
slope 0 the flux is Godunov's, which is exact at kinks; otherwise it is that of Lax and Friedrichs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import final

import numpy as np

from symplex.errors import SymplexError
from symplex.expression import Derivative, Expression
from symplex.expression.evaluate import evaluate
from symplex.problem import Problem
from symplex.problem.coordinates import differentiate_by
from symplex_benchmarks.rivals.weno.slopes import Floats

Columns = Mapping[str, Floats]
Sides = Sequence[tuple[Floats, Floats]]
"""For each direction the slope from the left and from the right."""
_PROBES, _SEED = 512, 5
_STEEPEST = 4.0
"""Slopes up to this size are looked at when the flux is chosen."""


@final
@dataclass(frozen=True)
class Hamiltonian:
    """H of u_t + H = 0, with its derivatives by the slopes."""

    unknown: str
    space: tuple[str, ...]
    rest: Expression
    """The residual; at u_t = 0 it is H times the factor."""
    factor: Expression
    """What u_t is multiplied by."""
    speeds: tuple[Expression, ...]
    """The residual's derivative by each slope."""

    @classmethod
    def of(cls, problem: Problem) -> "Hamiltonian":
        """The Hamiltonian of a problem.

        Raises:
            SymplexError: if the problem is not one first-order evolution equation for one unknown.
        """
        if len(problem.unknowns) != 1 or len(problem.equations) != 1 or problem.time is None:
            raise SymplexError("WENO needs one evolution equation for one unknown")
        (unknown,), (equation,) = problem.unknowns, problem.equations
        rate = Derivative(unknown, (problem.time,))
        if equation.order != 1 or rate not in equation.derivatives:
            raise SymplexError("WENO is for equations of first order with u_t")
        factor = differentiate_by(equation.residual, rate)
        if factor.derivatives:
            raise SymplexError("WENO needs an equation that is linear in u_t")
        slopes = [Derivative(unknown, (name,)) for name in problem.space]
        speeds = tuple(differentiate_by(equation.residual, slope) for slope in slopes)
        return cls(unknown, problem.space, equation.residual, factor, speeds)

    def values(self, columns: Columns, unknown: Floats, slopes: Sequence[Floats]) -> Floats:
        """H at points with given values of the unknown and its slopes."""
        known = self._known(columns, unknown, slopes)
        return evaluate(self.rest, known) / evaluate(self.factor, columns)

    def speed(
        self, direction: int, columns: Columns, unknown: Floats, slopes: Sequence[Floats]
    ) -> Floats:
        """∂H/∂p in one direction; 0 where it is not defined, as at the tip of |p|."""
        known = self._known(columns, unknown, slopes)
        factor = evaluate(self.factor, columns)
        speed = np.nan_to_num(evaluate(self.speeds[direction], known) / factor, posinf=0, neginf=0)
        return np.broadcast_to(speed, np.broadcast_shapes(unknown.shape, speed.shape))

    def fastest(self, columns: Columns, unknown: Floats, sides: Sides) -> list[float]:
        """The largest speed in each direction over all choices of sides."""
        found = [0.0] * len(self.space)
        for slopes in product(*sides):
            for direction in range(len(self.space)):
                speed = self.speed(direction, columns, unknown, slopes)
                found[direction] = max(found[direction], float(np.max(np.abs(speed))))
        return found

    def turns_at_zero(self, columns: Columns) -> bool:
        """Whether H, by each slope, has no extremum elsewhere, as far as random slopes show."""
        rng = np.random.default_rng(_SEED)
        picked = {name: rng.choice(column.ravel(), _PROBES) for name, column in columns.items()}
        slopes = [rng.uniform(-_STEEPEST, _STEEPEST, _PROBES) for _ in self.space]
        unknown = rng.uniform(-1, 1, _PROBES)
        for direction in range(len(self.space)):
            speed = self.speed(direction, picked, unknown, slopes)
            for side in (slopes[direction] > 0, slopes[direction] < 0):
                if speed[side].min() < 0 < speed[side].max():
                    return False
        return True

    def _known(
        self, columns: Columns, unknown: Floats, slopes: Sequence[Floats]
    ) -> dict[str | Derivative, Floats]:
        still = Derivative(self.unknown, ("t",))
        named = (Derivative(self.unknown, (name,)) for name in self.space)
        given = dict(zip(named, slopes, strict=True))
        return {**columns, **given, Derivative(self.unknown): unknown, still: np.zeros(1)}


def godunov(hamiltonian: Hamiltonian, columns: Columns, unknown: Floats, sides: Sides) -> Floats:
    """The extremum over the slopes between both sides: least where they rise, else greatest."""

    def extremum(direction: int, slopes: tuple[Floats, ...]) -> Floats:
        if direction == len(sides):
            return hamiltonian.values(columns, unknown, slopes)
        left, right = sides[direction]
        between = np.clip(0.0, np.minimum(left, right), np.maximum(left, right))
        found = [extremum(direction + 1, (*slopes, p)) for p in (left, right, between)]
        return np.where(left <= right, np.min(found, axis=0), np.max(found, axis=0))

    return extremum(0, ())


def lax_friedrichs(
    hamiltonian: Hamiltonian, columns: Columns, unknown: Floats, sides: Sides
) -> Floats:
    """H at the mean slopes, less as much viscosity as the largest speeds need."""
    means = [(left + right) / 2 for left, right in sides]
    flux = hamiltonian.values(columns, unknown, means)
    fastest = hamiltonian.fastest(columns, unknown, sides)
    for (left, right), speed in zip(sides, fastest, strict=True):
        flux = flux - speed * (right - left) / 2
    return flux
