"""Differentiation of formulas, as trees.

Owns the chain rule over the operator table's partial derivatives. An unknown depends on every
variable: the derivative of ``u*u_x`` by x is ``u_x*u_x + u*u_xx``. Kinks are differentiated as if
they were not there (abs gives sign); the operator table says where they are.
"""

from collections.abc import Sequence

from symplex.errors import ExpressionError
from symplex.expression.evaluate import tree_backend
from symplex.expression.expression import Expression, apply, leaf, number
from symplex.expression.operators import Notation, Operator
from symplex.expression.token import Constant, Derivative, Number, Symbol, Token

MAX_NODES = 8_000
"""A derivative that grows past this is refused: nothing could be done with it."""

_ZERO, _ONE = number(0), number(1)


def differentiate(
    expression: Expression, variable: str, times: int = 1, *, most: int = MAX_NODES
) -> Expression:
    """The derivative by `variable`, with zeros and ones removed and nothing else simplified."""
    for _ in range(times):
        expression = _derivative(expression, variable, most)
    return expression


def _derivative(expression: Expression, variable: str, most: int) -> Expression:
    backend = tree_backend()

    def combine(
        token: Token, below: Sequence[tuple[Expression, Expression]], value: float
    ) -> tuple[Expression, Expression]:
        if not isinstance(token, Operator):
            return leaf(token, value), _derivative_of_leaf(token, variable)
        arguments = [argument for argument, _ in below]
        whole = apply(token, *arguments)
        if token.notation is Notation.TUPLE:
            return whole, apply(token, *(inner for _, inner in below))
        total = _ZERO
        for partial, (_, inner) in zip(token.partials, below, strict=True):
            if inner != _ZERO:
                total = _sum(total, _product(partial(backend, *arguments), inner))
                # While it grows: the derivative of a formula contains those of its parts.
                _check_size(total, variable, most)
        return whole, total

    return expression.share(combine)[1]


def _check_size(derivative: Expression, variable: str, most: int) -> None:
    if derivative.size > most:
        raise ExpressionError(
            f"a derivative by {variable} grows past {most} nodes; simplify the formula"
        )


def _derivative_of_leaf(token: Token, variable: str) -> Expression:
    match token:
        case Symbol(name) if name == variable:
            return _ONE
        case Derivative(of, by):
            return leaf(Derivative(of, (*by, variable)))
        case Symbol() | Number() | Constant() | Operator():
            return _ZERO


def _sum(left: Expression, right: Expression) -> Expression:
    if left == _ZERO:
        return right
    return left if right == _ZERO else left + right


def _product(outer: Expression, inner: Expression) -> Expression:
    if _ZERO in (outer, inner):
        return _ZERO
    if _ONE in (outer, inner):
        return inner if outer == _ONE else outer
    if outer == -_ONE:
        return -inner
    return outer * inner
