"""Two facts of a statement that cannot both hold, as a value."""

from dataclasses import dataclass
from typing import final


@final
@dataclass(frozen=True)
class Contradiction:
    """Two facts that follow from a statement, exactly, and exclude each other."""

    first: str
    """What follows from one part of the statement."""
    second: str
    """What follows from the rest."""
    where: str
    """The points, or the values of the parameters, at which it is shown; may be empty."""
    why: str
    """The two facts with their values."""

    def __str__(self) -> str:
        """A sentence with both facts."""
        place = f" at {self.where}" if self.where else ""
        return f"{self.first} and {self.second} cannot hold together{place}: {self.why}"
