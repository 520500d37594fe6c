"""Few columns that together come close to values."""

from itertools import pairwise

import numpy as np
import pytest

from symplex.solver.approximation.quotients import pursue

POINTS = np.linspace(-1, 1, 60)
COLUMNS = np.stack([POINTS**k for k in range(8)], axis=1)


def test_the_right_columns_are_chosen_with_their_coefficients():
    target = 3 * POINTS**2 - POINTS**5
    *_, (chosen, found) = pursue(COLUMNS, target, 2)
    assert dict(zip(chosen, found, strict=True)) == pytest.approx({2: 3.0, 5: -1.0})


def test_each_step_leaves_less():
    target = np.exp(POINTS)
    left = [
        np.linalg.norm(target - COLUMNS[:, list(chosen)] @ found)
        for chosen, found in pursue(COLUMNS, target, 5)
    ]
    assert len(left) == 5
    assert all(after < before for before, after in pairwise(left))


def test_an_early_choice_is_exchanged_for_a_better_one():
    target = POINTS**2 + POINTS**5 + POINTS**7
    trap = target + 0.1 * np.sin(20 * POINTS)
    found = list(pursue(np.column_stack([COLUMNS, trap]), target, 3))
    assert found[0][0] == (8,)
    assert set(found[-1][0]) == {2, 5, 7}


def test_it_ends_where_nothing_is_gained():
    assert len(list(pursue(COLUMNS, np.zeros(60), 3))) == 0
    broken = np.column_stack([np.full(60, np.nan), np.zeros(60), POINTS])
    assert [chosen for chosen, _ in pursue(broken, 2 * POINTS, 1)] == [(2,)]
