"""Functions on an interval continued beyond its ends by reflection, odd or even.

That is how waves come back from a fixed or a free end (Evans, Partial Differential Equations,
ch. 2.4.1; Strauss, Partial Differential Equations, ch. 3.2). Between two ends each continuation is
reflected again. Owns the continuation as pieces, as far as it is asked for.
"""

from dataclasses import dataclass
from enum import Enum, auto
from typing import final

from symplex.exact.formulas.arithmetic import Arithmetic
from symplex.exact.formulas.broken import Broken
from symplex.exact.formulas.building import multiply, negative, subtract
from symplex.expression import Expression, Symbol, number, symbol


class Parity(Enum):
    """How a function goes on beyond an end."""

    EVEN = auto()
    ODD = auto()
    ODD_ABOUT_ITS_VALUE = auto()
    """Less its value at the end it is odd."""


@final
@dataclass(frozen=True)
class End:
    """An end of an interval at which a function is reflected."""

    place: Expression
    parity: Parity


@final
@dataclass(frozen=True)
class Continued:
    """A function in pieces within an interval, and its ends; None where it is open."""

    variable: str
    data: Broken
    low: End | None
    high: End | None
    real: Arithmetic

    def beyond(self, times: int, *, upward: bool) -> Broken:
        """The function, so many times reflected beyond one end."""
        near, far = (self.high, self.low) if upward else (self.low, self.high)
        copy = found = self.data
        for _ in range(times):
            if near is None:
                break
            copy, place = self._mirrored(copy, near), near.place
            if upward:
                found = Broken((*found.breaks, place, *copy.breaks), found.pieces + copy.pieces)
            else:
                found = Broken((*copy.breaks, place, *found.breaks), copy.pieces + found.pieces)
            # The copy ends at an image of the other end.
            image = None if far is None else End(self._image(far.place, place), far.parity)
            near, far = image, near
        return found.merged(self.real)

    def _image(self, place: Expression, end: Expression) -> Expression:
        return self.real.normal(subtract(multiply(number(2), end), place))

    def _mirrored(self, copy: Broken, end: End) -> Broken:
        breaks = tuple(self._image(at, end.place) for at in reversed(copy.breaks))
        return Broken(breaks, tuple(self._turned(piece, end) for piece in reversed(copy.pieces)))

    def _turned(self, piece: Expression, end: End) -> Expression:
        there = self._image(symbol(self.variable), end.place)
        turned = piece.substitute({Symbol(self.variable): there})
        if end.parity is Parity.ODD:
            turned = negative(turned)
        elif end.parity is Parity.ODD_ABOUT_ITS_VALUE:
            value = piece.substitute({Symbol(self.variable): end.place})
            turned = subtract(multiply(number(2), value), turned)
        return self.real.normal(turned)
