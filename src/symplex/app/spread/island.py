"""One island: a search with a seed of its own that meets others at fixed counts of candidates.

Owns what an island is given, does and says, its answer as plain data, and the rule of the rounds.
Where it runs, and how its packets travel, is not known here.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from typing import Any, Final, final

from symplex import origin
from symplex.codes import RunCode, read_reason
from symplex.errors import SettingsError, SymplexError
from symplex.expression import Expression
from symplex.expression.transport import from_words, to_words
from symplex.origin import to_plain as counts_to_plain
from symplex.problem import Problem
from symplex.problem.transport import from_data
from symplex.proof.certificate import Certificate
from symplex.proof.verdict import Verdict
from symplex.reasons import Reason
from symplex.solver.approximation import Measured
from symplex.solver.search.state import Progress
from symplex.solver.solution.choices import Choices
from symplex.solver.solution.solution import Approximation, Solution
from symplex.solver.solution.solve import solve_chosen
from symplex.work.clock import now

Plain = dict[str, Any]
"""What JSON can hold."""


def to_plain(solution: Solution) -> Plain:
    """The solution without its problem."""
    certificate = solution.certificate
    return {
        "status": solution.status.value,
        "formulas": _words(solution.formulas),
        "certificate": None if certificate is None else certificate.to_json(),
        "seed": solution.seed,
        "seconds": solution.seconds,
        "candidates": solution.candidates,
        "candidates_by_origin": origin.to_plain(solution.candidates_by_origin),
        "origin": None if solution.origin is None else str(solution.origin),
        "stop_reason": solution.stop_reason,
        "front": [{**a.to_json(), "solution": _words(a.formulas)} for a in solution.front],
        "remarks": [remark.to_json() for remark in solution.remarks],
        "error": None if solution.error is None else solution.error.to_json(),
    }


def from_plain(problem: Problem, plain: Plain) -> Solution:
    """The solution of which `to_plain` made the data.

    Unlike a saved solution, it is believed: it comes from a process of our own.
    """
    certificate = plain["certificate"]
    return Solution(
        problem,
        Verdict(plain["status"]),
        _formulas(plain["formulas"]),
        None if certificate is None else Certificate.from_json(certificate),
        seed=plain["seed"],
        seconds=plain["seconds"],
        candidates=plain["candidates"],
        candidates_by_origin=origin.from_plain(plain["candidates_by_origin"]),
        origin=None if plain["origin"] is None else origin.Origin.read(plain["origin"]),
        stop_reason=plain["stop_reason"],
        front=tuple(Approximation.from_json(a, _formulas(a["solution"])) for a in plain["front"]),
        remarks=tuple(map(read_reason, plain["remarks"])),
        error=None if plain["error"] is None else Measured.from_json(plain["error"]),
    )


def _words(formulas: Mapping[str, Expression]) -> Plain:
    return {name: to_words(formula) for name, formula in formulas.items()}


def _formulas(plain: Plain) -> dict[str, Expression]:
    return {name: from_words(words) for name, words in plain.items()}


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
        return Lost(Reason(RunCode.ISLAND_FAILED, error=repr(error)))


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


LAG: Final = 3
"""How many rounds ago that was brought which an island takes."""


def neighbours_of(island: int, islands: int) -> tuple[int, ...]:
    """The islands that one island hears of: 1, 2, 4, … places before it in the circle.

    What one of n islands finds is known to all of them after log2(n) rounds, and each of them takes
    log2(n) packets a round.
    """
    return tuple((island - step) % islands for step in _steps(islands))


def hearers_of(island: int, islands: int) -> tuple[int, ...]:
    """The islands that hear of one island."""
    return tuple((island + step) % islands for step in _steps(islands))


def _steps(islands: int) -> Iterator[int]:
    steps = (1 << power for power in range(islands.bit_length()))
    return (step for step in steps if step < islands)


@final
class Rounds:
    """What was brought so far, as long as somebody may still want it.

    In its round r an island takes what its neighbours brought to round r - 3, which is mostly there
    already: an island waits only for one that is three rounds behind, say because it has been at a
    proof. What it takes depends on the islands' own courses and on nothing of the machine.
    """

    def __init__(self, islands: int) -> None:
        self._brought = [0] * islands
        """How many rounds each island has been to."""
        self._packets: dict[tuple[int, int], bytes] = {}
        """By round and island."""
        self._left: set[int] = set()
        self._oldest = 0
        """The first round of which packets are kept."""

    @property
    def brought(self) -> tuple[int, ...]:
        """How many rounds each island has been to."""
        return tuple(self._brought)

    def bring(self, island: int, packet: bytes) -> None:
        """An island comes to its next round."""
        self._brought[island] += 1
        self._packets[self._brought[island], island] = packet
        self._forget()

    def leave(self, island: int) -> None:
        """An island comes to no more rounds; nobody waits for it."""
        self._left.add(island)
        self._forget()

    def due(self, island: int) -> list[bytes] | None:
        """What an island takes from its latest round; None while some of it is still to come."""
        before = self._brought[island] - LAG
        others = neighbours_of(island, len(self._brought))
        found = [self._packets.get((before, other)) for other in others]
        missing = (other for other, packet in zip(others, found, strict=True) if packet is None)
        if before > 0 and not self._left.issuperset(missing):
            return None
        return [packet for packet in found if packet is not None]

    def _forget(self) -> None:
        """Drop what every island that is left has gone past."""
        present = [count for i, count in enumerate(self._brought) if i not in self._left]
        oldest = min(present, default=0) - LAG
        if oldest > self._oldest:
            kept = {key: packet for key, packet in self._packets.items() if key[0] >= oldest}
            self._oldest, self._packets = oldest, kept


Event = Seen | Ended | Refused | Lost
"""What is heard from an island; after any but the first, nothing more is."""
