"""An equation on a region: the one form of PDEs, initial, boundary and point conditions.

Owns the region, too. Knows nothing of the problem around it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import final

from symplex.expression import Derivative, Expression, Token, number
from symplex.expression.differentiated import Differentiated as Differentiated
from symplex.expression.differentiated import text_with
from symplex.expression.render import to_text
from symplex.problem.box import same_value


@final
@dataclass(frozen=True)
class Region:
    """The part of the domain where some variables have fixed values; none fixed: the interior."""

    fixed: tuple[tuple[str, Expression], ...] = ()

    @property
    def is_interior(self) -> bool:
        """Whether it is the whole domain rather than a face, corner, slice or point."""
        return not self.fixed

    @cached_property
    def values(self) -> Mapping[str, Expression]:
        """The fixed variables with their values."""
        return dict(self.fixed)

    def free(self, variables: Iterable[str]) -> tuple[str, ...]:
        """The variables that are not fixed here."""
        return tuple(name for name in variables if name not in self.values)

    def same_as(self, other: "Region") -> bool:
        """Whether both fix the same variables at the same values."""
        return self.values.keys() == other.values.keys() and self.meets(other)

    def meets(self, other: "Region") -> bool:
        """Whether no variable is fixed at two different values."""
        common = self.values.keys() & other.values.keys()
        return all(same_value(self.values[name], other.values[name]) for name in common)

    def __str__(self) -> str:
        """``x = 0, t = 0``, or ``interior``."""
        parts = [f"{name} = {to_text(value)}" for name, value in self.fixed]
        return ", ".join(parts) or "interior"


INTERIOR = Region()


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
    differentiated: tuple[Differentiated, ...] = ()
    """Every formula inside a ``diff(…)``, which `left` and `right` have expanded; inner first."""
    kept: tuple[Expression, Expression] | None = None
    """The sides with those derivatives as placeholders; None where there are none."""

    @cached_property
    def residual(self) -> Expression:
        """Left minus right as written: its sign orients a stationary first-order equation."""
        return _difference(self.left, self.right)

    @cached_property
    def with_placeholders(self) -> Expression:
        """The residual, recorded derivative number k as the leaf ``Derivative("diff#k")``.

        Derivatives inside another one are leaves of that one's `with_placeholders` instead.
        """
        return self.residual if self.kept is None else _difference(*self.kept)

    def substitute(self, replacements: Mapping[Token, Expression]) -> "Equation":
        """With leaves replaced on both sides and inside derivatives; its text follows.

        A variable by which a recorded derivative differentiates must not be among them.
        """
        left, right = (side.substitute(replacements) for side in (self.left, self.right))
        records = tuple(record.substitute(replacements) for record in self.differentiated)
        kept = None
        if self.kept is not None:
            kept = self.kept[0].substitute(replacements), self.kept[1].substitute(replacements)
        text = " = ".join(text_with(side, records) for side in kept or (left, right))
        return replace(self, left=left, right=right, text=text, differentiated=records, kept=kept)

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


def _difference(left: Expression, right: Expression) -> Expression:
    return left if right == _ZERO else left - right
