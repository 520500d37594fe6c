"""How two arms of an experiment compare, run by run: intervals, paired tests, seeds that decide.

Owns the statistics and knows nothing of what was run. A trial either succeeded, with so much work,
or ended without success after so much work, and then its work is known from below alone.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from math import ceil, log
from typing import Any, Final, final

import numpy as np
from numpy.typing import NDArray
from scipy import stats as scipy_stats

stats: Any = scipy_stats
"""Its types are not told."""
LEVEL: Final = 0.05
"""A comparison with a smaller p is decided."""
POWER: Final = 0.8
"""The chance at which so many seeds find an effect of the size that was observed."""
_MAX_SEEDS: Final = 100_000
"""A number of seeds that nobody runs: an effect that needs more is none."""
_EXACT: Final = 13
"""So many differences have 8 192 patterns of signs, which can all be looked at."""


@final
@dataclass(frozen=True)
class Trial:
    """One run of an arm."""

    success: bool
    work: float
    """Until it succeeded or ended."""


Pairs = Sequence[tuple[Trial, Trial]]
"""Runs of two arms on the same problem with the same seed."""


@final
@dataclass(frozen=True)
class PairedTest:
    """One paired comparison."""

    p: float | None
    """Two-sided; None where no pair differs."""
    seeds: int | None = None
    """How many seeds would decide it at the effect observed; None where it is decided, or no
    number of seeds that could be run would.
    """

    @property
    def is_decided(self) -> bool:
        """Whether the arms differ."""
        return self.p is not None and self.p < LEVEL


@final
@dataclass(frozen=True)
class Comparison:
    """An arm against the first one."""

    pairs: int
    alone: int
    """Pairs in which this arm alone succeeds."""
    first_alone: int
    success: PairedTest
    """The exact test of McNemar."""
    work: PairedTest
    """The signed-rank test of Wilcoxon on the logarithms of the work."""


def wilson(successes: int, runs: int) -> tuple[float, float]:
    """The interval of Wilson for a share, with 95 % confidence."""
    found = stats.binomtest(successes, runs).proportion_ci(1 - LEVEL, method="wilson")
    return float(found.low), float(found.high)


def median_work(trials: Sequence[Trial]) -> float | None:
    """The median work to success (Kaplan and Meier); None where it is beyond what was run."""
    successes = [trial.work for trial in trials if trial.success]
    if not successes:
        return None
    failures = [trial.work for trial in trials if not trial.success]
    left = stats.ecdf(stats.CensoredData(successes, right=failures)).sf
    below = np.flatnonzero(left.probabilities <= 0.5)  # noqa: PLR2004 (the median)
    return float(left.quantiles[below[0]]) if len(below) else None


def compared(pairs: Pairs, seeds: int, budget: float) -> Comparison:
    """Compare an arm with the first one.

    Args:
        pairs: A trial of the arm and one of the first arm, for each problem and seed.
        seeds: How many seeds the pairs have.
        budget: The work that a run may take: what failed counts as so much.
    """
    alone = sum(mine.success and not first.success for mine, first in pairs)
    first_alone = sum(first.success and not mine.success for mine, first in pairs)
    per_seed = len(pairs) / seeds
    ratios = np.array([_log_ratio(mine, first, budget) for mine, first in pairs])
    return Comparison(
        *(len(pairs), alone, first_alone),
        success=_tested(
            mcnemar(alone, first_alone),
            per_seed,
            lambda wanted: _power(wanted, alone / len(pairs), first_alone / len(pairs)),
        ),
        work=_tested(signed_rank(ratios), per_seed, lambda wanted: _rank_power(wanted, ratios)),
    )


def mcnemar(alone: int, first_alone: int) -> float | None:
    """The exact test of McNemar: are both arms as often the only one to succeed?"""
    if not alone + first_alone:
        return None
    return float(stats.binomtest(alone, alone + first_alone).pvalue)


def signed_rank(differences: NDArray[np.float64]) -> float | None:
    """Wilcoxon's signed-rank test; pairs without a difference do not count."""
    differences = differences[differences != 0]
    if not len(differences):
        return None
    if len(differences) > _EXACT:
        return float(stats.wilcoxon(differences, method="asymptotic").pvalue)
    ranks: NDArray[np.float64] = stats.rankdata(np.abs(differences))
    sums = np.array(list(product((0.0, 1.0), repeat=len(ranks)))) @ ranks
    centre = float(ranks.sum()) / 2
    extreme = abs(float(ranks[differences > 0].sum()) - centre)
    return float(np.mean(np.abs(sums - centre) >= extreme - 1e-9))


def _log_ratio(mine: Trial, first: Trial, budget: float) -> float:
    """How much more work this arm took, as a logarithm; 0 where neither succeeded."""
    if not (mine.success or first.success):
        return 0.0
    own, other = (min(one.work, budget) if one.success else budget for one in (mine, first))
    return log(max(own, 1.0)) - log(max(other, 1.0))


def _tested(p: float | None, per_seed: float, power: Callable[[int], float]) -> PairedTest:
    """A test, with the seeds that would decide it where it is not decided."""
    if p is None or p < LEVEL:
        return PairedTest(p)
    least, most = 0, 1
    while power(ceil(most * per_seed)) < POWER:
        least, most = most, 2 * most
        if most > _MAX_SEEDS:
            return PairedTest(p)
    while most - least > 1:
        middle = (least + most) // 2
        if power(ceil(middle * per_seed)) < POWER:
            least = middle
        else:
            most = middle
    return PairedTest(p, most)


def _power(pairs: int, alone: float, first_alone: float) -> float:
    """The chance that McNemar's exact test decides, at these shares of one-sided pairs."""
    differing = alone + first_alone
    counts = np.arange(pairs + 1)
    # The largest count on the rarer side at which the test still decides.
    critical = stats.binom.ppf(LEVEL / 2, counts, 0.5) - 1
    critical += 2 * stats.binom.cdf(critical + 1, counts, 0.5) < LEVEL
    share = alone / differing
    decided = stats.binom.cdf(critical, counts, share)
    decided += stats.binom.cdf(critical, counts, 1 - share)
    return float(stats.binom.pmf(counts, pairs, differing) @ decided)


def _rank_power(pairs: int, differences: NDArray[np.float64]) -> float:
    """The chance that Wilcoxon's test decides (Noether's approximation), at these differences."""
    kept = differences[differences != 0]
    every: NDArray[np.float64] = kept[:, None] + kept
    sums = every[np.triu_indices(len(kept))]
    shift = abs(float(np.mean(np.heaviside(sums, 0.5))) - 0.5)
    counted = pairs * len(kept) / len(differences)
    wanted = float(stats.norm.ppf(1 - LEVEL / 2))
    return float(stats.norm.cdf(np.sqrt(3 * counted) * shift - wanted)) if shift else 0.0
