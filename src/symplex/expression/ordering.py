"""A fixed order of formulas, for whatever must not depend on the order of a set."""

from symplex.expression.encoded import EncodedTree
from symplex.expression.expression import Expression


def spelling(expression: Expression | EncodedTree) -> str:
    """A text that no other formula has: every token and every constant, spelled out."""
    constants = tuple(value + 0.0 for value in expression.constants)  # −0 is equal to 0
    return f"{expression.tokens!r}{constants!r}"
