"""The one place where ingredients fail.

Whatever proposes, fits, polishes, solves smaller problems, looks at references or approximates has
its turns through a `Boundary`. An exception ends the ingredient's turn and not the run, and a note
says so; so does a turn that takes far too long or far too much memory. What is meant for the user
passes: an interrupt, and settings that cannot be met. The prover has its own rule, "not proved".
"""

import ctypes
import math
import os
import signal
import sys
import threading
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from types import FrameType
from typing import Any, ClassVar, Final, TypeVar, final

from symplex.codes import RunCode
from symplex.errors import SettingsError, SymplexError
from symplex.reasons import Reason
from symplex.work.budget import OutOfBudget, Undecided
from symplex.work.clock import Deadline, now

T = TypeVar("T")
Report = Callable[[Reason, str], None]
"""What is told of a failure: what failed and how, and the traceback."""

_SHARE: Final = 0.5
"""Of the time that is left, what one turn may take before it counts as a runaway."""
_PATIENCE: Final = 5.0
"""Seconds that it may take in any case, while there is time."""
_LONGEST: Final = 1_200.0
"""What counts as left where a run has no end."""
_AFTER_THE_END, _LEAST_SECONDS = 1.2, 0.1
"""What all turns together may take when the time of the run is over, and each of them."""
_MEMORY: Final = 4 << 30
"""Bytes by which one turn may make this process larger."""
_CHANCES: Final = 3
"""A method or proposer that has failed as often as this is not asked again."""
_MAX_SAID: Final = 50_000
"""An ingredient that has more to say in one go is not listened to any longer."""
_INTERVAL: Final = 0.2
"""Machine seconds between two looks at the turn that is going on."""
_raise_in: Final = ctypes.pythonapi.PyThreadState_SetAsyncExc
"""Has another thread raise an exception before its next instruction; None takes it back."""


class Ingredient(Enum):
    """What has turns besides the methods of the textbook and the proposers of the search."""

    CONTRADICTIONS = RunCode.INGREDIENT_CONTRADICTIONS
    SERIES = RunCode.INGREDIENT_SERIES
    HINTS = RunCode.INGREDIENT_HINTS
    SEARCH = RunCode.INGREDIENT_SEARCH
    LEARNING = RunCode.INGREDIENT_LEARNING
    POLISHING = RunCode.INGREDIENT_POLISHING
    PARAMETERS = RunCode.INGREDIENT_PARAMETERS
    REDUCTION = RunCode.INGREDIENT_REDUCTION
    REFERENCE = RunCode.INGREDIENT_REFERENCE
    VALUES = RunCode.INGREDIENT_VALUES
    MEASURING = RunCode.INGREDIENT_MEASURING


class Runaway(BaseException):  # not an `Exception`: an ingredient must not catch it by accident
    """A turn that was stopped; whoever catches it hands over what is at hand, at once."""

    code: ClassVar = RunCode.INGREDIENT_ENDLESS
    """What it is that runs away."""


@final
class Gluttony(Runaway):
    """The same, for its memory."""

    code: ClassVar = RunCode.INGREDIENT_TOO_MUCH_MEMORY


@final
class Passing(BaseException):  # as above
    """An exception of the caller's own, on its way to the caller."""

    def __init__(self, error: Exception) -> None:
        super().__init__(error)
        self.error = error


@final
@dataclass
class _Turn:
    ends: float
    """When it counts as a runaway."""
    memory: int = 0
    """What the process held when the turn was first looked at."""


@final
class _Turns(list[_Turn]):
    """Those that go on, the innermost last; they may be looked at from another thread."""

    def __init__(self) -> None:
        super().__init__()
        self.thread: int | None = None
        """The thread that has them, if another one looks."""
        self.lock = threading.Lock()

    def end(self, depth: int) -> None:
        """End all but the outermost so many, and take back what would have stopped them."""
        del self[depth:]
        if self.thread is not None:
            with self.lock:
                _raise_in(ctypes.c_ulong(self.thread), None)

    def stop(self, turn: _Turn, what: type[Runaway]) -> None:
        """Have the thread raise this, if the turn still goes on."""
        with self.lock:
            if self.thread is not None and self and self[-1] is turn:
                _raise_in(ctypes.c_ulong(self.thread), ctypes.py_object(what))


