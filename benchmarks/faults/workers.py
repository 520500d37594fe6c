"""Faults of the processes that a run asks: the one that proves, and the one that runs SymPy."""

import os
import signal
import sys
import time
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from faults.injection import Fault, allocate

WORKERS: Final = MappingProxyType(
    {
        "the process that proves": ("symplex.proof.verify", "symplex.proof.proof_worker"),
        "the process of SymPy": ("symplex.exact.sympy_client", "symplex.exact.sympy_worker"),
    }
)
"""The module with the client that a run shares, and the one with the program."""
WORKER_FAULTS: Final = (Fault.KILL, Fault.WAIT, Fault.LOOP, Fault.ALLOCATE)
"""It is killed; the process itself stands still; what answers does not end, or eats memory."""


def inject_worker(who: str, fault: Fault, log: Path) -> None:
    """From now on, what a worker is asked by this process has a fault."""
    module, program = WORKERS[who]
    client = import_module(module).PROCESS_CLIENT
    client._worker._program = (
        f"from faults.workers import main; main({program!r}, {fault.name!r}, {str(log)!r})"
    )


def main(program: str, fault: str, log: str) -> None:
    """The worker's program, with a fault at every question."""
    module = import_module(program)
    serve = module.serve

    def answer(_: Mapping[str, Any]) -> Mapping[str, Any]:
        Path(log).touch()
        return _ACTS[Fault[fault]]()

    setattr(module, "serve", lambda _: serve(answer))  # noqa: B010 (a module has any attributes)
    module.main()


def _absent() -> Mapping[str, Any]:
    raise ValueError("it has no answer")


def _kill() -> Mapping[str, Any]:
    os.kill(os.getppid(), signal.SIGKILL)  # this is a fork of the worker, made for the question
    sys.exit(1)


def _wait() -> Mapping[str, Any]:
    os.kill(os.getppid(), signal.SIGSTOP)
    time.sleep(1e6)
    return {}


def _loop() -> Mapping[str, Any]:
    while True:
        pass


def _allocate() -> Mapping[str, Any]:
    allocate()
    return {}


_ACTS: Final[Mapping[Fault, Callable[[], Mapping[str, Any]]]] = MappingProxyType(
    {
        Fault.ABSENT: _absent,
        Fault.KILL: _kill,
        Fault.WAIT: _wait,
        Fault.LOOP: _loop,
        Fault.ALLOCATE: _allocate,
    }
)
