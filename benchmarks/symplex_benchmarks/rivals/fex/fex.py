"""FEX as a rival: problem in, formulas out."""

from collections.abc import Sequence
from typing import Final, final

import numpy as np

from symplex.expression.encoding import TreeEncoding
from symplex.expression.text import token_text
from symplex.numerics.evaluation.sampling import draw
from symplex.problem import Problem
from symplex.work.clock import now
from symplex_benchmarks.rivals.fex.search import ShapeSearch
from symplex_benchmarks.rivals.fex.settings import FEXSettings
from symplex_benchmarks.rivals.fex.trees import (
    BINARY,
    KINKED_BINARY,
    KINKED_UNARY,
    UNARY,
    Choices,
    Shape,
    Special,
    numbers_of,
)
from symplex_benchmarks.rivals.fex.tuning import Finalists
from symplex_benchmarks.rivals.rival import Answer
from symplex_benchmarks.rivals.symbolic.answers import answer_of
from symplex_benchmarks.rivals.symbolic.scorer import Scorer
from symplex_benchmarks.rivals.symbolic.words import (
    has_kinks,
    in_order,
    stated_operators,
    vocabulary_of,
)

_MAX_NUMBERS: Final = 32
"""The evaluator fits no more constants than this."""


@final
class FEX:
    """The finite expression method.

    Args:
        settings: How it searches.
    """

    name = "fex"

    def __init__(self, settings: FEXSettings | None = None) -> None:
        self._settings = settings or FEXSettings()

    def solve(self, problem: Problem, *, seed: int, seconds: float) -> Answer:
        """The best formulas that were found within the seconds, or the first exact ones."""
        deadline = now() + seconds
        choices = choices_of(problem)
        shapes = self._shapes(problem)
        described = self._described(choices, shapes)
        if not shapes:
            reason = f"every tree has more than {_MAX_NUMBERS} numbers to learn"
            return Answer(reason=reason, settings=described)
        encoding = TreeEncoding(vocabulary_of(problem, in_order(choices.operators)))
        objective = draw(problem, np.random.default_rng(seed), self._settings.sampling)
        scorer = Scorer(objective, encoding)
        solved = self._settings.solved * scorer.scale()
        finalists = Finalists(scorer, self._settings, solved)
        searches = [
            ShapeSearch(scorer, shape, choices, self._settings, seed + index)
            for index, shape in enumerate(shapes)
        ]
        self._search(searches, finalists, deadline, seconds)
        tried = sum(search.candidates for search in searches)
        return answer_of(objective, finalists.best, solved, tried, described)

    def _search(
        self,
        searches: Sequence[ShapeSearch],
        finalists: Finalists,
        deadline: float,
        seconds: float,
    ) -> None:
        """New trees first, the finalists now and then; for the rest of the time they alone."""
        until = deadline - (1 - self._settings.search_share) * seconds
        epoch = 0
        while now() < until and not finalists.solved:
            finalists.offer(searches[epoch % len(searches)].epoch())
            epoch += 1
            if epoch % self._settings.tuned_every == 0:
                finalists.tune()
        while now() < deadline and not finalists.solved and finalists.tune_long():
            pass

    def _shapes(self, problem: Problem) -> tuple[Shape, ...]:
        """The shapes whose numbers can all be learnt."""
        symbols = len(problem.variables) + len(problem.parameters)
        unknowns = len(problem.unknowns)
        fitting = [
            s for s in self._settings.shapes if unknowns * numbers_of(s, symbols) <= _MAX_NUMBERS
        ]
        return tuple(fitting)

    def _described(self, choices: Choices, shapes: Sequence[Shape]) -> dict[str, str]:
        unary = [
            row.value if isinstance(row, Special) else token_text(row) for row in choices.unary
        ]
        return {
            "trees": ", ".join(shape.name.lower() for shape in shapes),
            "unary": " ".join(unary),
            "binary": " ".join(map(token_text, choices.binary)),
            "batch": str(self._settings.batch),
            "finalists": str(self._settings.finalists),
        }


def choices_of(problem: Problem) -> Choices:
    """The authors' operators; abs, max and min too where the statement has kinks."""
    if has_kinks(stated_operators(problem)):
        return Choices((*UNARY, *KINKED_UNARY), (*BINARY, *KINKED_BINARY))
    return Choices(UNARY, BINARY)
