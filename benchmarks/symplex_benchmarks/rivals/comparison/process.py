"""One method on one problem in a process of its own, ended when it is over its limits.

The process says what it found as plain data: a formula, or values at the points that are asked
for. What it prints is thrown away, and whatever it raises becomes a sentence.
"""

import os
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, final

import numpy as np

from symplex.app.spread.processes import Child, Pipe
from symplex.problem import Problem
from symplex.problem.transport import from_data, to_data
from symplex.work.clock import now
from symplex_benchmarks.rivals.catalogue import METHODS, Entry
from symplex_benchmarks.rivals.rival import Answer, Columns, Field

_GRACE = 0.25
"""Beyond its time, as a share of it; a method looks at the clock only now and then."""
_SPARE = 10.0
"""Seconds beyond that: what is found when time is up must still be written and proved."""
_START = 120.0
"""Seconds that loading a method may take; they are no part of its time."""
_INTERVAL = 0.1
_INFERENCE_POINTS = 100
_REPEATS = 20
_KIBIBYTE = 1024


@final
@dataclass(frozen=True)
class Limits:
    """What a method may use."""

    seconds: float
    memory: int = 8 << 30
    """Bytes of resident memory."""
    threads: int = 1
    device: str = "cpu"
    """Where a method that can choose searches: "cpu" or "cuda"."""


@final
@dataclass(frozen=True)
class Finding:
    """What came of a run."""

    seconds: float
    peak_memory: int
    """Bytes of the whole process at its largest, libraries included."""
    grown_memory: int = 0
    """Bytes by which it grew while it solved, the loading of libraries included."""
    formulas: Mapping[str, str] | None = None
    values: Columns | None = None
    """At the points that were asked for, where there is no formula."""
    candidates: int = 0
    storage: int = 0
    inference: float | None = None
    """Seconds that it takes to evaluate a field at a hundred points."""
    settings: Mapping[str, str] | None = None
    reason: str = ""


def run(name: str, problem: Problem, seed: int, limits: Limits, points: Columns) -> Finding:
    """Run a method by its name; a failure is a finding with its reason."""
    return run_entry(METHODS[name], problem, seed, limits, points)


def run_entry(
    entry: Entry, problem: Problem, seed: int, limits: Limits, points: Columns
) -> Finding:
    """Run a method in a process, and end it when it is over its limits."""
    with _environment(limits.threads):
        child = Child(_solve, entry, to_data(problem), seed, limits, dict(points))
    try:
        return _awaited(child, limits)
    finally:
        child.end()


def _awaited(child: Child, limits: Limits) -> Finding:
    """What the process says, or why it says nothing."""
    begun, ready, peak = now(), False, 0
    allowed = _START
    while True:
        peak = max(peak, _resident(child.number))
        spent = now() - begun
        if child.pipe.poll(_INTERVAL):
            try:
                said = child.pipe.recv()
            except (EOFError, OSError):
                return Finding(spent, peak, reason="its process died")
            if isinstance(said, Finding):
                return said
            begun, ready, allowed = now(), True, limits.seconds * (1 + _GRACE) + _SPARE
        elif peak > limits.memory:
            return Finding(spent, peak, reason=f"ended beyond {limits.memory >> 20} MiB of memory")
        elif spent > allowed:
            where = f"ended after {spent:.0f} s" if ready else "could not be loaded in two minutes"
            return Finding(spent, peak, reason=where)


def _solve(
    pipe: Pipe,
    entry: Entry,
    data: Mapping[str, Any],
    seed: int,
    limits: Limits,
    points: Columns,
) -> None:
    """The work of the process."""
    _silence()
    begun = now()
    before = _peak()
    try:
        rival = entry.made(limits.threads, limits.device)
        problem = from_data(data)
        pipe.send("ready")
        begun = now()
        answer = rival.solve(problem, seed=seed, seconds=limits.seconds)
        spent = now() - begun
        finding = _finding(answer, spent, points)
    except ImportError as error:
        missing = error.name or error
        reason = f"needs {missing}, which is not installed: pip install './benchmarks[rivals]'"
        finding = Finding(now() - begun, 0, reason=reason)
    except MemoryError:
        finding = Finding(now() - begun, 0, reason="not enough memory")
    except Exception as error:  # a rival's failure is a row, whatever it is
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        finding = Finding(now() - begun, 0, reason=reason)
    peak = _peak()
    pipe.send(replace(finding, peak_memory=peak, grown_memory=peak - before))


def _finding(answer: Answer, seconds: float, points: Columns) -> Finding:
    values = inference = None
    if answer.formulas is None and answer.values is not None:
        values = {name: np.asarray(column) for name, column in answer.values(points).items()}
        inference = _inference(answer.values, points)
    return Finding(
        seconds,
        0,
        formulas=None if answer.formulas is None else dict(answer.formulas),
        values=values,
        candidates=answer.candidates,
        storage=answer.storage,
        inference=inference,
        settings=dict(answer.settings),
        reason=answer.reason,
    )


def _inference(field: Field, points: Columns) -> float:
    """Seconds a call at a hundred points, the median of several."""
    few = {name: column[:_INFERENCE_POINTS] for name, column in points.items()}
    spent: list[float] = []
    for _ in range(_REPEATS):
        begin = time.perf_counter()
        field(few)
        spent.append(time.perf_counter() - begin)
    return float(np.median(spent))


def _silence() -> None:
    """Let nothing that a library prints reach the user."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for descriptor in (1, 2):
        os.dup2(nowhere, descriptor)


def _peak() -> int:
    """The largest resident memory of this process and of those that it has waited for."""
    try:
        import resource
    except ImportError:  # not on this platform
        return 0
    own, children = (
        resource.getrusage(who).ru_maxrss
        for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return max(_own_peak() or own, children) * _KIBIBYTE


def _own_peak() -> int:
    """In KiB, as Linux tells it; its ru_maxrss begins with what the process that forked us held."""
    with suppress(OSError, ValueError, IndexError):
        text = Path("/proc/self/status").read_text(encoding="ascii")
        return int(text.partition("VmHWM:")[2].split()[0])
    return 0


def _resident(process: int | None) -> int:
    """The resident memory of a process, where the system tells."""
    with suppress(OSError, ValueError, IndexError):
        text = Path(f"/proc/{process}/statm").read_text(encoding="ascii")
        return int(text.split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


@contextmanager
def _environment(threads: int) -> Generator[None]:
    """How many threads a process may have, said where libraries look before they are loaded."""
    names = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
    before = {name: os.environ.get(name) for name in names}
    os.environ.update(dict.fromkeys(names, str(threads)))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
