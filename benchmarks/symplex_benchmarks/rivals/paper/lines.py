"""The runs behind the figures: values along a line, and rewards over epochs."""

from collections.abc import Mapping
from importlib import import_module
from math import sqrt
from typing import Any

import numpy as np

from symplex.expression.evaluate import evaluate
from symplex.expression.parse import parse
from symplex.expression.render import to_text
from symplex.problem import Problem
from symplex.propose.candidates.settings import has_network
from symplex.solver.search.state import Progress
from symplex.solver.solution.solve import solve
from symplex_benchmarks.rivals.catalogue import METHODS
from symplex_benchmarks.rivals.comparison.process import Limits, run
from symplex_benchmarks.rivals.comparison.truth import Truth, with_faces
from symplex_benchmarks.rivals.rival import Columns

Row = dict[str, Any]
NODES = 401


def values_on_line(
    method: str, problem: Problem, truth: Truth, line: Mapping[str, Any], limits: Limits
) -> Row:
    """A method's values along a line, beside the true ones."""
    stated = with_faces(problem, truth) if METHODS[method].takes_faces else problem
    columns: Columns = {name: np.broadcast_to(value, NODES) for name, value in line.items()}
    found = run(method, stated, 0, limits, columns)
    (unknown,) = problem.unknowns
    values = None if found.values is None else found.values[unknown]
    if found.formulas is not None:
        formula = parse(found.formulas[unknown], problem.answer_scope)
        values = np.broadcast_to(evaluate(formula, columns), NODES)
    true = {} if truth.formulas is None else truth.formulas
    return {
        "values": None if values is None else [float(value) for value in values],
        "true": [float(v) for v in np.broadcast_to(evaluate(true[unknown], columns), NODES)],
        "line": {name: [float(value) for value in column] for name, column in columns.items()},
        "storage": found.storage,
        "settings": dict(found.settings or {}),
        "why": found.reason,
    }


def rewards(problem: Problem, recipe: str, seed: int, *, curriculum: bool, limits: Limits) -> Row:
    """The best reward after each epoch of a recipe, with or without its curriculum.

    0 stands for an epoch in which nothing was scored yet.
    """
    if has_network():  # as of every method, time begins when it is loaded
        import_module("symplex.solver.search.policy_learner")
    stages: list[str] = []
    best: list[float] = []

    def watch(progress: Progress) -> None:
        stages.append(progress.stage)
        best.append(1 / (1 + sqrt(progress.loss)) if progress.loss >= 0 else 0.0)

    solution = solve(
        problem,
        seed=seed,
        time_limit=limits.seconds,
        recipe=recipe,
        threads=limits.threads,
        device=limits.device,
        without=() if curriculum else ("curriculum",),
        watch=watch,
    )
    return {
        "stages": stages,
        "rewards": best,
        "status": solution.status.value,
        "candidates": solution.candidates,
        "formula": "; ".join(map(to_text, solution.best_candidate.values())),
        "notes": list(solution.notes),
    }
