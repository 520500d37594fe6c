"""An equation on a region: the one form of PDEs, initial, boundary and point conditions.

Owns the region, too. Knows nothing of the problem around it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Final, final

from symplex.expression import Derivative, Expression, Symbol, Token, number
from symplex.expression.differentiated import Differentiated as Differentiated
from symplex.expression.differentiated import text_with
from symplex.expression.ranges import Range, exact, range_of
from symplex.expression.render import to_text
from symplex.problem.box import Interval, same_value
from symplex.work.budget import Undecided


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
_VALUES: Final = tuple(
    Fraction(n, 7) for n in (3, -5, 17, 1, -40, 9, -2, 10**5, 5, -(10**5), 11, -23, 4)
)
"""Values of unknowns at which a condition is tried: small and large ones, with both signs."""


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


def holds_always(condition: Equation, intervals: Mapping[str, Interval]) -> bool:
    """Whether no values of the unknowns are found for which a condition does not hold."""
    return vanishes_at_points(condition.residual, condition.region, intervals)


def vanishes_at_points(
    formula: Expression, region: Region, intervals: Mapping[str, Interval]
) -> bool:
    """Whether a formula is found to vanish on a region, whatever values the unknowns have.

    One point at which it is shown not to be zero is a witness against it. A formula that is
    defined at none of them is not said to vanish.
    """
    signs = _signs(formula, region, intervals)
    try:
        return next(signs, 1) == 0 and not any(signs)
    except Undecided:
        return False


def sign_at_points(
    formula: Expression, region: Region, intervals: Mapping[str, Interval]
) -> frozenset[int]:
    """The signs that a formula is shown to have at points of a region; 0 where it has none."""
    try:
        return frozenset(_signs(formula, region, intervals))
    except Undecided:
        return frozenset()


def _signs(formula: Expression, region: Region, intervals: Mapping[str, Interval]) -> Iterator[int]:
    """The sign at each point at which the formula is finite, where it has one, and else 0.

    Raises:
        Undecided: At the first point at which nothing is known of it.
    """
    formula = formula.substitute({Symbol(n): v for n, v in region.fixed})
    tokens = {d: Symbol(f"{d.of}#{'#'.join(d.by)}") for d in formula.derivatives}
    formula = formula.substitute({d: Expression((s,)) for d, s in tokens.items()})
    names = sorted(formula.symbols)
    within = [(name, intervals[name]) for name in names if name in intervals]
    ends = {n: (range_of(i.low, {}), range_of(i.high, {})) for n, i in within}
    for round_ in range(len(_VALUES) if names else 1):
        point: dict[str, Range] = {}
        for k, name in enumerate(names):
            index = (round_ * (k + 2) + k) % len(_VALUES)
            point[name] = exact(_VALUES[index])
            if name in ends:
                low, high = ends[name]
                point[name] = low + exact(Fraction(index + 1, len(_VALUES) + 1)) * (high - low)
        found = range_of(formula, point)
        if found.is_positive or found.is_negative:
            yield 1 if found.is_positive else -1
        elif found.low.is_finite() and found.high.is_finite():
            yield 0


def _difference(left: Expression, right: Expression) -> Expression:
    return left if right == _ZERO else left - right
