"""How many digits constants have."""

from decimal import Decimal

from symplex.expression import Expression


def digits_of(formula: Expression) -> int:
    """The most digits that any constant of a formula has."""
    exact = [Decimal(repr(c)).normalize().as_tuple().digits for c in formula.constants]
    return max(map(len, exact), default=0)
