"""`symplex doctor`: what is there, what is missing, and what that means.

Owns the list of what is looked at. It proves one small answer, and changes nothing.
"""

import argparse
import os
import platform
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Final, final

from symplex.errors import SymplexError

_NEEDED: Final = ("numpy", "scipy", "sympy", "python-flint", "rich", "threadpoolctl")
_EXTRAS: Final = (
    ("torch", "candidates of a network: pip install symplex[policy]"),
    ("matplotlib", "pictures: pip install symplex[plot]"),
    ("fastapi", "the workbench: pip install symplex[serve]"),
    ("ray", "searches on a cluster: pip install symplex[cluster]"),
)
_COQ: Final = "coqc"
SOUND, BROKEN = 0, 1


@final
@dataclass(frozen=True)
class Finding:
    """One line: what was looked at, whether it is there, and what to do."""

    name: str
    found: str
    """Empty where it is missing."""
    needed: bool = False
    advice: str = ""

    def __str__(self) -> str:
        """``ok``, ``missing`` or ``BROKEN``, the name and what was found."""
        mark = "ok" if self.found else "BROKEN" if self.needed else "missing"
        return f"{mark:<8} {self.name:<22} {self.found or self.advice}"


def configure(_: argparse.ArgumentParser) -> None:
    """It has no arguments."""


def run(_: argparse.Namespace) -> int:
    """Print what was found; 1 if something that is needed is missing."""
    findings = list(_findings())
    print("\n".join(map(str, findings)))
    return BROKEN if any(one.needed and not one.found for one in findings) else SOUND


def _findings() -> Iterator[Finding]:
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    yield Finding("machine", f"{platform.system()} {platform.machine()}, {cores} cores")
    yield Finding("Python", platform.python_version(), needed=True)
    for name in ("symplex", *_NEEDED):
        yield Finding(name, _version(name), needed=True, advice=f"pip install {name}")
    for name, use in _EXTRAS:
        yield Finding(name, _version(name), advice=f"for {use}")
    yield _engine()
    yield Finding("processes", _processes(), needed=True, advice="fork is needed: Linux or macOS")
    yield Finding(_COQ, shutil.which(_COQ) or "", advice="for --format coq, to check its files")
    yield Finding(
        "terminal", f"{sys.stdout.encoding}, {shutil.get_terminal_size().columns} columns"
    )
    yield _proof()


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def _engine() -> Finding:
    from symplex.numerics.evaluation.evaluator import Engine, engine

    compiled = engine() is not Engine.FALLBACK
    return Finding("compiled core", "yes" if compiled else "", advice=Engine.FALLBACK.value)


def _processes() -> str:
    return "fork" if hasattr(os, "fork") else ""


def _proof() -> Finding:
    """Whether an answer is proved in a process of its own, as every answer is."""
    import symplex

    try:
        problem = symplex.Problem("u_x = u; u(0) = 1", {"x": (0, 1)})
        proved = symplex.verify(problem, "exp(x)").is_exact
    except (SymplexError, OSError, RuntimeError) as error:
        return Finding("a proof", "", needed=True, advice=str(error))
    found = "exp(x) is proved to solve u' = u, u(0) = 1" if proved else ""
    return Finding("a proof", found, needed=True, advice="exp(x) is not proved: install it again")
