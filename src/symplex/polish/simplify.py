"""Other ways to write an exact formula, the shortest first.

Owns what counts as short. Rewritings come from SymPy and are proposals: whoever takes one verifies
it.
"""

from dataclasses import dataclass
from typing import final

from symplex.algebra.sympy_client import NoAnswerError, forms_of
from symplex.budget import Budget, OutOfBudget
from symplex.expression import Expression, Number
from symplex.polish.tidy import tidied
from symplex.problem import Box

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


def shorter_forms(expression: Expression, box: Box, budget: Budget | None = None) -> Forms:
    """The formula and its rewritings on a box; SymPy may be stopped by its own count of work."""
    found = dict.fromkeys((tidied(expression), expression))
    complete = True
    if expression.size <= MAX_NODES:
        try:
            rewritten = forms_of(expression, box.ends, budget or Budget())
            found |= dict.fromkeys(tidied(form) for form in rewritten)
        except (NoAnswerError, OutOfBudget):  # the formula at hand is right, if long
            complete = False
    return Forms(tuple(sorted(found, key=weight)), complete)