@final
class Boundary:
    """Gives ingredients their turns, and keeps their failures from the run.

    Turns are watched by a timer in the main thread of a process, where nobody else uses its alarm
    signal, and elsewhere by a thread, which cannot wake a turn that waits outside of Python.
    """

    def __init__(self, deadline: Deadline | None = None, report: Report | None = None) -> None:
        """A boundary for a run with a deadline; with `SYMPLEX_STRICT=1` failures pass it."""
        self._deadline = deadline or Deadline()
        self._report = report
        self.is_strict = bool(os.environ.get("SYMPLEX_STRICT", ""))
        """Whether failures pass."""
        self._failures: Counter[Reason] = Counter()
        self._failed_here: set[Ingredient] = set()
        self._turns = _Turns()
        self.remarks: list[Reason] = []
        """One for each failure."""

    def below(self) -> "Boundary":
        """The same for a smaller problem: what every candidate goes through has its own history."""
        made = Boundary(self._deadline, self._report)
        made._failures, made._turns, made.remarks = self._failures, self._turns, self.remarks
        made.is_strict = self.is_strict
        return made

    @property
    def left_out(self) -> tuple[Reason, ...]:
        """The methods and proposers that are not asked again."""
        return tuple(name for name, count in self._failures.items() if count >= _CHANCES)

    def leave_out(self, names: Iterable[Reason]) -> None:
        """Do not ask these: they failed before the run was continued."""
        self._failures.update(dict.fromkeys(names, _CHANCES))

    def has_failed(self, who: Ingredient) -> bool:
        """Whether an ingredient has failed for the problem that this boundary is for."""
        return who in self._failed_here

    def turns(
        self,
        who: Ingredient | Reason,
        work: Iterable[T] | Callable[[], Iterable[T]],
        *,
        share: float = _SHARE,
        most: float | None = None,
    ) -> Generator[T, None, Any]:
        """The turns of an ingredient, until it ends or fails.

        Returns what a generator returns, and None where it failed.

        Args:
            who: The ingredient.
            work: What it says, a turn each; or what makes that, within the first turn.
            share: Of the time that is left, what a turn may take before it counts as a runaway.
            most: How many turns it has at most.
        """
        name, depth, said = _name(who), len(self._turns), 0
        most = _MAX_SAID if most is None else most
        iterator: Iterator[T] | None = None
        while self._failures[name] < _CHANCES:
            if said >= most:
                self.remarks.append(Reason(RunCode.INGREDIENT_TALKATIVE, who=name))
                return None
            try:
                try:
                    self._turns.append(_Turn(now() + self._longest(share)))
                    if iterator is None:
                        iterator = iter(work() if callable(work) else work)
                    step = next(iterator)
                finally:
                    self._turns.end(depth)
            except StopIteration as ended:
                return ended.value
            except (Exception, Runaway) as error:
                self._turns.end(depth)  # it may have been stopped just then
                self._failed(who, error)
                return None
            said += 1
            yield step
        return None

    def value(
        self, who: Ingredient | Reason, make: Callable[[], T], *, share: float = _SHARE
    ) -> T | None:
        """What an ingredient makes in one turn; None where it fails."""
        return next(self.turns(who, lambda: [make()], share=share), None)

    def outside(self, call: Callable[[], None]) -> None:
        """Call what is the caller's own: nobody's turn, and its exceptions pass the boundary.

        Raises:
            Passing: with the exception, if there is one.
        """
        begun = now()
        self._turns.append(_Turn(math.inf, memory=sys.maxsize))
        try:
            call()
        except Exception as error:
            raise Passing(error) from error
        finally:
            self._turns.pop()
            for turn in self._turns:
                turn.ends += now() - begun

    def _longest(self, share: float) -> float:
        """How many seconds a turn may take that begins now, before it counts as a runaway."""
        left = min(self._deadline.left, _LONGEST)
        patience = min(_PATIENCE, left + _AFTER_THE_END)
        return max(share * left, patience, _LEAST_SECONDS)

    def _failed(self, who: Ingredient | Reason, error: BaseException) -> None:
        if _is_meant_for_others(who, error):
            raise error
        name, is_over = _name(who), self._deadline.is_over
        if isinstance(error, Undecided) or (isinstance(error, SymplexError) and _may_end(who)):
            if isinstance(error, OutOfBudget) and not is_over:
                self.remarks.append(Reason(RunCode.INGREDIENT_STOPPED, who=name, why=error.reason))
            return
        if isinstance(error, Runaway) and is_over:
            over = RunCode.INGREDIENT_RUN_OVER
            self.remarks.append(Reason(RunCode.INGREDIENT_STOPPED, who=name, why=over))
            return
        if self.is_strict and not isinstance(error, Runaway):
            raise error
        self._count(who, error)
        remark = Reason(RunCode.INGREDIENT_FAILED, who=name, what=_what(error))
        if remark not in self.remarks:
            self.remarks.append(remark)
            if self._report is not None:
                self._report(remark, "".join(traceback.format_exception(error)))

    def _count(self, who: Ingredient | Reason, error: BaseException) -> None:
        """What every candidate goes through is asked again; a method has a few chances."""
        if isinstance(who, Ingredient):
            self._failed_here.add(who)
        else:
            self._failures[who] += _CHANCES if isinstance(error, Runaway) else 1

    @contextmanager
    def watched(self) -> Generator["Boundary"]:
        """Look at the turns that go on until the end of the block, and stop what runs away."""
        if not _may_use_alarm():
            with self._watched_by_a_thread():
                yield self
            return
        before = signal.signal(signal.SIGALRM, self._check)
        signal.setitimer(signal.ITIMER_REAL, _INTERVAL, _INTERVAL)
        try:
            yield self
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)

    @contextmanager
    def _watched_by_a_thread(self) -> Generator[None]:
        ended, turns = threading.Event(), self._turns

        def watch() -> None:
            while not ended.wait(_INTERVAL):
                for turn in turns[-1:]:
                    what = _excess(turn)
                    if what is not None:
                        turns.stop(turn, what)

        watcher = threading.Thread(target=watch, daemon=True)
        turns.thread = threading.get_ident()
        watcher.start()
        try:
            yield
        finally:
            ended.set()
            watcher.join()
            turns.end(0)
            turns.thread = None

    def _check(self, _: int, __: FrameType | None) -> None:
        what = _excess(self._turns[-1]) if self._turns else None
        if what is not None:
            raise what


