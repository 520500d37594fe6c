"""One line of a certificate: what was examined, where, and what became of it.

Owns the value and its JSON. A check is proved only by a line that the kernel made; what was read
from a file is a claim.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import Any, Final, final

from symplex.proof.kernel.kernel import Proved
from symplex.reasons import Reason
from symplex.sentences import saved_reason, sentence

_NO_REASON: Final = MappingProxyType[str, Any]({"code": None, "facts": {}})


class Level(Enum):
    """How strong the evidence is, the strongest first; only the first is a proof."""

    SYMBOLIC = "symbolic"
    HIGH_PRECISION = "high-precision"
    NUMERIC = "numeric"


@final
class _Claim:
    """Stands where a proof stood when a certificate was saved: nothing is proved again."""


@final
@dataclass(frozen=True, repr=False)
class Check:
    """One equation, condition or requirement, and what became of it.

    Proved is only what was made by `of`, from a line of the kernel's, or what was read.
    """

    subject: Reason
    """The equation or condition as the user wrote it, or the requirement."""
    place: Reason
    """The region on which it was examined."""
    worst: float | None = None
    """The largest residual seen: 0 once it is proved to vanish, None if there is no finite one."""
    refuted: bool = False
    """Whether a point was found where it is certainly false."""
    reason: Reason | None = None
    """By which argument it was decided, or why it could not be."""
    point: Mapping[str, float] | None = None
    """Where `worst` was seen."""
    conjectured: bool = False
    """Whether it is a zero test that holds to 200 digits at several hundred points, unproved."""
    proof: "Proved | _Claim | None" = field(default=None, compare=False)
    """The kernel's own line, or the claim of a saved certificate."""
    proved: bool = field(init=False)

    @classmethod
    def of(cls, proof: Proved) -> "Check":
        """The check that the kernel has proved."""
        return cls(proof.subject, proof.place, reason=proof.reason, proof=proof)

    def __post_init__(self) -> None:
        """One outcome at most, a proof of this very check, and a residual only with its point."""
        object.__setattr__(self, "proved", self.proof is not None)
        if self.proved + self.conjectured + self.refuted > 1:
            raise ValueError(f"'{self.what}' has more than one of proved, conjectured and refuted")
        match self.proof:
            case Proved(subject, place, reason) if (subject, place, reason) != self._line:
                raise ValueError(f"'{self.what}' is not what the kernel proved")
            case Proved() | _Claim() | None:
                pass
            case _:
                raise TypeError(f"only the kernel proves, found {self.proof!r}")
        seen = self.point is not None and self.worst is not None and math.isfinite(self.worst)
        worst = 0.0 if self.proved else self.worst if seen else None
        object.__setattr__(self, "worst", worst)

    @property
    def _line(self) -> tuple[Reason, Reason, Reason | None]:
        return self.subject, self.place, self.reason

    @property
    def what(self) -> str:
        """The equation as the user wrote it, or the requirement in words."""
        return sentence(self.subject)

    @property
    def where(self) -> str:
        """The region in words."""
        return sentence(self.place)

    @property
    def how(self) -> str:
        """The reason in words; empty if there is none."""
        return "" if self.reason is None else sentence(self.reason)

    @property
    def level(self) -> Level:
        """How strong the evidence is."""
        if self.proved:
            return Level.SYMBOLIC
        return Level.HIGH_PRECISION if self.conjectured else Level.NUMERIC

    @property
    def outcome(self) -> str:
        """One word: ``proved``, ``conjectured``, ``REFUTED`` or ``open``."""
        if self.proved:
            return "proved"
        return "conjectured" if self.conjectured else "REFUTED" if self.refuted else "open"

    def to_json(self) -> dict[str, Any]:
        """As data."""
        return {
            "what": self.what,
            "where": self.where,
            "proved": self.proved,
            "worst": self.worst,
            "refuted": self.refuted,
            "conjectured": self.conjectured,
            "level": self.level.value,
            "how": self.how,
            "point": dict(self.point) if self.point is not None else None,
            **(_NO_REASON if self.reason is None else self.reason.to_json()),
            "subject": self.subject.to_json(),
            "place": self.place.to_json(),
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


def read_check(raw: Mapping[str, Any], whole: Level) -> Check:
    """A saved check; 0.1 did not save its level, which is at least that of the whole if proved.

    Before schema 3 many digits counted as a proof: what was proved so is conjectured now.
    """
    proved = _flag(raw["proved"])
    level = Level(raw["level"]) if "level" in raw else whole if proved else Level.NUMERIC
    point: Mapping[str, Any] | None = raw.get("point")
    digits = proved and level is Level.HIGH_PRECISION
    return Check(
        subject=saved_reason(raw.get("subject"), str(raw["what"])),
        place=saved_reason(raw.get("place"), str(raw["where"])),
        worst=None if raw["worst"] is None else float(raw["worst"]),
        refuted=_flag(raw.get("refuted", False)),
        reason=saved_reason(raw, str(raw["how"])) if raw.get("how") else None,
        point=None if point is None else {name: float(value) for name, value in point.items()},
        conjectured=_flag(raw.get("conjectured", False)) or digits,
        proof=_Claim() if proved and level is Level.SYMBOLIC else None,
    )


def _flag(value: object) -> bool:
    """True or false and nothing else: any text would count as true."""
    if not isinstance(value, bool):
        raise TypeError(f"expected true or false, found {value!r}")
    return value
