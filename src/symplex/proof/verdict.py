"""What is known of an answer, or of one line of its certificate, and what follows from it.

Owns the words of certificates, solutions and their JSON, and the exit code. Who may say which is
decided where a line is made: only the kernel's own line is `EXACT`.
"""

from collections.abc import Iterable
from enum import Enum
from typing import final


@final
class Verdict(Enum):
    """The strongest first; only the first is a proof."""

    EXACT = "exact"
    CONJECTURED = "conjectured"
    """Nothing is missing but the proof of zero tests that hold to 200 digits."""
    APPROXIMATE = "approximate"
    """Nothing is shown either way."""
    REFUTED = "refuted"
    """A point was found at which it is certainly false."""
    NONE = "none"
    """There is no answer; never said of a line."""

    @classmethod
    def of_all(cls, lines: "Iterable[Verdict]") -> "Verdict":
        """What lines amount to: the weakest; without lines nothing is shown."""
        return max(lines, key=list(cls).index, default=cls.APPROXIMATE)

    @property
    def level(self) -> str:
        """How strong the evidence is, as certificates say it."""
        return {Verdict.EXACT: "symbolic", Verdict.CONJECTURED: "high-precision"}.get(
            self, "numeric"
        )

    @property
    def of_line(self) -> str:
        """The word for a line: ``proved``, ``conjectured``, ``REFUTED`` or ``open``."""
        words = {Verdict.EXACT: "proved", Verdict.REFUTED: "REFUTED", Verdict.APPROXIMATE: "open"}
        return words.get(self, self.value)

    @property
    def of_answer(self) -> "Verdict":
        """What becomes of an answer: a refuted one is an approximation all the same."""
        return Verdict.APPROXIMATE if self is Verdict.REFUTED else self

    @property
    def exit_code(self) -> int:
        """0 for a proof, 1 for anything less."""
        return int(self is not Verdict.EXACT)
