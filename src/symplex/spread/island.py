"""One island: a search with a seed of its own that meets others at fixed counts of candidates.

Owns what an island is given, what it does, and what it says. Where it runs, and how its packets
travel, is not known here.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from typing import Any, Final, final

from symplex.clock import now
from symplex.errors import SettingsError, SymplexError
from symplex.expression.transport import to_words
from symplex.origin import to_plain as counts_to_plain
from symplex.problem import Problem
from symplex.problem.transport import from_data
from symplex.reasons import Code, Reason
from symplex.search.state import Progress
from symplex.solution import Solution
from symplex.solution.choices import Choices
from symplex.solution.solve import solve_chosen
from symplex.spread.answers import Plain, to_plain

EVERY: Final = 5_000
"""The candidates between two rounds of exchange."""
_APART: Final = 1_000_003
"""What is added to the seed for each further island."""
_SHOWN_EVERY: Final = 0.2
"""Seconds between two reports of progress of all islands; nothing else depends on them."""
_SAME_AGAIN: Final = ("textbook", "structure")
"""What only the first island does, since every island would do the same."""


@final
@dataclass(frozen=True, kw_only=True)
class Island:
    """What one island is given: all that its course depends on, packets aside."""

    number: int
    """From 0."""
    islands: int
    choices: Choices
    every: int = EVERY
    version: str = ""
    """Of the program that sent it."""

    @property
    def seed(self) -> int:
        """The seed of its search: that of the user for the first."""
        return self.choices.seed + _APART * self.number

    @property
    def without(self) -> tuple[str, ...]:
        """What it goes without."""
        return (*self.choices.without, *(_SAME_AGAIN if self.number else ()))

    @property
    def name(self) -> str:
        """As it stands in a sentence."""
        return f"island {self.number + 1} of {self.islands}"


def require_version(wanted: str) -> None:
    """Refuse to work for another version: what it sends may mean something else here."""
    here = version("symplex")
    if wanted != here:
        raise SettingsError(
            f"a machine has symplex {here} instead of {wanted}; install the same version on all"
        )


def islands_of(choices: Choices, islands: int) -> tuple[Island, ...]:
    """All islands of one solution."""
    here = version("symplex")
    return tuple(
        Island(number=number, islands=islands, choices=choices, version=here)
        for number in range(islands)
    )


@final
@dataclass(frozen=True)
class Seen:
    """What an island says while it searches."""

    stage: str
    epoch: int
    best: Any
    """The words of its best formula, or None."""
    loss: float
    candidates: int
    candidates_by_origin: Plain = field(default_factory=dict[str, Any])


@final
@dataclass(frozen=True)
class Ended:
    """What an island says at its end."""

    answer: Plain


@final
@dataclass(frozen=True)
class Refused:
    """What an island says that cannot begin, because of what the user gave."""

    sentence: str


@final
@dataclass(frozen=True)
class Lost:
    """What is said of an island that ended without an answer."""

    why: Reason


Meet = Callable[[bytes], Sequence[bytes]]
"""Brings a packet to the next round and takes those of others; waits for them."""
Say = Callable[[Seen], None]


def run(island: Island, problem: Mapping[str, Any], meet: Meet, say: Say) -> Ended | Refused | Lost:
    """Search until the end."""
    try:
        require_version(island.version)
        return Ended(to_plain(_solved(island, from_data(problem), meet, say)))
    except SymplexError as error:
        return Refused(str(error))
    except Exception as error:  # an island that fails must not take the others with it
        return Lost(Reason(Code.ISLAND_FAILED, error=repr(error)))


def _solved(island: Island, problem: Problem, meet: Meet, say: Say) -> Solution:
    return solve_chosen(
        problem,
        replace(island.choices, seed=island.seed, without=island.without),
        threads=1,
        watch=_Reporter(say, _SHOWN_EVERY * island.islands),
        neighbours=_Others(island, meet) if island.islands > 1 else None,
    )


@final
class _Others:
    """The other islands, as a search knows them."""

    def __init__(self, island: Island, meet: Meet) -> None:
        self.name = f"{island.name} every {island.every}"
        self._every, self._meet = island.every, meet
        self._rounds = 0

    def is_due(self, candidates: int) -> bool:
        """Whether the candidates of another round were scored."""
        return candidates >= (self._rounds + 1) * self._every

    def meet(self, packet: bytes) -> Sequence[bytes]:
        """Bring a packet to the next round, and take those of an earlier one."""
        self._rounds += 1
        return self._meet(packet)


@final
class _Reporter:
    """Says how a search goes, now and then."""

    def __init__(self, say: Say, seconds: float) -> None:
        self._say, self._seconds = say, seconds
        self._next = 0.0

    def __call__(self, progress: Progress) -> None:
        if now() < self._next:
            return
        self._next = now() + self._seconds
        best = None if progress.best is None else to_words(progress.best)
        counts = progress.candidates, counts_to_plain(progress.candidates_by_origin)
        self._say(Seen(progress.stage, progress.epoch, best, progress.loss, *counts))
