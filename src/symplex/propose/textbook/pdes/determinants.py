"""Linear equations by determinants: no pivot divides what would cancel at the end."""

from collections.abc import Mapping, Sequence
from typing import Final

from symplex.exact.formulas.arithmetic import Arithmetic
from symplex.exact.formulas.building import ONE, ZERO, divide, multiply, negative, total
from symplex.expression import Expression

Matrix = list[list[Expression]]
_LARGEST: Final = 3


def by_determinants(
    residuals: Sequence[Expression], names: Sequence[str], arithmetic: Arithmetic
) -> Mapping[str, Expression] | None:
    """Values that make as many affine formulas as names vanish; None where there are none."""
    count = len(names)
    if count > _LARGEST or len(residuals) != count:
        return None
    rows: Matrix = []
    for residual in residuals:
        parts = arithmetic.polynomial(residual, names)
        if parts is None or any(sum(key) > 1 for key in parts):
            return None
        keys = [tuple(int(i == k) for i in range(count)) for k in range(count)]
        rest = negative(parts.get((0,) * count, ZERO))
        rows.append([*(parts.get(key, ZERO) for key in keys), rest])
    whole = arithmetic.normal(determinant([row[:-1] for row in rows]))
    if whole == ZERO:
        return None
    found: dict[str, Expression] = {}
    for k, name in enumerate(names):
        changed = [[*row[:k], row[-1], *row[k + 1 : -1]] for row in rows]
        top = arithmetic.normal(determinant(changed))
        found[name] = arithmetic.normal(divide(top, whole))
    return found


def determinant(matrix: Matrix) -> Expression:
    """By the first row; meant for a few rows."""
    if not matrix:
        return ONE
    first, *rest = matrix
    parts: list[Expression] = []
    for k, entry in enumerate(first):
        if entry != ZERO:
            minor = determinant([[*row[:k], *row[k + 1 :]] for row in rest])
            part = multiply(entry, minor)
            parts.append(negative(part) if k % 2 else part)
    return total(parts)
