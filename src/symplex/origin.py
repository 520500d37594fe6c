"""Where a formula comes from: who wrote it, and out of what.

Owns the names that results are told by. Whoever proposes formulas marks them with an `Origin`,
which follows them through fits, polishing and proof; nothing is decided by it.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, final

_OF, _NAMED = " > ", ": "
_MAX_STEPS: Final = 50
"""What has more was not written by a search."""


class Writer(Enum):
    """Who writes formulas: the proposers of the search, and what comes from outside of it."""

    HINT = "hint"
    """The user."""
    STATEMENT = "statement formula"
    EARLIER_STAGE = "earlier stage"
    """An answer of the stage before, as it was."""
    LIFT = "lift"
    ANSATZ = "ansatz"
    INSERTION = "insertion"
    """A proposer of version 0.1, in runs that it has saved."""
    MOVE = "move"
    POLICY = "policy"
    """The network, from nothing."""
    REGROWN = "regrown"
    """The network, one subtree of a remembered formula."""
    NEIGHBOUR = "neighbour"
    """Another search on the same problem."""
    ALGEBRA = "algebra"
    """What solves the problem where parameters are held, its constants as functions of them."""
    METHOD = "method"
    """A method of the textbook, by its name."""
    REDUCTION = "reduction"
    """A method of the textbook, by its name, that made a smaller problem which was solved."""
    STRUCTURE = "structure"
    """What was seen of a numerical solution."""
    VALUES = "values"
    """The search that fits candidates to the values of a numerical solution."""
    REGRESSION = "regression"
    """Formulas that are fitted to the values of a numerical solution by themselves."""
    UNRECORDED = "not recorded"
    """Whoever it was: the run was saved by a version that did not ask."""


@final
@dataclass(frozen=True)
class Origin:
    """Who wrote a formula: ``reduction: travelling wave > lift > ansatz``.

    Each step made what it wrote of what the next one had written.
    """

    writer: Writer
    name: str = ""
    """Of a method."""
    of: "Origin | None" = None
    """Where that comes from of which it was made, if it was made of something that is known."""

    def __str__(self) -> str:
        """The steps, the last one first."""
        own = f"{self.writer.value}{_NAMED}{self.name}" if self.name else self.writer.value
        return own if self.of is None else f"{own}{_OF}{self.of}"

    @property
    def last(self) -> "Origin":
        """What the steps end with: who began."""
        return self if self.of is None else self.of.last

    @property
    def network(self) -> bool:
        """Whether the policy wrote any of it."""
        mine = self.writer in (Writer.POLICY, Writer.REGROWN)
        return mine or (self.of is not None and self.of.network)

    @classmethod
    def read(cls, text: str) -> "Origin":
        """What `str` wrote.

        Raises:
            ValueError: if it is something else.
        """
        steps = text.split(_OF, _MAX_STEPS)
        if len(steps) > _MAX_STEPS:
            raise ValueError(f"expected at most {_MAX_STEPS} steps from a formula to its origin")
        *above, first = map(cls._step, steps)
        for step in reversed(above):
            first = replace(step, of=first)
        return first

    @classmethod
    def _step(cls, text: str) -> "Origin":
        writer, _, name = text.partition(_NAMED)
        return cls(Writer(writer), name)


UNRECORDED: Final = Origin(Writer.UNRECORDED)
Counts = Mapping[Origin, int]
"""How many candidates were scored, by who wrote them."""


def by_writer(written: Mapping[Writer, int]) -> Counts:
    """What a search has counted."""
    return {Origin(writer): count for writer, count in written.items()}


def added(counts: Iterable[Counts]) -> Counts:
    """All of them together."""
    total: Counter[Origin] = Counter()
    for one in counts:
        total.update(one)
    return total


def made_of(counts: Counts, writer: Writer, name: str = "") -> Counts:
    """The same for what was written on the way to something else."""
    return {Origin(writer, name, origin): count for origin, count in counts.items()}


def in_words(counts: Counts, most: int = 8) -> str:
    """The same in a line, what was written on the way to something else under that."""
    outer: Counter[Origin] = Counter()
    for origin, count in counts.items():
        outer[replace(origin, of=None)] += count
    listed = [f"{text} {count}" for text, count in to_plain(outer).items()]
    left = len(listed) - most
    return ", ".join([*listed[:most], *([f"{left} others"] if left > 0 else [])])


def to_plain(counts: Counts) -> dict[str, int]:
    """As JSON has them, the most first."""
    by_count = sorted(counts.items(), key=lambda one: (-one[1], str(one[0])))
    return {str(origin): count for origin, count in by_count if count}


def from_plain(plain: Mapping[str, int]) -> Counts:
    """What `to_plain` wrote.

    Raises:
        ValueError: if it is something else.
    """
    return {Origin.read(text): int(count) for text, count in plain.items()}
