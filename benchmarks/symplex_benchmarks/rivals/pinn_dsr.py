"""Symbolic regression by DSR on the values of a trained network: the paper's PINN+DSR."""

from dataclasses import dataclass, field
from typing import final

import numpy as np

from symplex.expression import OPERATORS
from symplex.problem import Problem
from symplex.work.clock import now
from symplex_benchmarks.rivals.dsr import DSR
from symplex_benchmarks.rivals.pinn import PINN
from symplex_benchmarks.rivals.rival import Answer
from symplex_benchmarks.rivals.symbolic.words import search_operators


@final
@dataclass(frozen=True)
class PINNWithDSR:
    """A network for a part of the time, then a formula for each unknown's values."""

    name: str = "pinn-dsr"
    network: PINN = field(default_factory=PINN)
    regression: DSR | None = None
    """If none is given, DSR with the operators that SSDE would take for the problem."""
    share: float = 0.5
    """Of the time that the network has."""
    points: int = 1000
    """At which the network's values are fitted."""

    def solve(self, problem: Problem, *, seed: int, seconds: float) -> Answer:
        """Train, then regress."""
        ends = now() + seconds
        values, _ = self.network.trained(problem, seed=seed, seconds=self.share * seconds)
        columns = problem.box.sample(np.random.default_rng(seed), self.points)
        found = values(columns)
        regression = self.regression or DSR(_operator_names(problem))
        formulas: dict[str, str] = {}
        candidates = 0
        for done, unknown in enumerate(problem.unknowns):
            left = (ends - now()) / (len(problem.unknowns) - done)
            one = regression.regress(columns, found[unknown], seed=seed, seconds=left)
            formulas[unknown] = one.formula
            candidates += one.candidates
        return Answer(
            formulas=formulas,
            candidates=candidates,
            storage=sum(len(text.encode()) for text in formulas.values()),
            settings={**self.network.settings, "regression": f"DSR at {self.points} points"},
        )


def _operator_names(problem: Problem) -> list[str]:
    """Those of the table; a power is a product to DSR."""
    wanted = search_operators(problem)
    return [name for name, row in OPERATORS.items() if row in wanted]
