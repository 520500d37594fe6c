"""Equations of the second order without the variable: u'' = f(u, u'), with p = u' as p(u)."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import final

from symplex.exact.formulas.arithmetic import Arithmetic
from symplex.exact.formulas.building import (
    ZERO,
    add,
    multiply,
    negative,
    power,
    subtract,
)
from symplex.exact.integrals.integrals import Integrals
from symplex.expression import Expression, Symbol, Token, apply, number
from symplex.expression import operators as op
from symplex.problem import Problem
from symplex.problem.method import Family, Method
from symplex.propose.textbook.odes.first_order import FirstOrder, Start, middle, start_of
from symplex.propose.textbook.odes.ode import Ode, jet, lone_ode
from symplex.propose.textbook.odes.separable import separated
from symplex.propose.textbook.smaller import (
    Condition,
    answers,
    derivative,
    interval_around,
    smaller_problem,
)
from symplex.work.budget import Budget

_HALF = Fraction(1, 2)


@final
class Autonomous:
    """The energy where f depends on u alone, else p·dp/du = f(u, p)."""

    name = "energy integral"

    def __init__(self, methods: Sequence[Method]) -> None:
        """With the methods that solve the equation for p."""
        self._methods = methods

    def propose(self, problem: Problem, budget: Budget) -> Iterator[Family]:
        """Solutions of u' = p(u), for conditions that give u and u' at one point."""
        ode = lone_ode(problem, budget, (2,))
        start = None if ode is None else start_of(ode, 2)
        if ode is None or start is None or not ode.solved:
            return
        slope = ode.solved[0]
        if ode.variable in slope.symbols:
            return
        direction = _direction(ode, slope, start)
        for velocity in dict.fromkeys(self._velocities(ode, slope, start)):
            first = FirstOrder(ode, velocity, start, direction)
            relation = separated(first)
            if relation is not None:
                yield from first.solutions(self.name, relation)

    def _velocities(self, ode: Ode, slope: Expression, start: Start) -> Iterator[Expression]:
        if jet(ode.unknown, 1) in slope.symbols:
            yield from _by_smaller(ode, slope, start, self._methods)
        else:
            yield from _by_energy(ode, slope, start)


def _direction(ode: Ode, slope: Expression, start: Start) -> float:
    """Whether u grows from its start: by its speed, or else by the force."""
    known: dict[Token, Expression] = {
        Symbol(jet(ode.unknown, k)): value for k, value in enumerate(start.values)
    }
    return middle(start.values[1], ode) or middle(slope.substitute(known), ode)


def _by_energy(ode: Ode, force: Expression, start: Start) -> Iterator[Expression]:
    """±√(2∫f du + C)."""
    u = jet(ode.unknown, 0)
    real = FirstOrder(ode, ZERO, start, _direction(ode, force, start)).arithmetic
    work = Integrals(real).of(force, u)
    if work is None:
        return
    value, rate = start.values
    known: dict[Token, Expression] = {Symbol(u): value}
    level = subtract(power(rate, 2), multiply(number(2), work.substitute(known)))
    root = _root(add(multiply(number(2), work), level), force, real)
    speed = middle(rate, ode)
    if speed >= 0:
        yield root
    if speed <= 0:
        yield negative(root)


def _root(square: Expression, force: Expression, real: Arithmetic) -> Expression:
    """The root, without a root sign where the square is one in the angles of the force or halves.

    A normal form has the finest angles that occur: cos(2u) beside sin(u) is 1 − 2·sin(u)².
    """
    parts = (force.subtree(start) for start in range(force.size))
    angles = [part.arguments[0] for part in parts if part.root in (op.SIN, op.COS)]
    hints = (force, *(apply(op.COS, angle / 2) for angle in angles))
    found = [real.normal(power(real.normal(square + one - one), _HALF)) for one in hints]
    return min(found, key=lambda one: (_has_root(one), one.size))


def _has_root(tree: Expression) -> bool:
    return any(row.exponent and row.exponent.denominator > 1 for row in tree.operators)


def _by_smaller(
    ode: Ode, slope: Expression, start: Start, methods: Sequence[Method]
) -> Iterator[Expression]:
    """What other methods find for p(u), starting at the given speed."""
    u, p = jet(ode.unknown, 0), jet(ode.unknown, 1)
    value, rate = start.values
    here = middle(value, ode)
    reach = 0.3 * max(1.0, abs(here))
    grows = _direction(ode, slope, start) >= 0
    ends = (here, here + reach) if grows else (here - reach, here)
    new: dict[Token, Expression] = {Symbol(p): derivative(p, u)}
    residual = derivative(p, u) * derivative(p, u, 1) - slope.substitute(new)
    problem = smaller_problem(
        ode.problem,
        (u, interval_around(*ends)),
        (p,),
        [residual],
        [Condition(value, derivative(p, u), rate)],
    )
    for formulas in answers(methods, problem, ode.budget):
        yield formulas[p]
