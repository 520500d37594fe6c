"""How work can end without an answer."""

from enum import Enum
from typing import final


class Ending(Enum):
    """Why there is no answer; the values travel through the pipe."""

    TIME = "time"
    WORK = "work"
    """The work was counted, and more than was allowed."""
    MEMORY = "memory"
    CRASH = "crash"


@final
class WorkEnded(Exception):  # noqa: N818 (not an error: an honest answer)
    """The work ended without an answer."""

    def __init__(self, ending: Ending, detail: str = "") -> None:
        super().__init__(f"{ending.value} {detail}".strip())
        self.ending = ending
        self.detail = detail
