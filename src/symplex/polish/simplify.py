"""Other ways to write an exact formula, the shortest first.

Owns what counts as short. Rewritings come from SymPy and are proposals: whoever takes one verifies
it.
"""

from contextlib import suppress

from symplex.algebra.sympy_client import TimeOutError, forms_of
from symplex.expression import Expression, Number
from symplex.polish.tidy import tidied
from symplex.problem import Box

_SECONDS = 3.0
"""For all rewritings of one formula: nobody waits longer for a nicer one."""


def weight(expression: Expression) -> float:
    """How much there is to read: nodes, and half a node for each digit and fraction bar."""
    numbers = [token.value for token in expression.tokens if isinstance(token, Number)]
    digits = sum(len(str(abs(value))) - 1 for value in numbers)
    return expression.size + 0.5 * digits


def shorter_forms(expression: Expression, box: Box) -> list[Expression]:
    """The formula and its rewritings, each once, the shortest first; ties stay as they were."""
    found = dict.fromkeys((tidied(expression), expression))
    with suppress(TimeOutError):  # what we have is right, if long
        found |= dict.fromkeys(tidied(form) for form in forms_of(expression, box.ends, _SECONDS))
    return sorted(found, key=weight)