@contextmanager
def without_warnings(*, unless: bool = False) -> Generator[None]:
    """Keep the warnings of libraries from the user: many candidates are undefined somewhere.

    Warnings that the user asked for, by ``python -W`` or its variable, stay.
    """
    if unless or sys.warnoptions:
        yield
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@contextmanager
def passed_on() -> Generator[None]:
    """Around a run: what has passed its boundary is raised as what it is."""
    try:
        yield
    except Passing as passing:
        raise passing.error from passing.error.__cause__


def _name(who: Ingredient | Reason) -> Reason:
    return Reason(who.value) if isinstance(who, Ingredient) else who


def _may_end(who: Ingredient | Reason) -> bool:
    """Whether it may say that it has nothing to say: that something cannot be written, say."""
    return not isinstance(who, Ingredient) or who in (
        Ingredient.CONTRADICTIONS,
        Ingredient.HINTS,
        Ingredient.POLISHING,
        Ingredient.PARAMETERS,
        Ingredient.REDUCTION,
    )


def _is_meant_for_others(who: Ingredient | Reason, error: BaseException) -> bool:
    """Whether it is for the user, or ends the run: a search without memory."""
    if isinstance(error, MemoryError):
        return who is Ingredient.SEARCH
    return isinstance(error, SettingsError)


def _what(error: BaseException) -> Reason:
    if isinstance(error, Runaway):
        return Reason(error.code)
    kind = type(error).__name__
    return Reason(RunCode.INGREDIENT_ERROR, error=f"{kind}: {error}" if str(error) else kind)


def _excess(turn: _Turn) -> type[Runaway] | None:
    """How a turn is stopped that takes too much of something; None if it does not."""
    resident = _resident()
    turn.memory = min(turn.memory or resident, resident)
    is_late, is_large = now() > turn.ends, resident - turn.memory > _MEMORY
    if not (is_late or is_large) or _is_importing():
        return None
    turn.ends = now() + _AFTER_THE_END  # should it go on all the same, it is stopped again
    return Gluttony if is_large else Runaway


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
