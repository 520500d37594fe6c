"""Walls: data continued beyond them by reflection.

On ζ > 0 with v = 0, v_ζ = 0 or v_ζ = k·v at ζ = 0 (Carslaw & Jaeger, §2.4, 2.7) data continue to an
odd function, to an even one, or to g(−ζ) = g(ζ) − 2k·∫ exp(−k(ζ − η))·g(η) dη.
"""

from symplex.exact.formulas.arithmetic import Arithmetic
from symplex.exact.formulas.building import (
    ZERO,
    multiply,
    negative,
)
from symplex.expression import Expression, number
from symplex.propose.textbook.pdes.kernels.driven import Wall
from symplex.propose.textbook.pdes.kernels.pieces import Pieces, merged
from symplex.propose.textbook.pdes.kernels.shapes import (
    Shape,
    Smooth,
    antiderivative,
    mirrored,
    scaled,
    summed,
    tilted,
    value_at,
)


def continued(data: Pieces, wall: Wall, real: Arithmetic) -> Pieces:
    """Data on ζ > 0 as data on the line, whose solution obeys the wall.

    Raises:
        Missing: where the continuation is not elementary.
    """
    if wall.loss is None:
        beyond = [scaled(mirrored(part, real), number(-1), real) for part in data.parts]
    else:
        beyond = [mirrored(part, real) for part in data.parts]
        if wall.loss != ZERO:
            lost = _lost(data, wall.loss, real)
            beyond = [
                summed([one, mirrored(scaled(other, number(-1), real), real)], real)
                for one, other in zip(beyond, lost, strict=True)
            ]
    points = (*(real.normal(negative(p)) for p in reversed(data.points)), ZERO, *data.points)
    return merged(points, (*reversed(beyond), *data.parts))


def _lost(data: Pieces, loss: Expression, real: Arithmetic) -> list[Smooth]:
    """2k·∫ exp(−k(ζ − η))·g(η) dη from 0 to ζ, by pieces."""
    double = multiply(number(2), loss)
    found: list[Smooth] = []
    before, starts = ZERO, (ZERO, *data.points)
    for place, part in enumerate(data.parts):
        whole = antiderivative(tilted(part, loss, real), real)
        rest = real.subtract(before, value_at(whole, starts[place], real))
        grown = summed([whole, _constant(rest)], real)
        found.append(tilted(scaled(grown, double, real), negative(loss), real))
        if place < len(data.points):
            before = value_at(grown, data.points[place], real)
    return found


def _constant(value: Expression) -> Smooth:
    return {} if value == ZERO else {Shape(): (value,)}
