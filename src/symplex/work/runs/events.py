"""What a run tells while it goes: the events of its journal."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import Any, final


class Level(Enum):
    """How much a person wants to know; the values are their order."""

    DEBUG = 0
    INFO = 1
    WARNING = 2


class EventKind(Enum):
    """What happened."""

    STARTED = "started"
    RESUMED = "resumed"
    FINDING = "finding"
    """The best formula so far, with its loss and the stage that it belongs to."""
    CONJECTURE = "conjecture"
    """A formula that holds to 200 digits and is not proved."""
    CHECKPOINT = "checkpoint"
    FAULT = "fault"
    """Something was damaged, lost or refused, and the run went on."""
    ENDED = "ended"
    """With the solution, as it is saved beside."""

    @property
    def level(self) -> Level:
        """How important it is."""
        return _LEVELS.get(self, Level.INFO)


_LEVELS = MappingProxyType(
    {
        EventKind.STARTED: Level.DEBUG,
        EventKind.CHECKPOINT: Level.DEBUG,
        EventKind.ENDED: Level.DEBUG,
        EventKind.FAULT: Level.WARNING,
    }
)


@final
@dataclass(frozen=True)
class Event:
    """One line of the journal."""

    kind: EventKind
    at: float
    """Seconds since 1970."""
    facts: Mapping[str, Any] = field(default_factory=dict[str, Any])
    number: int = 0
    """Its place in the journal, from 1 on."""

    def to_plain(self) -> dict[str, Any]:
        """What stands in the journal."""
        return {"n": self.number, "at": round(self.at, 3), "event": self.kind.value, **self.facts}

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> "Event":
        """The event that `to_plain` wrote."""
        facts = {name: value for name, value in plain.items() if name not in ("n", "at", "event")}
        return cls(EventKind(plain["event"]), float(plain["at"]), facts, int(plain["n"]))
