"""Equations that scale with a positive variable, solved in its logarithm.

In s = log x the terms x·u_x and x²·u_xx have constant coefficients, and the open half-line x > 0
is a line: so it is with the equations of option prices.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import final

import numpy as np

from symplex.codes import ReferenceCode
from symplex.expression import Derivative, Expression, Symbol, Token, apply, leaf, symbol
from symplex.numerics.reference.chebyshev import Columns, Floats
from symplex.numerics.reference.kernel import kernel
from symplex.numerics.reference.marching import marching
from symplex.numerics.reference.result import Field, Found
from symplex.numerics.reference.system import NoScheme, System, on
from symplex.problem import Equation, Interval, Problem, Region
from symplex.work.budget import Budget

_SECOND = 2


def logarithmic(system: System, tolerance: float, budget: Budget) -> Found:
    """The solution in the logarithm of one variable.

    Raises:
        NoScheme: if no variable has the scaling.
    """
    name = _scaling(system)
    other = System.of(_in_logarithm(system.problem, name))
    try:
        found = kernel(other, tolerance, budget)
    except NoScheme:
        found = marching(other, tolerance, budget)
    method = f"{found.method}, in the logarithm of {name}"
    return replace(found, field=_Stretched(found.field, name), method=method)


def _scaling(system: System) -> str:
    """The variable whose second derivatives stand with its square, and no higher ones."""
    if len(system.box) != _SECOND:
        raise NoScheme(ReferenceCode.REFERENCE_NOT_LINE_AND_TIME)
    for name, (low, _) in system.box.items():
        if low > 0 and all(one.order_in(name) <= _SECOND for one in system.equations):
            slopes = [
                (d, slope)
                for one in system.equations
                for d, slope in one.slopes.items()
                if d.by.count(name) == _SECOND
            ]
            if slopes and all(_is_square(system, name, slope) for _, slope in slopes):
                return name
    raise NoScheme(ReferenceCode.REFERENCE_NOTHING_SCALES)


def _is_square(system: System, name: str, slope: Expression) -> bool:
    if slope.derivatives:
        return False
    columns = system.points(32)
    share = on(slope, {**columns}, 32) / columns[name] ** 2
    return bool(np.ptp(share) <= 1e-10 * np.max(np.abs(share)))


def _in_logarithm(problem: Problem, name: str) -> Problem:
    """The problem with the variable of this name standing for its logarithm."""
    stretch = apply("exp", symbol(name))
    shrink = apply("exp", -symbol(name))
    changes: dict[Token, Expression] = {Symbol(name): stretch}
    for d in problem.derivatives:
        times = d.by.count(name)
        lower = leaf(Derivative(d.of, tuple(_without_one(d.by, name))))
        if times == 1:
            changes[d] = shrink * leaf(d)
        elif times == _SECOND:
            changes[d] = shrink * shrink * (leaf(d) - lower)
    interval = problem.domain[name]
    ends = Interval(apply("log", interval.low), apply("log", interval.high))
    return problem.changed(
        domain={**problem.domain, name: ends},
        equations=tuple(_changed(one, changes, name) for one in problem.equations),
        conditions=tuple(_changed(one, changes, name) for one in problem.conditions),
        declared=problem.declared,  # the ends are the same points
    )


def _without_one(by: Sequence[str], name: str) -> list[str]:
    left = list(by)
    if name in left:
        left.remove(name)
    return left


def _changed(equation: Equation, changes: Mapping[Token, Expression], name: str) -> Equation:
    fixed = tuple(
        (one, apply("log", value) if one == name else value) for one, value in equation.region.fixed
    )
    return replace(
        Equation(equation.left.substitute(changes), equation.right.substitute(changes)),
        region=Region(fixed),
        text=equation.text,
    )


@final
@dataclass(frozen=True)
class _Stretched:
    """A field of the logarithm of a variable, as one of the variable."""

    field: Field
    name: str

    def values(self, columns: Columns, by: Sequence[str] = ()) -> Floats:
        """Every unknown, or a derivative of each up to the second, at points."""
        place = columns[self.name]
        inner = {**columns, self.name: np.log(place)}
        times = sum(1 for one in by if one == self.name)
        first = self.field.values(inner, by)
        if times < _SECOND:
            return first / place**times
        if times > _SECOND:
            raise ValueError(f"derivatives by {self.name} are known up to the second only")
        return (first - self.field.values(inner, _without_one(by, self.name))) / place**2
