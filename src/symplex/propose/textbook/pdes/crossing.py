"""Linear systems of the first order in one variable of space: waves that cross.

U_t + A·U_x = 0 with a constant A and real speeds λ is solved by Σ P_λ·U₀(x − λt), P_λ Sylvester's
projectors onto the waves of each speed (LeVeque, Finite Volume Methods for Hyperbolic Problems,
ch. 3). Data may have corners and steps: Riemann problems are among them.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, final

from symplex.exact.formulas.arithmetic import Arithmetic
from symplex.exact.formulas.building import (
    ZERO,
    divide,
    multiply,
    negative,
    power,
    rebuilt,
    subtract,
    total,
)
from symplex.exact.formulas.inverse import zeros
from symplex.exact.formulas.linear_solve import linear_values
from symplex.expression import Derivative, Expression, Symbol, symbol
from symplex.expression.text import derivative_text
from symplex.problem import Problem
from symplex.problem.method import Family
from symplex.problem.residuals import satisfies
from symplex.propose.textbook.matrices import Matrix, characteristic, times, unit
from symplex.propose.textbook.pdes.pde import Pde, pde_of
from symplex.work.budget import Budget

_SPEED: Final = "s#0"


@final
class CrossingWaves:
    """The data carried with each speed, as far as they belong to it."""

    name = "waves that cross"

    def propose(self, problem: Problem, budget: Budget) -> Iterator[Family]:
        """The sum over all speeds."""
        pde, time = pde_of(problem, budget), problem.time
        if pde is None or time is None or len(problem.space) != 1 or len(problem.unknowns) == 1:
            return
        data, (x,), unknowns = pde.data(time), problem.space, problem.unknowns
        if data is None or set(data.values) != {(name, 0) for name in unknowns}:
            return
        matrix = _matrix(pde, time, x) if len(problem.conditions) == len(unknowns) else None
        speeds = None if matrix is None else _speeds(matrix, pde.arithmetic)
        if matrix is None or speeds is None:
            return
        elapsed, waves = subtract(symbol(time), data.at), list[list[Expression]]()
        for speed in speeds:
            place = subtract(symbol(x), multiply(speed, elapsed))
            moved = [data.values[name, 0].substitute({Symbol(x): place}) for name in unknowns]
            others = [one for one in speeds if one != speed]
            waves.append(_applied(_projector(matrix, speed, others, pde.arithmetic), moved))
        formulas = {
            name: rebuilt(total(column))
            for name, column in zip(unknowns, zip(*waves, strict=True), strict=True)
        }
        if satisfies(problem, formulas):
            yield Family(self.name, formulas)


def _matrix(pde: Pde, time: str, x: str) -> Matrix | None:
    """A of U_t + A·U_x = 0; None if the equations are no such system."""
    rates, slopes = ([Derivative(u, (name,)) for u in pde.problem.unknowns] for name in (time, x))
    residuals: list[Expression] = []
    for equation in pde.linear or ():
        if equation.source != ZERO or not set(equation.coefficients) <= {*rates, *slopes}:
            return None
        parts = equation.coefficients.items()
        residuals.append(total(multiply(c, symbol(_name(d))) for d, c in parts))
    found = linear_values(residuals, [_name(d) for d in rates], pde.arithmetic)
    if found is None or len(found) < len(rates):
        return None
    return _entries(found, rates, slopes, pde)


def _entries(
    found: Mapping[str, Expression], rates: list[Derivative], slopes: list[Derivative], pde: Pde
) -> Matrix | None:
    names, matrix = [_name(one) for one in slopes], list[list[Expression]]()
    keys = [tuple(int(i == k) for i in range(len(names))) for k in range(len(names))]
    for rate in rates:
        parts = pde.arithmetic.polynomial(found[_name(rate)], names) or {}
        matrix.append([pde.arithmetic.normal(negative(parts.get(key, ZERO))) for key in keys])
    known = {*pde.problem.parameters}
    return matrix if all(one.symbols <= known for row in matrix for one in row) else None


def _name(derivative: Derivative) -> str:
    return f"{derivative_text(derivative)}#"


def _speeds(matrix: Matrix, real: Arithmetic) -> Sequence[Expression] | None:
    """The eigenvalues, each once."""
    powers, _ = characteristic(matrix, real)
    whole = total(multiply(one, power(symbol(_SPEED), k)) for k, one in enumerate(powers))
    found = list[Expression]()
    for factor, _ in real.factors(real.normal(whole)) or ():
        if _SPEED in factor.symbols:
            found += zeros(factor, _SPEED, real)
    return list(dict.fromkeys(found)) or None


def _projector(
    matrix: Matrix, speed: Expression, others: Sequence[Expression], real: Arithmetic
) -> Matrix:
    """Π (A − μ)/(λ − μ) over the other speeds μ."""
    found, one = unit(len(matrix)), unit(len(matrix))
    for other in others:
        rows = zip(matrix, one, strict=True)
        factor = [
            [divide(subtract(a, multiply(other, e)), subtract(speed, other)) for a, e in pairs]
            for pairs in (zip(*row, strict=True) for row in rows)
        ]
        found = times(found, factor, real)
    return found


def _applied(matrix: Matrix, values: Sequence[Expression]) -> list[Expression]:
    return [
        total(multiply(c, value) for c, value in zip(row, values, strict=True)) for row in matrix
    ]
