"""Riccati's equation: by the linear equation of the second order behind it, or a known solution."""

from collections.abc import Iterator
from typing import NamedTuple, final

import numpy as np

from symplex.errors import ExpressionError
from symplex.exact.formulas.building import (
    ONE,
    ZERO,
    add,
    divide,
    multiply,
    negative,
    rebuilt,
    subtract,
)
from symplex.exact.formulas.inverse import zeros
from symplex.expression import Expression, Symbol, number, symbol
from symplex.expression.calculus import differentiate
from symplex.expression.evaluate import evaluate
from symplex.problem import Problem
from symplex.problem.method import Family
from symplex.problem.restrict import value_inside
from symplex.propose.textbook.odes.constants import completed, constant
from symplex.propose.textbook.odes.first_order import FirstOrder, first_orders
from symplex.propose.textbook.odes.first_order_linear import linear_solution
from symplex.propose.textbook.odes.guesses import guesses
from symplex.propose.textbook.odes.linear_basis import second_order_basis
from symplex.propose.textbook.odes.ode import Linear, Ode, lone_ode
from symplex.work.budget import Budget

_FACTOR = "k#0"
_NEAR = 1e-7
_SMALL = 1e-9


class _Riccati(NamedTuple):
    """y' = q0 + q1·y + q2·y²."""

    q0: Expression
    q1: Expression
    q2: Expression


@final
class Riccati:
    """u' = q0(x) + q1(x)·u + q2(x)·u²."""

    name = "Riccati"

    def propose(self, problem: Problem, budget: Budget) -> Iterator[Family]:
        """The general solution, with its constant from the condition."""
        ode = lone_ode(problem, budget, (1,))
        for first in first_orders(ode) if ode is not None else ():
            found = _riccati(first)
            if found is not None:
                for formula in _formulas(first.ode, found):
                    names = (constant(1),) if constant(1) in formula.symbols else ()
                    family = Family(self.name, {first.ode.unknown: formula}, names)
                    yield from completed(first.ode, family)


def _riccati(first: FirstOrder) -> _Riccati | None:
    parts = first.arithmetic.polynomial(first.slope, (first.y,))
    if parts is None or max((key[0] for key in parts), default=0) != 2:  # noqa: PLR2004
        return None
    return _Riccati(*(parts.get((k,), ZERO) for k in range(3)))


def _formulas(ode: Ode, equation: _Riccati) -> Iterator[Expression]:
    for known in _known(ode, equation):
        yield known
        general = _around(ode, equation, known)
        if general is not None:
            yield general
        return
    yield from _by_linear(ode, equation)


def _by_linear(ode: Ode, equation: _Riccati) -> Iterator[Expression]:
    """By u = −w'/(q2·w) with w'' − (q1 + q2'/q2)·w' + q0·q2·w = 0."""
    q0, q1, q2 = equation
    real = ode.arithmetic
    damping = real.normal(negative(add(q1, divide(differentiate(q2, ode.variable), q2))))
    basis = second_order_basis(ode, Linear((real.multiply(q0, q2), damping, ONE), ZERO))
    if basis is None:
        return
    one, other = basis
    for w in (add(multiply(symbol(constant(1)), one), other), one):
        # In normal form: where q2 vanishes, so does w', and the quotient must not be 0/0.
        yield real.normal(negative(divide(differentiate(w, ode.variable), multiply(q2, w))))


def _known(ode: Ode, equation: _Riccati) -> Iterator[Expression]:
    """A multiple of a simple function that solves the equation."""
    place = value_inside(ode.problem.domain[ode.variable], 0.4, 8)
    for guess in guesses(ode):
        if not _may_solve(ode, equation, guess):
            continue
        multiple = multiply(symbol(_FACTOR), guess)
        residual = _residual(ode, equation, multiple)
        here = residual.substitute({Symbol(ode.variable): place})
        for factor in zeros(here, _FACTOR, ode.arithmetic):
            formula = multiple.substitute({Symbol(_FACTOR): factor})
            if _is_small(ode, _residual(ode, equation, formula)):
                yield rebuilt(formula)


def _may_solve(ode: Ode, equation: _Riccati, guess: Expression) -> bool:
    """Whether some multiple solves the equation at two points, in numbers."""
    points = ode.problem.box.sample(np.random.default_rng(5), 2)
    points.update({name: points[name][:1].repeat(2) for name in ode.problem.parameters})
    try:
        rate = evaluate(differentiate(guess, ode.variable), points)
    except ExpressionError:
        return False
    g, q0, q1, q2 = (evaluate(one, points) for one in (guess, *equation))
    a, b, c = np.broadcast_arrays(q2 * g**2, q1 * g - rate, q0 + 0 * points[ode.variable])
    with np.errstate(all="ignore"):
        root = np.sqrt(b**2 - 4 * a * c)
        found = [(-b + sign * root) / (2 * a) for sign in (1, -1)]
    return any(
        abs(one[0] - other[1]) < _NEAR * (1 + abs(one[0])) for one in found for other in found
    )


def _residual(ode: Ode, equation: _Riccati, formula: Expression) -> Expression:
    q0, q1, q2 = equation
    right = add(q0, add(multiply(q1, formula), multiply(q2, formula**2)))
    return subtract(differentiate(formula, ode.variable), right)


def _is_small(ode: Ode, residual: Expression) -> bool:
    points = ode.problem.box.sample(np.random.default_rng(4), 5)
    return bool(np.all(np.abs(evaluate(residual, points)) < _SMALL))


def _around(ode: Ode, equation: _Riccati, known: Expression) -> Expression | None:
    """By u = known + 1/v with v' = −(q1 + 2·q2·known)·v − q2."""
    slope = negative(add(equation.q1, multiply(number(2), multiply(equation.q2, known))))
    found = linear_solution(ode, slope, negative(equation.q2))
    return None if found is None else add(known, divide(ONE, found))
