"""The ends of the intervals of the domain, and what a statement declares of them.

Owns which end is meant, what may be declared of one, and which declarations a smaller problem
keeps. What an end means for a proof is decided elsewhere.
"""

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import TYPE_CHECKING, final

from symplex.expression import Expression
from symplex.expression.render import to_text
from symplex.problem.box import Interval, same_value

if TYPE_CHECKING:
    from symplex.problem.equation import Equation, Region


@final
class Side(Enum):
    """Which end of an interval."""

    LOW = "low"
    HIGH = "high"


@final
class EndKind(Enum):
    """What an end of the domain is; that it is free or open may be declared."""

    FREE = "free"
    """It belongs to the domain, and the answer is continuous up to it."""
    OPEN = "open"
    """It does not belong to the domain."""
    FACE = "face"
    """Something is stated there."""
    INFINITE = "infinite"
    """The domain goes on to infinity."""


End = tuple[str, Side]
"""A variable of the domain, and which end of its interval."""
Ends = Mapping[End, EndKind]


def end_of(interval: Interval, side: Side) -> Expression:
    """Where an end of an interval lies."""
    return interval.low if side is Side.LOW else interval.high


def end_text(end: End, domain: Mapping[str, Interval]) -> str:
    """``x = 2*pi``, as a statement names an end."""
    name, side = end
    return f"{name} = {to_text(end_of(domain[name], side))}"


def side_of(value: Expression, interval: Interval) -> Side | None:
    """Which end of an interval is shown to lie at a value."""
    return next((side for side in Side if same_value(value, end_of(interval, side))), None)


def face_of(region: "Region", domain: Mapping[str, Interval]) -> End | None:
    """The end that a region fixes and nothing else; None for slices, corners and points inside."""
    if len(region.fixed) != 1:
        return None
    ((name, value),) = region.fixed
    side = side_of(value, domain[name])
    return None if side is None else (name, side)


def ordered(declared: Ends, domain: Mapping[str, Interval]) -> dict[End, EndKind]:
    """Declarations in the order of the domain, the low end first."""
    ends = ((name, side) for name in domain for side in Side)
    return {end: declared[end] for end in ends if end in declared}


def kept_ends(
    declared: Ends,
    before: Mapping[str, Interval],
    after: Mapping[str, Interval],
    conditions: "Iterable[Equation]",
) -> dict[End, EndKind]:
    """What stays declared where a problem gets another domain or other conditions.

    An end that is gone, lies elsewhere or carries a condition is not the one that was declared.
    """
    if not declared:
        return {}
    faces = {face_of(condition.region, after) for condition in conditions}
    return {
        (name, side): kind
        for (name, side), kind in declared.items()
        if name in after
        and same_value(end_of(before[name], side), end_of(after[name], side))
        and (name, side) not in faces
    }
