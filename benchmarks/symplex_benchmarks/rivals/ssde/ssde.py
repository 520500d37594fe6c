"""SSDE as a rival: problem in, formulas out."""

from collections.abc import Sequence
from typing import final

import numpy as np

from symplex.expression import Operator
from symplex.expression.encoded import EncodedTree
from symplex.expression.encoding import TreeEncoding
from symplex.expression.text import token_text
from symplex.numerics.evaluation.sampling import draw
from symplex.problem import Problem
from symplex.work.clock import now
from symplex_benchmarks.rivals.rival import Answer
from symplex_benchmarks.rivals.ssde.recursion import Recursion
from symplex_benchmarks.rivals.ssde.settings import Mode, SSDESettings
from symplex_benchmarks.rivals.symbolic.answers import answer_of
from symplex_benchmarks.rivals.symbolic.scorer import Scorer
from symplex_benchmarks.rivals.symbolic.search import RecurrentSearch
from symplex_benchmarks.rivals.symbolic.words import (
    operators_named,
    search_operators,
    vocabulary_of,
)


@final
class SSDE:
    """The symbolic solver of Wei et al.

    Args:
        operators: Those that formulas may use, by name; chosen from the statement if not given.
        settings: How it searches.
    """

    name = "ssde"

    def __init__(
        self, operators: Sequence[str] | None = None, settings: SSDESettings | None = None
    ) -> None:
        self._operators = None if operators is None else operators_named(operators)
        self._settings = settings or SSDESettings()

    def solve(self, problem: Problem, *, seed: int, seconds: float) -> Answer:
        """The best formulas that were found within the seconds, or the first exact ones."""
        deadline = now() + seconds
        chosen = self._settings
        operators = self._operators or search_operators(problem)
        encoding = TreeEncoding(vocabulary_of(problem, operators))
        objective = draw(problem, np.random.default_rng(seed), chosen.sampling)
        scorer = Scorer(objective, encoding, chosen.scorer)
        grammar = chosen.grammar(encoding.vocabulary)
        search = RecurrentSearch(scorer, grammar, chosen.search, seed)
        solved = chosen.solved * scorer.scale()
        recursion = Recursion(scorer, chosen.search, grammar, seed)
        first: list[EncodedTree] = []
        if chosen.mode is Mode.RECURSION:
            first = recursion.run(problem, solved, chosen.recursion_share * seconds)
        best = search.run(solved, deadline - now(), first)
        tried = scorer.candidates + recursion.candidates
        return answer_of(objective, best, solved, tried, self._described(operators))

    def _described(self, operators: Sequence[Operator]) -> dict[str, str]:
        chosen = self._settings
        return {
            "mode": chosen.mode.value,
            "operators": " ".join(map(token_text, operators)),
            "batch": str(chosen.batch),
            "genetic programming": f"{chosen.genetic.generations} × {chosen.genetic.population}",
        }
