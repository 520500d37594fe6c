"""What was shown, and what was not: the lines that the kernel alone writes.

Owns `Proved`, which nobody else can make, and `line`, which makes it of a step of the kernel.
"""

from collections.abc import Callable
from dataclasses import InitVar, dataclass
from typing import Final, final

from symplex.errors import ExpressionError
from symplex.expression import Expression
from symplex.problem.equation import Equation
from symplex.proof.kernel.pieces import NotZeroError
from symplex.proof.kernel.region import Region
from symplex.reasons import Code, Reason
from symplex.work.budget import Undecided

_KEY: Final = object()


@final
@dataclass(frozen=True)
class Proved:
    """A line that the kernel has shown. Only the kernel makes one."""

    subject: Reason
    """What it says: an equation, a condition or a requirement."""
    place: Reason
    """On which region."""
    reason: Reason
    """How it was shown."""
    notion: str = ""
    key: InitVar[object] = None

    def __post_init__(self, key: object) -> None:
        """Refuse to be made by anyone else, a copy with other words included."""
        if key is not _KEY:
            raise TypeError("only the kernel makes a proved line")


@final
@dataclass(frozen=True)
class Unproved:
    """A line that was not shown, with what was missing."""

    subject: Reason
    place: Reason
    reason: Reason
    residuals: tuple[tuple[Expression, Region], ...] = ()
    """Set if nothing but identities are missing: that each of these is zero on its region."""


Line = Proved | Unproved


def line_of(equation: Equation) -> tuple[Reason, Reason]:
    """What a line says that is about an equation or a condition, and on which region."""
    if equation.region.is_interior:
        return Reason(Code.LINE_EQUATION, text=equation.text), Reason(Code.PLACE_INTERIOR)
    subject = Reason(Code.LINE_CONDITION, text=equation.text)
    return subject, Reason(Code.PLACE_REGION, region=str(equation.region))


def why_not(error: Undecided | ExpressionError) -> Reason:
    """Why something was not shown: a step is missing, or a formula that a step needs is none."""
    if isinstance(error, Undecided):
        return error.reason
    return Reason(Code.PROOF_FORMULA, error=str(error))


def line(subject: Reason, place: Reason, prove: Callable[[], tuple[Reason, str]]) -> Line:
    """The line that a step of the kernel shows, or what it lacks."""
    try:
        reason, notion = prove()
    except NotZeroError as error:
        return Unproved(subject, place, error.reason, error.residuals)
    except (Undecided, ExpressionError) as error:
        return Unproved(subject, place, why_not(error))
    return Proved(subject, place, reason, notion, _KEY)
