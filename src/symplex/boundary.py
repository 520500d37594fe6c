"""The one place where ingredients fail.

Whatever proposes, fits, polishes, solves smaller problems, looks at references or approximates has
its turns through a `Boundary`. An exception ends the ingredient's turn and not the run, and a note
says so; so does a turn that takes far too long or far too much memory. What is meant for the user
passes: an interrupt, and settings that cannot be met. The prover has its own rule, "not proved".
"""

import os
import signal
import sys
import threading
import traceback
from collections import Counter
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from types import FrameType
from typing import Any, Final, TypeVar, final

from symplex.budget import Budget, OutOfBudget, Undecided
from symplex.clock import now
from symplex.errors import SettingsError, SymplexError

T = TypeVar("T")
Report = Callable[[str, str], None]
"""What is told of a failure: the sentence, and the traceback."""

_SHARE: Final = 0.5
"""Of the time that is left, what one turn may take before it counts as a runaway."""
_PATIENCE: Final = 5.0
"""Seconds that it may take in any case, while there is time."""
_AFTER_THE_END, _LEAST_SECONDS = 1.2, 0.1
"""What all turns together may take when the time of the run is over, and each of them."""
_MEMORY: Final = 4 << 30
"""Bytes by which one turn may make this process larger."""
_CHANCES: Final = 3
"""An ingredient that has failed as often as this is not asked again."""
_MAX_SAID: Final = 50_000
"""An ingredient that has more to say in one go is not listened to any longer."""
_INTERVAL: Final = 0.2
"""Machine seconds between two looks at the turn that is going on."""


class Ingredient(Enum):
    """What has turns besides the methods of the textbook and the proposers of the search."""

    CONTRADICTIONS = "the test for contradictions"
    HINTS = "a hint"
    SEARCH = "the search"
    LEARNING = "the training of the policy"
    POLISHING = "the polishing of a candidate"
    PARAMETERS = "the algebra for all parameters"
    REDUCTION = "a smaller problem"
    REFERENCE = "the numerical reference"
    VALUES = "the search by values"
    MEASURING = "the measuring of approximations"


@final
class Runaway(BaseException):  # not an `Exception`: an ingredient must not catch it
    """A turn that was stopped."""


@final
@dataclass
class _Turn:
    ends: float
    """When it counts as a runaway."""
    memory: int = 0
    """What the process held when the turn was first looked at."""


@final
class Boundary:
    """Gives ingredients their turns, and keeps their failures from the run.

    Turns are watched by a timer in the main thread of a process, where nobody else uses its alarm
    signal; elsewhere a turn that hangs hangs.
    """

    def __init__(self, clock: Budget | None = None, report: Report | None = None) -> None:
        """A boundary for a run that ends with a clock; with `SYMPLEX_STRICT=1` failures pass it."""
        self._clock = clock or Budget.unlimited()
        self._report = report
        self._is_strict = int(os.environ.get("SYMPLEX_STRICT", "0")) > 0
        self._failures: Counter[str] = Counter()
        self._turns: list[_Turn] = []
        self.notes: list[str] = []
        """A sentence for each failure."""

    @property
    def seconds_left(self) -> float:
        """Until the run ends."""
        return self._clock.left

    def has_failed(self, who: Ingredient | str) -> bool:
        """Whether an ingredient has failed, ever."""
        return self._failures[_name(who)] > 0

    def turns(
        self, who: Ingredient | str, steps: Iterable[T], *, share: float = _SHARE
    ) -> Generator[T, None, Any]:
        """The turns of an ingredient, until it ends or fails.

        Returns what a generator returns, and None where it failed.

        Args:
            who: The ingredient.
            steps: Each of them is a turn.
            share: Of the time that is left, what a turn may take before it counts as a runaway.
        """
        name, depth, said = _name(who), len(self._turns), 0
        iterator = iter(steps)
        while self._failures[name] < _CHANCES and said < _MAX_SAID:
            try:
                self._turns.append(_Turn(now() + self._longest(share)))
                step = next(iterator)
                self._turns.pop()
            except StopIteration as ended:
                del self._turns[depth:]
                return ended.value
            except (Exception, Runaway) as error:
                del self._turns[depth:]
                self._failed(name, error)
                return None
            except BaseException:
                del self._turns[depth:]
                raise
            said += 1
            yield step
        return None

    def value(
        self, who: Ingredient | str, make: Callable[[], T], *, share: float = _SHARE
    ) -> T | None:
        """What an ingredient makes in one turn; None where it fails."""
        return next(self.turns(who, (make() for _ in range(1)), share=share), None)

    def _longest(self, share: float) -> float:
        """How many seconds a turn may take that begins now, before it counts as a runaway."""
        left = self._clock.left
        patience = min(_PATIENCE, left + _AFTER_THE_END)
        return max(share * left, patience, _LEAST_SECONDS)

    def _failed(self, name: str, error: BaseException) -> None:
        is_end = isinstance(error, (Undecided, SymplexError))
        if isinstance(error, SettingsError) or not (
            is_end or isinstance(error, Runaway) or not self._is_strict
        ):
            raise error
        if is_end:
            if isinstance(error, OutOfBudget) and self._clock.left > 0:
                self.notes.append(f"{name} was stopped: {error.reason}")
            return
        if isinstance(error, Runaway) and self._clock.left <= 0:
            self.notes.append(f"{name} was stopped: the time of the run was over")
            return
        self._failures[name] += _CHANCES if isinstance(error, Runaway) else 1
        what = str(error) if isinstance(error, Runaway) else f"{type(error).__name__}: {error}"
        sentence = f"{name} failed, and the run went on without it: {what}"
        if sentence not in self.notes:
            self.notes.append(sentence)
            if self._report is not None:
                self._report(sentence, "".join(traceback.format_exception(error)))

    @contextmanager
    def watched(self) -> Generator["Boundary"]:
        """Look at the turns that go on until the end of the block, and stop what runs away."""
        if not _may_use_alarm():
            yield self
            return
        before = signal.signal(signal.SIGALRM, self._check)
        signal.setitimer(signal.ITIMER_REAL, _INTERVAL, _INTERVAL)
        try:
            yield self
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)

    def _check(self, _: int, __: FrameType | None) -> None:
        if not self._turns:
            return
        turn, resident = self._turns[-1], _resident()
        turn.memory = min(turn.memory or resident, resident)
        if now() > turn.ends and not _is_importing():
            turn.ends = now() + _AFTER_THE_END  # should it go on all the same, it is stopped again
            raise Runaway("it did not come to an end")
        if resident - turn.memory > _MEMORY:
            raise Runaway("it took too much memory")


def _name(who: Ingredient | str) -> str:
    return who.value if isinstance(who, Ingredient) else who


def _is_importing() -> bool:
    """Whether some module is half imported: stopped there, it would be of no use to anyone."""
    specifications = (getattr(module, "__spec__", None) for module in [*sys.modules.values()])
    return any(getattr(one, "_initializing", False) for one in specifications)


def _may_use_alarm() -> bool:
    if threading.current_thread() is not threading.main_thread():
        return False
    return (
        hasattr(signal, "setitimer")
        and signal.getsignal(signal.SIGALRM) is signal.SIG_DFL
        and signal.getitimer(signal.ITIMER_REAL)[0] == 0
    )


def _resident() -> int:
    """Bytes of memory that this process holds, where the system says."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 0
