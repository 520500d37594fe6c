"""What a page may ask for, at most: every number that keeps the workbench alive."""

from dataclasses import dataclass
from typing import final


@final
@dataclass(frozen=True, kw_only=True)
class Limits:
    """The limits of one server."""

    body: int = 100_000
    """Bytes of a request: the longest bundled problem has about a thousand."""
    body_seconds: float = 10.0
    """How long a client may take for them."""
    header_seconds: float = 10.0
    """How long a connection may be open before it has asked for something."""
    connections: int = 1_000
    streams: int = 100
    """Event streams at once: each window that is being looked at has one."""
    waiting: int = 100
    """Searches in the queue."""
    running: int = 1
    """Searches side by side."""
    longest: float = 3_600.0
    """Seconds that a search may be given."""
    hints: int = 10
    mistakes: int = 50
    """How many mistakes of a problem are shown."""
    listed: int = 200
    """Runs on one page of the list."""
    compared: int = 6
    points: int = 401
    """Along the axis of a curve."""
    pixels: int = 101
    """Along each axis of a map."""
