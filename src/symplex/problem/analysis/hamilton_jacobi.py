"""The Hamilton–Jacobi form of a first-order nonlinear problem.

Owns recognising u_t + H(∇u) = 0 and its orientation: an evolution equation is brought to +u_t, and
terminal data reverse time first. What follows from H (loss, viscosity) is done elsewhere.
"""

from dataclasses import dataclass
from typing import final

from symplex.expression import Derivative, Expression, Operator, apply, number
from symplex.expression.operators import ADD, DIVIDE, MULTIPLY, NEGATE, SUBTRACT
from symplex.problem.analysis.classify import Linearity, linearity
from symplex.problem.analysis.curvature import Curvature, curvature
from symplex.problem.box import same_value
from symplex.problem.coordinates import differentiate_by
from symplex.problem.stated import StatedProblem

_ZERO, _ONE = number(0), number(1)


@final
@dataclass(frozen=True)
class HamiltonJacobi:
    """u_t + H(∇u) = 0 with data at one end of time, or H(x, ∇u) = 0 if `time` is None."""

    unknown: str
    hamiltonian: Expression
    """H, a formula of the derivatives by space, after any reversal of time."""
    curvature: Curvature
    """The shape of H in the gradient."""
    time: str | None
    initial: Expression | None
    """The data on the first time slice in the direction in which the problem runs, if given."""
    reversed: bool
    """Whether the data are terminal, so that time was reversed."""
    uniform: bool
    """Whether H is a function of the gradient and the parameters alone, as Hopf–Lax needs."""


def recognise(problem: StatedProblem) -> HamiltonJacobi | None:
    """The Hamilton–Jacobi form of a problem; None for everything else.

    One equation of first order in one unknown, nonlinear in its gradient, and for evolution
    problems of the form a·u_t + G(x, u, ∇u) = 0 with a number or parameter a.
    """
    if len(problem.equations) != 1 or len(problem.unknowns) != 1:
        return None
    equation, unknown = problem.equations[0], problem.unknowns[0]
    if equation.order != 1 or linearity(problem, equation) is not Linearity.NONLINEAR:
        return None
    if problem.time is None:
        form = equation.residual
        shape = curvature(form, problem.parameters)
        uniform = _uniform(problem, form)
        return HamiltonJacobi(unknown, form, shape, None, None, reversed=False, uniform=uniform)
    return _evolution(problem, unknown, problem.time)


def _evolution(problem: StatedProblem, unknown: str, time: str) -> HamiltonJacobi | None:
    rate = Derivative(unknown, (time,))
    residual = problem.equations[0].residual
    factor = differentiate_by(residual, rate)
    if factor.derivatives or factor.symbols - problem.parameters.keys() or factor == _ZERO:
        return None
    rest = _without(residual, rate)
    initial, backwards = _data(problem, unknown, time)
    hamiltonian = _divided(rest, -factor if backwards else factor)
    shape = curvature(hamiltonian, problem.parameters)
    uniform = _uniform(problem, hamiltonian)
    return HamiltonJacobi(unknown, hamiltonian, shape, time, initial, backwards, uniform)


def _uniform(problem: StatedProblem, hamiltonian: Expression) -> bool:
    gradient_only = all(derivative.order == 1 for derivative in hamiltonian.derivatives)
    return gradient_only and hamiltonian.symbols <= problem.parameters.keys()


def _without(residual: Expression, rate: Derivative) -> Expression:
    """The residual with u_t = 0, without the terms that vanish."""
    if rate not in residual.derivatives:
        return residual
    parts = [_without(part, rate) for part in residual.arguments]
    root = residual.root
    if not isinstance(root, Operator):
        return _ZERO
    if root in (ADD, SUBTRACT):
        return _sum(root, *parts)
    if root in (MULTIPLY, DIVIDE, NEGATE) and _ZERO in (parts[0], parts[-1]):
        return _ZERO
    return apply(root, *parts)


def _sum(sign: Operator, left: Expression, right: Expression) -> Expression:
    if right == _ZERO:
        return left
    if left == _ZERO:
        return right if sign is ADD else -right
    return apply(sign, left, right)


def _divided(expression: Expression, factor: Expression) -> Expression:
    if factor == _ONE:
        return expression
    if factor == -_ONE:
        # -(-H) is H: keeps the form that the user wrote.
        return expression.arguments[0] if expression.root is NEGATE else -expression
    return expression / factor


def _data(problem: StatedProblem, unknown: str, time: str) -> tuple[Expression | None, bool]:
    """The formula given on a time slice, and whether that slice is the last one."""
    interval = problem.domain[time]
    for condition in problem.conditions:
        given = condition.given_value()
        fixed = condition.region.values
        if given is None or given[0] != Derivative(unknown) or list(fixed) != [time]:
            continue
        for end, backwards in ((interval.low, False), (interval.high, True)):
            if same_value(fixed[time], end):
                return given[1], backwards
    return None, False
