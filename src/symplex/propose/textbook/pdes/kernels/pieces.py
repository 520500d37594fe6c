"""Data with jumps and corners: between two of them a sum of shapes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, final

from symplex.exact.formulas.arithmetic import Arithmetic
from symplex.exact.formulas.broken import broken
from symplex.exact.formulas.building import subtract
from symplex.expression import Expression
from symplex.propose.textbook.pdes.kernels.shapes import PLACE, Smooth, read
from symplex.reasons import Code
from symplex.work.budget import Missing

_MOST: Final = 12
"""Data with more pieces become formulas that nobody examines."""


@final
@dataclass(frozen=True)
class Pieces:
    """A function on the line: `parts[k]` between `points[k − 1]` and `points[k]`."""

    points: tuple[Expression, ...]
    parts: tuple[Smooth, ...]


def pieces(tree: Expression, real: Arithmetic, low: Expression | None = None) -> Pieces:
    """A formula in `PLACE` on the line, or above a point, by pieces.

    Raises:
        Missing: where a piece is not known.
    """
    found = broken(tree, PLACE, real)
    if found is None:
        raise Missing(Code.ALGEBRA_HIDDEN, name=PLACE)
    below = 0 if low is None else sum(_is_below(at, low, real) for at in found.breaks)
    points, parts = found.breaks[below:], found.pieces[below:]
    if len(parts) > _MOST:
        raise Missing(Code.ALGEBRA_FORMULA_TOO_LONG)
    return merged(points, [read(part, real) for part in parts])


def _is_below(at: Expression, low: Expression, real: Arithmetic) -> bool:
    """Whether a point is no further than the lower end, for all parameters.

    Raises:
        Missing: where that depends on the parameters.
    """
    sign = real.sign(subtract(at, low))
    if not sign and not real.are_equal(at, low):
        raise Missing(Code.ALGEBRA_HIDDEN, name=PLACE)
    return sign <= 0


def merged(points: Sequence[Expression], parts: Sequence[Smooth]) -> Pieces:
    """Pieces without points at which nothing changes."""
    kept_points: list[Expression] = []
    kept = list(parts[:1])
    for point, part in zip(points, parts[1:], strict=True):
        if part != kept[-1]:
            kept_points.append(point)
            kept.append(part)
    return Pieces(tuple(kept_points), tuple(kept))
