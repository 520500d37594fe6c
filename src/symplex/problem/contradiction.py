"""Two facts of a statement that cannot both hold, as a value."""

from dataclasses import dataclass
from typing import Any, final

from symplex.codes import StatementCode
from symplex.reasons import Reason
from symplex.sentences import sentence


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
    because: Reason
    """The two facts with their values."""

    @property
    def why(self) -> str:
        """The two facts with their values, in words."""
        return sentence(self.because)

    @property
    def reason(self) -> Reason:
        """All of it."""
        facts = {"first": self.first, "second": self.second, "where": self.where or None}
        return Reason(StatementCode.CONTRADICTION_SHOWN, **facts, why=self.because)

    def to_json(self) -> dict[str, Any]:
        """As data."""
        told = {"first": self.first, "second": self.second, "where": self.where, "why": self.why}
        return {**told, **self.because.to_json()}

    def __str__(self) -> str:
        """A sentence with both facts."""
        return sentence(self.reason)
