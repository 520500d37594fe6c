"""A measure of the house: what was found, how much of it is allowed, and where it is."""

from dataclasses import dataclass
from pathlib import Path
from typing import final


@final
@dataclass(frozen=True, order=True)
class Finding:
    """One place that counts against a measure."""

    path: Path
    """Relative to the root of the repository."""
    line: int
    sentence: str
    """What was found there, and what to do about it."""

    def __str__(self) -> str:
        """The place and the sentence, as compilers print them."""
        return f"{self.path.as_posix()}:{self.line}: {self.sentence}"


@final
@dataclass(frozen=True)
class Measure:
    """One number of the house and its limit."""

    title: str
    found: float
    limit: float
    findings: tuple[Finding, ...] = ()
    at_least: bool = False
    """Whether the limit is a lower one."""
    unit: str = ""
    notes: tuple[str, ...] = ()
    """Printed whether or not the limit is kept."""

    @property
    def is_kept(self) -> bool:
        """Whether the number is within its limit."""
        return self.found >= self.limit if self.at_least else self.found <= self.limit

    @property
    def bound(self) -> str:
        """The limit with its direction, for a table."""
        return f"{'≥' if self.at_least else '≤'} {self.limit:g}{self.unit}"

    @property
    def number(self) -> str:
        """What was found, for a table."""
        return f"{self.found:.4g}{self.unit}"


def none_allowed(title: str, findings: list[Finding], notes: tuple[str, ...] = ()) -> Measure:
    """A measure of which nothing may be found."""
    return Measure(title, len(findings), 0, tuple(sorted(findings)), notes=notes)
