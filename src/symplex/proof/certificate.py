"""The certificate: what was checked of an answer, how, and with what result.

Owns the value and its two forms, data for JSON and a page of text. How a check is made is not
known here.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, final


class Status(Enum):
    """What a certificate says of an answer as a whole."""

    EXACT = "exact"
    APPROXIMATE = "approximate"
    REFUTED = "refuted"


class Level(Enum):
    """How strong the weakest of the proofs is; the first two are proofs, the last is not."""

    SYMBOLIC = "symbolic"
    HIGH_PRECISION = "high-precision"
    NUMERIC = "numeric"


@final
@dataclass(frozen=True)
class Check:
    """One equation, condition or requirement, and what became of it."""

    what: str
    """The equation as the user wrote it, or the requirement in words."""
    where: str
    """The region, and the smooth piece if there are several."""
    proved: bool
    worst: float = 0.0
    """The largest residual seen, 0 where the residual is zero identically."""
    refuted: bool = False
    """Whether a point was found where it is certainly false."""
    how: str = ""
    """By which argument it was decided, or why it could not be."""
    point: Mapping[str, float] | None = None
    """Where `worst` was seen."""
    level: Level = Level.NUMERIC

    def to_json(self) -> dict[str, Any]:
        """As data; a worst value that is not finite is null."""
        return {
            "what": self.what,
            "where": self.where,
            "proved": self.proved,
            "worst": self.worst if math.isfinite(self.worst) else None,
            "refuted": self.refuted,
            "how": self.how,
            "point": dict(self.point) if self.point is not None else None,
        }

    def __str__(self) -> str:
        """One line, and a second one with the worst point where it failed."""
        mark = "proved " if self.proved else "REFUTED" if self.refuted else "open   "
        line = f"  {mark} {self.what}  [{self.where}]: {self.how}"
        if self.proved or self.point is None:
            return line
        at = ", ".join(f"{name} = {value:.6g}" for name, value in self.point.items())
        return f"{line}\n          worst {self.worst:.3g} at {at}"


@final
@dataclass(frozen=True)
class Certificate:
    """What is known of an answer. `exact` is a promise: every check was proved."""

    status: Status
    level: Level
    checks: tuple[Check, ...]
    notes: tuple[str, ...] = ()

    @property
    def is_exact(self) -> bool:
        """Whether the answer was proved."""
        return self.status is Status.EXACT

    def to_json(self) -> dict[str, Any]:
        """The `certificate` object of the command line's JSON."""
        return {
            "level": self.level.value,
            "checks": [check.to_json() for check in self.checks],
            "notes": list(self.notes),
        }

    def __str__(self) -> str:
        """A page of text."""
        lines = [f"{self.status.value} (level: {self.level.value})"]
        lines += [str(check) for check in self.checks]
        lines += [f"  note: {note}" for note in self.notes]
        return "\n".join(lines)


def conclude(checks: tuple[Check, ...], notes: tuple[str, ...] = ()) -> Certificate:
    """The certificate that follows from the checks: exact only if every one was proved."""
    if any(check.refuted for check in checks):
        return Certificate(Status.REFUTED, Level.NUMERIC, checks, notes)
    if not checks or not all(check.proved for check in checks):
        return Certificate(Status.APPROXIMATE, Level.NUMERIC, checks, notes)
    high = any(check.level is not Level.SYMBOLIC for check in checks)
    level = Level.HIGH_PRECISION if high else Level.SYMBOLIC
    return Certificate(Status.EXACT, level, checks, notes)
