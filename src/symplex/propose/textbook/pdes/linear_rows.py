"""Formulas that vanish, solved for some of their symbols, and what is left over."""

from collections.abc import Sequence

from symplex.exact.formulas.arithmetic import Arithmetic
from symplex.exact.formulas.building import ZERO, divide, negative, value_of_number
from symplex.expression import Expression

Row = tuple[list[Expression], Expression]
"""Coefficients of some symbols, and the rest."""


def solved_for(
    formulas: Sequence[Expression],
    names: Sequence[str],
    arithmetic: Arithmetic,
    *,
    complete: bool = False,
) -> tuple[dict[str, Expression], list[Expression]] | None:
    """Values of symbols by elimination, and what must vanish beside.

    Args:
        formulas: What vanishes; None comes back where one is not affine in the names.
        names: The symbols.
        arithmetic: What brings formulas into normal form.
        complete: Whether nothing less than all names will do.
    """
    rows: list[Row] = []
    for tree in formulas:
        row = _row(tree, names, arithmetic)
        if row is None:
            return None
        rows.append(row)
    pivots: list[tuple[str, Row]] = []
    for column, name in enumerate(names):
        usable = [row for row in rows if row[0][column] != ZERO]
        if not usable:
            if complete:
                return None
            continue
        pivot = min(usable, key=lambda row: _weight(row, column))
        rows = [row for row in rows if row is not pivot]
        pivot = _scaled(pivot, column, arithmetic)
        rows = [_reduced(row, pivot, column, arithmetic) for row in rows]
        pivots = [(n, _reduced(row, pivot, column, arithmetic)) for n, row in pivots]
        pivots.append((name, pivot))
    values = {name: negative(row[1]) for name, row in pivots}
    return values, [row[1] for row in rows if row[1] != ZERO]


def _row(tree: Expression, names: Sequence[str], arithmetic: Arithmetic) -> Row | None:
    parts = arithmetic.polynomial(tree, names)
    if parts is None or any(sum(key) > 1 for key in parts):
        return None
    count = len(names)
    keys = [tuple(int(i == k) for i in range(count)) for k in range(count)]
    return [parts.get(key, ZERO) for key in keys], parts.get((0,) * count, ZERO)


def _scaled(row: Row, column: int, arithmetic: Arithmetic) -> Row:
    lead = row[0][column]
    entries = [arithmetic.normal(divide(one, lead)) for one in row[0]]
    return entries, arithmetic.normal(divide(row[1], lead))


def _reduced(row: Row, pivot: Row, column: int, arithmetic: Arithmetic) -> Row:
    factor = row[0][column]
    if factor == ZERO:
        return row
    entries = [
        arithmetic.normal(one - factor * above) for one, above in zip(row[0], pivot[0], strict=True)
    ]
    return entries, arithmetic.normal(row[1] - factor * pivot[1])


def _weight(row: Row, column: int) -> tuple[int, int, int]:
    """How little one wants to divide by an entry: numbers first, then what is short."""
    lead = row[0][column]
    return (int(value_of_number(lead) is None), lead.size, row[1].size)
