"""The certificate: what was checked of an answer, how, and with what result.

Owns the value and its two forms: a page of text and the one JSON schema, written and read here
alone. How a check is made is not known here.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, final

from symplex.errors import SymplexError

SCHEMA: Final = 2
"""The form of the JSON that is written. Files of version 0.1 have no number and count as 1."""


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
@dataclass(frozen=True, repr=False)
class Check:
    """One equation, condition or requirement, and what became of it."""

    what: str
    """The equation as the user wrote it, or the requirement in words."""
    where: str
    """The region, and the smooth piece if there are several."""
    proved: bool
    worst: float | None = None
    """The largest residual seen: 0 once it is proved to vanish, None if there is no finite one."""
    refuted: bool = False
    """Whether a point was found where it is certainly false."""
    how: str = ""
    """By which argument it was decided, or why it could not be."""
    point: Mapping[str, float] | None = None
    """Where `worst` was seen."""
    level: Level = Level.NUMERIC

    def __post_init__(self) -> None:
        """A residual is reported only with the point where it was seen."""
        seen = self.point is not None and self.worst is not None and math.isfinite(self.worst)
        worst = 0.0 if self.proved else self.worst if seen else None
        object.__setattr__(self, "worst", worst)

    @property
    def outcome(self) -> str:
        """One word: ``proved``, ``REFUTED`` or ``open``."""
        return "proved" if self.proved else "REFUTED" if self.refuted else "open"

    def to_json(self) -> dict[str, Any]:
        """As data."""
        return {
            "what": self.what,
            "where": self.where,
            "proved": self.proved,
            "worst": self.worst,
            "refuted": self.refuted,
            "level": self.level.value,
            "how": self.how,
            "point": dict(self.point) if self.point is not None else None,
        }

    def __str__(self) -> str:
        """One line, and a second one with the worst point where it failed."""
        line = f"{self.outcome:<7} {self.what}  [{self.where}]: {self.how}"
        if self.proved or self.point is None:
            return line
        at = ", ".join(f"{name} = {value:.6g}" for name, value in self.point.items())
        worst = "" if self.worst is None else f"worst {self.worst:.3g} "
        return f"{line}\n        {worst}at {at}"

    def __repr__(self) -> str:
        """The outcome, the requirement and where it applies."""
        return f"<Check {self.outcome}: {self.what} [{self.where}]>"


@final
@dataclass(frozen=True, repr=False)
class Certificate:
    """What is known of an answer. `exact` is a promise: every check was proved."""

    status: Status
    level: Level
    checks: tuple[Check, ...]
    notes: tuple[str, ...] = ()
    is_complete: bool = True
    """Whether the proof came to its end; if not, the time limit ended it."""

    @property
    def is_exact(self) -> bool:
        """Whether the answer was proved."""
        return self.status is Status.EXACT

    @property
    def details(self) -> str:
        """The checks and the notes, indented: the page without its first line."""
        parts = [str(check) for check in self.checks] + [f"note: {note}" for note in self.notes]
        return "\n".join(f"  {line}" for part in parts for line in part.split("\n"))

    def to_json(self) -> dict[str, Any]:
        """The `certificate` object of the command line's JSON; `from_json` reads it back whole."""
        return {
            "schema": SCHEMA,
            "status": self.status.value,
            "level": self.level.value,
            "checks": [check.to_json() for check in self.checks],
            "notes": list(self.notes),
            "complete": self.is_complete,
        }

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> "Certificate":
        """A certificate that `to_json` wrote, in this version or in 0.1.

        What is read is what was claimed when it was written; nothing is proved again.

        Raises:
            SymplexError: if it is none, or was written by a later version.
        """
        try:
            schema = int(raw.get("schema", 1))
            if schema > SCHEMA:
                raise SymplexError(
                    f"the certificate has schema {schema}, and this version of SymPlex reads "
                    f"schemas up to {SCHEMA}; a later version wrote it"
                )
            level = Level(raw["level"])
            checks = tuple(_read_check(check, level) for check in raw["checks"])
            # 0.1 left the status to the reader: it follows from the checks.
            status = Status(raw["status"]) if schema > 1 else conclude(checks).status
            notes = tuple(map(str, raw.get("notes", ())))
            return cls(status, level, checks, notes, bool(raw.get("complete", True)))
        except SymplexError:
            raise
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise SymplexError(f"this is not a saved certificate: {error!r}") from None

    def __str__(self) -> str:
        """A page of text."""
        first = f"{self.status.value} (level: {self.level.value})"
        return "\n".join([first, self.details] if self.details else [first])

    def __repr__(self) -> str:
        """The verdict and how many of the checks were proved."""
        proved = sum(check.proved for check in self.checks)
        return (
            f"<Certificate {self.status.value}, {self.level.value}: "
            f"{proved} of {len(self.checks)} checks proved>"
        )


def _read_check(raw: Mapping[str, Any], whole: Level) -> Check:
    """A saved check; 0.1 did not save its level, which is at least that of the whole if proved."""
    proved = bool(raw["proved"])
    point: Mapping[str, Any] | None = raw.get("point")
    return Check(
        what=str(raw["what"]),
        where=str(raw["where"]),
        proved=proved,
        worst=None if raw["worst"] is None else float(raw["worst"]),
        refuted=bool(raw.get("refuted", False)),
        how=str(raw.get("how", "")),
        point=None if point is None else {name: float(value) for name, value in point.items()},
        level=Level(raw["level"]) if "level" in raw else whole if proved else Level.NUMERIC,
    )


def conclude(checks: Sequence[Check], notes: tuple[str, ...] = ()) -> Certificate:
    """The certificate that follows from the checks: exact only if every one was proved."""
    made = tuple(checks)
    if any(check.refuted for check in made):
        return Certificate(Status.REFUTED, Level.NUMERIC, made, notes)
    if not made or not all(check.proved for check in made):
        return Certificate(Status.APPROXIMATE, Level.NUMERIC, made, notes)
    high = any(check.level is not Level.SYMBOLIC for check in made)
    level = Level.HIGH_PRECISION if high else Level.SYMBOLIC
    return Certificate(Status.EXACT, level, made, notes)
