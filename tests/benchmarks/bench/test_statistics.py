"""Intervals and paired tests, against what is known of them."""

import numpy as np
import pytest
from scipy import stats

from symplex_benchmarks.bench._statistics import (
    LEVEL,
    POWER,
    Trial,
    compared,
    mcnemar,
    median_work,
    signed_rank,
    wilson,
)


def proved(work: float) -> Trial:
    return Trial(success=True, work=work)


def failed(work: float) -> Trial:
    return Trial(success=False, work=work)


def test_wilson_is_the_interval_of_the_textbook():
    z, n, p = stats.norm.ppf(0.975), 24, 15 / 24
    centre, half = p + z**2 / (2 * n), z * np.sqrt(p * (1 - p) / n + z**2 / (4 * n**2))
    expected = [(centre - half) / (1 + z**2 / n), (centre + half) / (1 + z**2 / n)]
    assert wilson(15, 24) == pytest.approx(expected)
    assert wilson(0, 6)[0] == 0


def test_a_run_that_failed_needs_more_than_it_had():
    assert median_work([proved(10), proved(20), failed(100)]) == 20
    assert median_work([proved(10), failed(100), failed(100)]) is None
    assert median_work([failed(5)]) is None
    # One that ended early says nothing of what comes later.
    assert median_work([failed(1), proved(10), proved(20), proved(30)]) == 20


def test_mcnemar_counts_the_pairs_that_differ():
    assert mcnemar(5, 0) == pytest.approx(2 / 32)
    assert mcnemar(0, 6) == pytest.approx(2 / 64)
    assert mcnemar(3, 3) == 1
    assert mcnemar(0, 0) is None


def test_the_signed_rank_test_is_exact_where_there_are_few():
    differences = np.array([1.0, 2.0, 3.0, -0.5, 4.0, 5.0])
    expected = stats.wilcoxon(differences, method="exact").pvalue
    assert signed_rank(differences) == pytest.approx(expected)
    assert signed_rank(np.array([1.0, 1.0, -1.0, 0.0])) == 1
    assert signed_rank(np.zeros(4)) is None
    many = np.random.default_rng(0).normal(0.3, 1, 40)
    assert signed_rank(many) == pytest.approx(stats.wilcoxon(many, method="exact").pvalue, rel=0.2)


def test_what_is_decided_needs_no_seeds():
    pairs = [(failed(1000), proved(100 + k)) for k in range(10)]
    found = compared(pairs, 5, 1000)
    assert (found.pairs, found.alone, found.first_alone) == (10, 0, 10)
    assert found.success.is_decided
    assert found.work.is_decided
    assert found.success.seeds is found.work.seeds is None


def test_so_many_seeds_decide_what_is_not_decided():
    """With the seeds that are named, most repetitions of the experiment are decided."""
    mine = [proved(100)] * 3 + [failed(1000)] * 7
    first = [proved(100)] * 3 + [proved(100)] * 3 + [failed(1000)] * 4
    found = compared(list(zip(mine, first, strict=True)), 5, 1000)
    assert found.success.p == pytest.approx(0.25)
    seeds = found.success.seeds
    assert seeds is not None
    pairs = 2 * seeds
    drawn = np.random.default_rng(0).binomial(pairs, 0.3, 2000)
    decided = np.mean([(mcnemar(0, count) or 1) < LEVEL for count in drawn.tolist()])
    assert POWER <= decided < 0.95
    work = found.work.seeds
    assert work is not None
    assert 0 < work <= 2 * seeds


def test_no_number_of_seeds_decides_where_no_effect_was_seen():
    even = [(proved(10), failed(99)), (failed(99), proved(10))]
    found = compared(even, 1, 99)
    assert found.success.p == found.work.p == 1
    assert found.success.seeds is found.work.seeds is None
    same = compared([(failed(9), failed(9))] * 4, 2, 9)
    assert same.success.p is same.work.p is None


def test_work_counts_to_the_budget_at_most():
    # Proved in the epoch that crosses the limit, and not proved at all, are the same work.
    found = compared([(proved(120), failed(110))], 1, 100)
    assert found.work.p is None
    assert found.alone == 1
