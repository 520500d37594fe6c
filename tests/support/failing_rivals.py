"""Rivals that fail in every way that a rival can, and two that do not; run in other processes."""

import os
import sys
import time
from dataclasses import dataclass
from importlib import import_module

import numpy as np

from symplex_benchmarks.rivals.rival import Answer


class Formula:
    def solve(self, problem, *, seed, seconds):
        sys.stdout.write("this must not be seen\n")
        sys.stdout.flush()
        return Answer(formulas={"u": "exp(x)"}, candidates=seed, storage=6, settings={"a": "b"})


class Values:
    def solve(self, problem, *, seed, seconds):
        return Answer(values=lambda columns: {"u": np.exp(columns["x"])}, storage=8)


class Raises:
    def solve(self, problem, *, seed, seconds):
        raise RuntimeError("no\nroot")


class Sleeps:
    def solve(self, problem, *, seed, seconds):
        time.sleep(9999)


class Dies:
    def solve(self, problem, *, seed, seconds):
        os._exit(3)


class Greedy:
    def solve(self, problem, *, seed, seconds):
        kept = np.ones(80_000_000)  # 640 MB
        time.sleep(9999)
        return Answer(storage=len(kept))


class Lacks:
    def solve(self, problem, *, seed, seconds):
        import_module("a_library_that_nobody_has")


@dataclass(frozen=True)
class Somewhere:
    """Says where it was told to search."""

    name = "somewhere"
    device: str = "cpu"

    def solve(self, problem, *, seed, seconds):
        return Answer(formulas={"u": "exp(x)"}, settings={"device": self.device})
