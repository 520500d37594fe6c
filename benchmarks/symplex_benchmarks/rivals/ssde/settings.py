"""The settings of SSDE: the authors' where they are shipped; docs/rivals.md says where not."""

from dataclasses import dataclass, field
from enum import Enum
from typing import final

from symplex.expression.sequences.grammar import Grammar
from symplex.expression.vocabulary import Vocabulary
from symplex.numerics.evaluation.sampling import Loss, Sampling
from symplex_benchmarks.rivals.symbolic.genetic import GeneticSettings
from symplex_benchmarks.rivals.symbolic.recurrent import RecurrentSettings
from symplex_benchmarks.rivals.symbolic.scorer import ScorerSettings
from symplex_benchmarks.rivals.symbolic.search import SearchSettings


class Mode(Enum):
    """How the variables of a formula are found."""

    JOINT = "all variables at once"
    RECURSION = "one variable after the other"


def _sampling() -> Sampling:
    # The authors know no viscosity solution. Departs from them: conditions count ten times.
    return Sampling(loss=Loss.EQUATION)


@final
@dataclass(frozen=True, kw_only=True)
class SSDESettings:
    """How SSDE searches."""

    mode: Mode = Mode.RECURSION
    recursion_share: float = 0.5
    """The share of the time that the recursion may take; joint search begins with what it finds."""
    batch: int = 500
    """Trees that the policy writes in an epoch."""
    queue: int = 10
    """Trees in the priority queue."""
    taught: int = 50
    """Trees of the genetic programming, the best, that the policy learns from."""
    shortening: int = 20
    """Generations that look for something smaller, once an exact formula is found."""
    max_length: int = 30
    max_depth: int = 10
    max_constants: int = 4
    solved: float = 1e-18
    """The search ends at this loss, relative to that of the formula 0."""
    sampling: Sampling = field(default_factory=_sampling)
    policy: RecurrentSettings = field(default_factory=lambda: RecurrentSettings(quantile=0.02))
    genetic: GeneticSettings = field(
        default_factory=lambda: GeneticSettings(population=500, generations=12)
    )
    scorer: ScorerSettings = field(default_factory=ScorerSettings)

    @property
    def search(self) -> SearchSettings:
        """How one search runs."""
        return SearchSettings(
            batch=self.batch,
            policy=self.policy,
            genetic=self.genetic,
            taught=self.taught,
            queue=self.queue,
            shortening=self.shortening,
        )

    def grammar(self, vocabulary: Vocabulary) -> Grammar:
        """The trees that are searched."""
        return Grammar(
            vocabulary,
            max_depth=self.max_depth,
            max_length=self.max_length,
            max_constants=self.max_constants,
        )
