"""Faults, put into a process from outside: whoever has turns through a `Boundary` can be faulty.

Owns what each fault does, and who had turns.
"""

import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable
from enum import Enum
from itertools import repeat
from typing import Any, Final

import numpy as np

from faults.ingredients import named
from faults.spoiling import MANY, flooded, spoiled
from symplex.reasons import Reason
from symplex.work.boundary import Boundary, Ingredient

_STEP: Final = 50 << 20
"""Bytes that an ingredient without measure takes at a time."""
_LATE: Final = 2
"""At which turn a process dies: it has something to lose by then."""
Turns = Generator[Any, None, Any]
Fire = Callable[[], None]


class Fault(Enum):
    """What an ingredient does in every turn."""

    RAISE = "raises"
    LOOP = "loops"
    WAIT = "waits"
    NAN = "says NaN"
    FLOOD = "says a million"
    ALLOCATE = "allocates"
    ABSENT = "absent"
    """It is left out: what the others find."""
    SEGFAULT = "crashes"
    KILL = "is killed"


NAMED: Final = (Fault.RAISE, Fault.LOOP, Fault.WAIT, Fault.ALLOCATE)
"""What the notes of a run must tell."""
SAYING: Final = (Fault.NAN, Fault.FLOOD)
"""What shows only where something is said."""
INJECTED: Final = (*NAMED, *SAYING)


def _raising(fire: Fire) -> Turns:
    fire()
    raise ValueError("injected")
    yield


def _looping(fire: Fire) -> Turns:
    fire()
    while True:
        pass
    yield


def _waiting(fire: Fire) -> Turns:
    fire()
    threading.Event().wait()
    yield


def allocate() -> None:
    """Take memory until something ends that."""
    held: list[Any] = []
    while True:
        held.append(np.ones(_STEP, dtype=np.uint8))  # every page is touched


def _allocating(fire: Fire) -> Turns:
    fire()
    allocate()
    yield


def _absent(fire: Fire) -> Turns:
    fire()
    yield from ()


_INSTEAD: Final[dict[Fault, Callable[[Fire], Turns]]] = {
    Fault.RAISE: _raising,
    Fault.LOOP: _looping,
    Fault.WAIT: _waiting,
    Fault.ALLOCATE: _allocating,
    Fault.ABSENT: _absent,
}


def _saying(steps: Iterable[Any], fire: Fire, change: Callable[[Any], Iterable[Any]]) -> Turns:
    """Each step changed; so is what a generator returns."""
    iterator = iter(steps)
    while True:
        try:
            step = next(iterator)
        except StopIteration as ended:
            return next(iter(change(ended.value)), None)
        if step is not None:
            fire()
        yield from change(step)


def _dying(steps: Iterable[Any], fire: Fire, fault: Fault) -> Turns:
    for number, step in enumerate(steps):
        if number == _LATE:
            fire()
            os.kill(os.getpid(), signal.SIGSEGV if fault is Fault.SEGFAULT else signal.SIGKILL)
        yield step


def faulty(steps: Iterable[Any], fault: Fault, fire: Fire) -> Iterable[Any]:
    """The turns of an ingredient that has a fault; `fire` is called when it shows."""
    if fault in _INSTEAD:
        return _INSTEAD[fault](fire)
    if fault is Fault.NAN:
        return _saying(steps, fire, lambda step: (spoiled(step),))
    if fault is Fault.FLOOD:
        return _saying(steps, fire, lambda step: repeat(flooded(step), MANY))
    return _dying(steps, fire, fault)


class Turned:
    """Who had turns, and who said something."""

    def __init__(self) -> None:
        self.named: set[str] = set()
        self.said: set[str] = set()

    def listening(self, name: str, steps: Iterable[Any]) -> Turns:
        """The same turns, noted down."""
        self.named.add(name)
        return (yield from _saying(steps, lambda: self.said.add(name), lambda step: (step,)))


def _lazily(work: Any) -> Turns:  # noqa: ANN401 (what says something, or what makes that)
    made: Any = work() if callable(work) else work
    return (yield from made)


def inject(change: Callable[[str, Iterable[Any]], Iterable[Any]]) -> None:
    """From now on, the turns of everyone are changed in this process, by name."""
    original = Boundary.turns

    def turns(self: Boundary, who: Ingredient | Reason, work: Any, **rest: Any) -> Turns:  # noqa: ANN401 (as there)
        name = named(who)
        return original(self, who, lambda: change(name, _lazily(work)), **rest)

    Boundary.turns = turns


def inject_fault(faulty_one: str, fault: Fault, fire: Fire) -> None:
    """From now on, an ingredient is faulty; `fire` is called when it shows."""
    inject(lambda name, steps: faulty(steps, fault, fire) if name == faulty_one else steps)
    if fault is Fault.ABSENT:  # those that wait for it must know
        original = Boundary.has_failed

        def has_failed(self: Boundary, who: Ingredient) -> bool:
            return named(who) == faulty_one or original(self, who)

        Boundary.has_failed = has_failed
