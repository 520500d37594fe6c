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
    rows: list[Row] = []
    for residual in residuals:
        row = _row(residual, names, arithmetic)
        if row is None:
            return None
        rows.append(row)
    return eliminated(rows, names, arithmetic)


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
    pivots: list[tuple[int, Row]] = []
    for column in range(len(names)):
        pivot = min(
            (row for row in rows if value_of_number(row[column]) != 0),
            key=lambda row: (row[column].size, sum(entry.size for entry in row)),
            default=None,
        )
        if pivot is None:
            continue
        rows = [row for row in rows if row is not pivot]
        lead = pivot[column]
        pivot = [arithmetic.normal(divide(entry, lead)) for entry in pivot]
        rows = [_reduced(row, pivot, column, arithmetic) for row in rows]
        pivots = [(k, _reduced(row, pivot, column, arithmetic)) for k, row in pivots]
        pivots.append((column, pivot))
    if any(value_of_number(row[-1]) != 0 for row in rows):
        return None
    return {names[column]: row[-1] for column, row in pivots}


def _reduced(row: Row, pivot: Row, column: int, arithmetic: Arithmetic) -> Row:
    factor = row[column]
    if value_of_number(factor) == 0:
        return row
    return [
        arithmetic.normal(entry - factor * above) for entry, above in zip(row, pivot, strict=True)
    ]
