"""An equation on a region: the one form of PDEs, initial, boundary and point conditions."""

from dataclasses import dataclass
from functools import cached_property
from typing import final

from symplex.expression import Derivative, Expression, number
from symplex.problem.region import INTERIOR, Region

_ZERO = number(0)


@final
@dataclass(frozen=True)
class Equation:
    """``left = right`` on a region. Departs from the paper: its weight belongs to the loss."""

    left: Expression
    right: Expression
    region: Region = INTERIOR
    text: str = ""
    """As the user wrote it."""

    @cached_property
    def residual(self) -> Expression:
        """Left minus right as written: its sign orients a stationary first-order equation."""
        return self.left if self.right == _ZERO else self.left - self.right

    @property
    def derivatives(self) -> frozenset[Derivative]:
        """The unknowns and their derivatives in it."""
        return self.left.derivatives | self.right.derivatives

    @property
    def symbols(self) -> frozenset[str]:
        """The variables and parameters in it."""
        return self.left.symbols | self.right.symbols

    @property
    def order(self) -> int:
        """The highest order of a derivative in it."""
        return max((derivative.order for derivative in self.derivatives), default=0)

    def given_value(self) -> tuple[Derivative, Expression] | None:
        """If it states a derivative outright (``u_t = g``), that derivative and its formula."""
        for side, other in ((self.left, self.right), (self.right, self.left)):
            if isinstance(side.root, Derivative) and not other.derivatives:
                return side.root, other
        return None
