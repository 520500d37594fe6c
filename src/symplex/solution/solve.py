"""`solve`: the pipeline from a problem to a solution."""

import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from symplex.errors import SettingsError, listing, nearest
from symplex.expression import Expression, Operator
from symplex.polish.polish import Polished, polish
from symplex.problem import Problem
from symplex.proof.verify import verify
from symplex.search.hints import read_hint
from symplex.search.loop import Search
from symplex.search.settings import RECIPES, SearchSettings
from symplex.search.state import Progress, Result, RunOptions
from symplex.solution.solution import Approximation, Solution, SolutionStatus, status_of


def solve(  # noqa: PLR0913 (each is a choice that a user may want to make)
    problem: Problem,
    *,
    seed: int = 0,
    time_limit: float = 300.0,
    recipe: str | SearchSettings = "default",
    without: tuple[str, ...] = (),
    operators: Mapping[str, bool] | None = None,
    hint: str | None = None,
    threads: int = 2,
    watch: Callable[[Progress], None] | None = None,
) -> Solution:
    """Search for a closed-form solution, and prove it.

    Args:
        problem: What is to be solved.
        seed: The same seed gives the same answer, unless the time limit cuts the search short.
        time_limit: Seconds after which the best approximation is returned.
        recipe: "default", "paper", or settings of your own.
        without: Ingredients to switch off: seeds, symformer, moves, lifts, ansatz, insertions, lm,
            curriculum, second-look.
        operators: Operators by name that you add (True) or forbid (False).
        hint: A guess such as "exp(c*t)*sin(x)"; names that the problem does not have are free
            constants, and a system's guesses are written "u = …; v = …".
        threads: How many candidates are evaluated at once; results do not depend on it.
        watch: Called with the progress after each epoch.

    Returns:
        A solution whose status is exact, approximate or none. Finding nothing is no error.
    """
    start = time.monotonic()
    if time_limit <= 0:
        raise SettingsError(
            f"the time limit must be a positive number of seconds, found {time_limit}"
        )
    run = RunOptions(
        seed=seed,
        time_limit=time_limit,
        threads=threads,
        watch=watch,
        choice=operators or {},
        hints=() if hint is None else (read_hint(problem, hint),),
    )
    settings = _settings(recipe).without(without)
    result = Search(problem, settings, partial(_proved, problem), run).run()
    return _solution(problem, result, seed=seed, seconds=time.monotonic() - start)


def _settings(recipe: str | SearchSettings) -> SearchSettings:
    if isinstance(recipe, SearchSettings):
        return recipe
    if recipe not in RECIPES:
        raise SettingsError(
            f"there is no recipe '{recipe}'; there are {listing(RECIPES)}{nearest(recipe, RECIPES)}"
        )
    return RECIPES[recipe]


def by_unknown(problem: Problem, tree: Expression) -> dict[str, Expression]:
    """A candidate's formulas: the tree itself, or the parts of a tuple."""
    is_tuple = isinstance(tree.root, Operator) and tree.root.name == "tuple"
    return dict(zip(problem.unknowns, tree.arguments if is_tuple else (tree,), strict=True))


def _proved(problem: Problem, tree: Expression, seconds: float) -> Polished | None:
    polished = polish(problem, by_unknown(problem, tree), seconds)
    return polished if polished.certificate.is_exact else None


def _solution(problem: Problem, result: Result, *, seed: int, seconds: float) -> Solution:
    front = tuple(
        Approximation(tree.size, loss, by_unknown(problem, tree)) for tree, loss in result.front
    )
    found: dict[str, Any] = {
        "seed": seed,
        "seconds": seconds,
        "candidates": result.candidates,
        "stop_reason": result.stop_reason,
    }
    if isinstance(result.proof, Polished):
        certificate = result.proof.certificate
        return Solution(
            problem,
            status_of(certificate),
            result.proof.answer,
            certificate,
            notes=certificate.notes,
            **found,
        )
    if not front:
        return Solution(problem, SolutionStatus.NONE, {}, None, **found)
    best = min(front, key=lambda a: (a.loss, a.size))
    return Solution(
        problem,
        SolutionStatus.APPROXIMATE,
        best.formulas,
        verify(problem, best.formulas),
        front=front,
        **found,
    )
