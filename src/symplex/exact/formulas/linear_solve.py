"""Linear equations whose coefficients are formulas, solved exactly."""

from collections.abc import Mapping, Sequence

from symplex.exact.formulas.arithmetic import Arithmetic
from symplex.exact.formulas.building import ZERO, divide, negative, value_of_number
from symplex.expression import Expression

Row = list[Expression]


def linear_values(
    residuals: Sequence[Expression], names: Sequence[str], arithmetic: Arithmetic
) -> Mapping[str, Expression] | None:
    """Values that make affine formulas vanish; None where one is not affine, or there are none.

    Names that stay free are zero in the values of the others, and have none themselves.
    """
    found = solved_for(residuals, names, arithmetic)
    return None if found is None or found[1] else found[0]


def solved_for(
    residuals: Sequence[Expression], names: Sequence[str], arithmetic: Arithmetic
) -> tuple[dict[str, Expression], list[Expression]] | None:
    """The values, and what must vanish beside; None where a formula is not affine in the names."""
    rows: list[Row] = []
    for residual in residuals:
        row = _row(residual, names, arithmetic)
        if row is None:
            return None
        rows.append(row)
    return _solved(rows, names, arithmetic)


def _row(residual: Expression, names: Sequence[str], arithmetic: Arithmetic) -> Row | None:
    parts = arithmetic.polynomial(residual, names)
    if parts is None or any(sum(key) > 1 for key in parts):
        return None
    count = len(names)
    keys = [tuple(int(i == k) for i in range(count)) for k in range(count)]
    return [*(parts.get(key, ZERO) for key in keys), negative(parts.get((0,) * count, ZERO))]


def eliminated(
    rows: list[Row], names: Sequence[str], arithmetic: Arithmetic
) -> Mapping[str, Expression] | None:
    """The solution of coefficients and right-hand sides in normal form; None if there is none."""
    found, left = _solved(rows, names, arithmetic)
    return None if left else found


def _solved(
    rows: list[Row], names: Sequence[str], arithmetic: Arithmetic
) -> tuple[dict[str, Expression], list[Expression]]:
    pivots: list[tuple[int, Row]] = []
    for column in range(len(names)):
        usable = [row for row in rows if value_of_number(row[column]) != 0]
        if not usable:
            continue
        pivot = min(usable, key=lambda row: _weight(row, column))
        rows = [row for row in rows if row is not pivot]
        lead = pivot[column]
        pivot = [arithmetic.normal(divide(entry, lead)) for entry in pivot]
        rows = [_reduced(row, pivot, column, arithmetic) for row in rows]
        pivots = [(k, _reduced(row, pivot, column, arithmetic)) for k, row in pivots]
        pivots.append((column, pivot))
    left = [row[-1] for row in rows if value_of_number(row[-1]) != 0]
    return {names[column]: row[-1] for column, row in pivots}, left


def _weight(row: Row, column: int) -> tuple[bool, int, int]:
    """How little one wants to divide by an entry: numbers first, then what is short."""
    lead = row[column]
    return value_of_number(lead) is None, lead.size, sum(entry.size for entry in row)


def _reduced(row: Row, pivot: Row, column: int, arithmetic: Arithmetic) -> Row:
    factor = row[column]
    if value_of_number(factor) == 0:
        return row
    return [
        arithmetic.normal(entry - factor * above) for entry, above in zip(row, pivot, strict=True)
    ]
