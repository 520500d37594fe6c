"""Where data leave the solution open, for systems and single equations alike."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from symplex.codes import UniquenessCode
from symplex.expression import Derivative, Expression, Symbol, number
from symplex.expression.exact import Order, compare
from symplex.problem import Equation, Problem
from symplex.proof.kernel.frozen import is_always_zero
from symplex.proof.kernel.notions import CLASSICAL, DISTRIBUTIONAL
from symplex.proof.kernel.study import linear_coefficient
from symplex.proof.kernel.workspace import Workspace
from symplex.proof.uniqueness.theorem import require
from symplex.reasons import Reason
from symplex.work.budget import Missing

_SHARES: Final = (Fraction(1, 3), Fraction(2, 7), Fraction(5, 11))
"""Where in its interval each variable is put to see that a formula is not zero."""


def shifts(problem: Problem) -> tuple[Reason, ...]:
    """An unknown that enters by its derivatives alone is known up to what they do not see."""
    shifted = (_shift(problem, name) for name in problem.unknowns)
    found = tuple(one for one in shifted if one is not None)
    if not found:
        raise Missing(UniquenessCode.SILENT_BY_VALUE)
    return found


def _shift(problem: Problem, unknown: str) -> Reason | None:
    """What may be added to an unknown, if anything is seen to be free."""
    tokens = {d for e in problem.all_equations for d in e.derivatives if d.of == unknown}
    if any(not token.order for token in tokens):
        return None
    for name in problem.variables if len(problem.variables) > 1 else ():
        # Each derivative is by another variable, too: it does not see a function of this one.
        if all(_sees_another(token, name) for token in tokens):
            return Reason(UniquenessCode.OTHERS_FUNCTION, name=name, unknown=unknown)
    return Reason(UniquenessCode.OTHERS_CONSTANT, unknown=unknown)


def _sees_another(token: Derivative, name: str) -> bool:
    return any(by != name for by in token.by)


def multiples(
    problem: Problem, answer: Mapping[str, Expression], notion: str, space: Workspace
) -> Reason:
    """What is linear and homogeneous has every multiple of a solution that is not zero."""
    require(notion in (CLASSICAL, DISTRIBUTIONAL), _is_somewhere_not_zero(problem, answer))
    require(*(_is_homogeneous(one, space) for one in problem.all_equations))
    return Reason(UniquenessCode.OTHERS_MULTIPLES, functions=tuple(problem.unknowns))


def negative(
    problem: Problem, answer: Mapping[str, Expression], notion: str, space: Workspace
) -> Reason:
    """A statement that does not see the sign of its unknowns, as |∇u| = 1, has both."""
    require(notion == CLASSICAL, _is_somewhere_not_zero(problem, answer))
    require(*(_is_even(one, space) for one in problem.all_equations))
    return Reason(UniquenessCode.OTHERS_NEGATIVE, functions=tuple(problem.unknowns))


def _is_homogeneous(equation: Equation, space: Workspace) -> bool:
    """Whether a residual is Σ c·d over its derivatives, with c free of unknowns."""
    left = equation.residual
    for token in equation.derivatives:
        slope = linear_coefficient(equation.residual, token, space)
        if slope is None or slope.derivatives:
            return False
        left = left - slope * Expression((token,))
    return is_always_zero(left, space)


def _is_even(equation: Equation, space: Workspace) -> bool:
    """Whether a residual stays itself, or becomes its opposite, where the sign is turned."""
    turned = equation.residual.substitute({d: -Expression((d,)) for d in equation.derivatives})
    both = (equation.residual - turned, equation.residual + turned)
    return any(is_always_zero(one, space) for one in both)


def _is_somewhere_not_zero(problem: Problem, answer: Mapping[str, Expression]) -> bool:
    """Whether a formula is shown to have another value than zero at a point of the box."""
    return any(
        compare(formula.substitute(dict(point)), number(0)) in (Order.LESS, Order.GREATER)
        for formula in answer.values()
        for point in _points(problem)
    )


def _points(problem: Problem) -> Iterator[Mapping[Symbol, Expression]]:
    """Inner points of the box, exactly, with values of the parameters."""
    for share in _SHARES:
        yield {
            Symbol(name): ends.low + number(share) * (ends.high - ends.low)
            for name, ends in problem.box.intervals.items()
        }
