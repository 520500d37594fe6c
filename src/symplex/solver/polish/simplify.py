"""Other ways to write an exact formula, the shortest first.

Owns what counts as short. Rewritings come from SymPy and are proposals: whoever takes one verifies
it. It is not asked where there is nothing to rewrite, for to start it takes longer than most runs.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import final

from symplex.exact.sympy_client import NoAnswerError, forms_of
from symplex.expression import OPERATORS, Expression, Number, Operator, Symbol, Token
from symplex.problem import Box
from symplex.solver.polish.tidy import tidied
from symplex.work.budget import Budget, OutOfBudget

_SIGNS = (OPERATORS["neg"],)
_PRODUCT, _QUOTIENT = OPERATORS["*"], OPERATORS["/"]
_ENTIRE = frozenset(map(OPERATORS.get, ("sin", "cos", "exp", "sinh", "cosh", "tanh", "erf")))
MAX_NODES = 40
"""Larger formulas are not rewritten: SymPy rarely comes back from them."""


@final
@dataclass(frozen=True)
class Forms:
    """The ways to write a formula that were found."""

    shortest_first: tuple[Expression, ...]
    """Each once, the formula itself among them; forms of equal length in the order found."""
    complete: bool = True
    """Whether SymPy came to an end; if not, it was stopped and its rewritings are missing."""


def weight(expression: Expression) -> float:
    """How much there is to read: nodes, and half a node for each digit and fraction bar."""
    numbers = [token.value for token in expression.tokens if isinstance(token, Number)]
    digits = sum(len(str(abs(value))) - 1 for value in numbers)
    return expression.size + 0.5 * digits


def says_each_once(expression: Expression) -> bool:
    """Whether there is nothing in it to collect, to cancel or to decide by a sign.

    That is so where no symbol, number or function occurs twice, all functions are smooth, signs
    stand before leaves and products alone, and divisors and the bases of powers are leaves.
    """
    found = [t for t in expression.tokens if not isinstance(t, Operator) or t.arity == 1]
    once = [t for t in found if t not in _SIGNS]
    if len(set(once)) < len(once) or any(not _is_plain(token) for token in found):
        return False
    return all(_is_settled(part) for part in _parts(expression))


def _is_plain(token: Token) -> bool:
    """Whether it is a symbol, an integer beside 0 and 1, a sign, power or entire function."""
    match token:
        case Operator(exponent=Fraction() as exponent):
            return exponent.denominator == 1
        case Operator():
            return token in _SIGNS or token in _ENTIRE
        case Number():
            return token.value.denominator == 1 and abs(token.value) > 1
        case _:
            return isinstance(token, Symbol)


def _is_settled(part: Expression) -> bool:
    """Whether signs stand before leaves and products alone, divisors and bases are leaves."""
    arguments = part.arguments
    if part.root in _SIGNS:
        return arguments[0].root in (_PRODUCT, _QUOTIENT) or arguments[0].size == 1
    if part.root == _QUOTIENT or (isinstance(part.root, Operator) and part.root.exponent):
        return arguments[-1].size == 1
    return True


def _parts(expression: Expression) -> Iterator[Expression]:
    yield expression
    for argument in expression.arguments:
        yield from _parts(argument)


def shorter_forms(expression: Expression, box: Box, budget: Budget | None = None) -> Forms:
    """The formula and its rewritings on a box; SymPy may be stopped by its own count of work."""
    short = tidied(expression)
    found = dict.fromkeys((short, expression))
    complete = True
    if expression.size <= MAX_NODES and not says_each_once(short):
        try:
            rewritten = forms_of(expression, box.ends, budget or Budget())
            found |= dict.fromkeys(tidied(form) for form in rewritten)
        except (NoAnswerError, OutOfBudget):  # the formula at hand is right, if long
            complete = False
    return Forms(tuple(sorted(found, key=weight)), complete)
