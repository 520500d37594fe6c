"""From the best tree of a search to a rival's answer."""

from collections.abc import Mapping

from symplex.numerics.evaluation.objective import Objective
from symplex_benchmarks.rivals.rival import Answer
from symplex_benchmarks.rivals.symbolic.queue import Scored
from symplex_benchmarks.rivals.symbolic.tidy import Formulas, formulas_of, loss_of, texts, tidied

_WORSE = 1.0001
"""By how much a tidier form of what is no exact solution may raise the loss."""


def answer_of(
    objective: Objective,
    best: Scored | None,
    solved: float,
    candidates: int,
    settings: Mapping[str, str],
) -> Answer:
    """The answer that the best tree makes, with numbers as simple as its loss allows."""
    if best is None:
        reason = "no formula that was tried is defined at every point"
        return Answer(candidates=candidates, reason=reason, settings=settings)
    decoded = best.tree.encoding.decode(best.tree)
    return formula_answer(
        objective, formulas_of(decoded, objective.unknowns), solved, candidates, settings
    )


def formula_answer(
    objective: Objective,
    found: Formulas,
    solved: float,
    candidates: int,
    settings: Mapping[str, str],
) -> Answer:
    """The answer that formulas with fitted constants make."""
    bound = max(solved, _WORSE * loss_of(objective, found))
    written = texts(tidied(objective, found, bound))
    storage = sum(len(text.encode()) for text in written.values())
    return Answer(written, candidates=candidates, storage=storage, settings=settings)
