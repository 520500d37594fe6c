"""A fixed order of formulas, for whatever must not depend on the order of a set."""

from symplex.expression.encoded import EncodedTree
from symplex.expression.expression import Expression


def spelling(expression: Expression | EncodedTree) -> str:
    """A text that no other formula has: every token and every constant, spelled out."""
    return f"{expression.tokens!r}{expression.constants!r}"
