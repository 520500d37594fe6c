"""Points at which a counterexample is sought."""

import numpy as np
import pytest

from symplex.budget import Budget, OutOfTime
from symplex.problem import Box
from symplex.proof.arithmetic.points import choose


def test_points_lie_in_the_box_and_on_its_faces(box):
    points = choose(box)
    for name, (low, high) in box.ends.items():
        assert points[name].min() == low
        assert points[name].max() == high


def test_the_same_question_gives_the_same_points(box, read):
    one, two = (choose(box, [read("abs(x - y)")]) for _ in range(2))
    assert all(np.array_equal(one[name], two[name]) for name in one)


def test_some_points_lie_beside_a_kink(box, read):
    plain, kinked = choose(box), choose(box, [read("abs(x - 0.3*y - 0.123)")])

    def nearest(points):
        return np.abs(points["x"] - 0.3 * points["y"] - 0.123).min()

    assert nearest(kinked) < 1e-3 < nearest(plain)


def test_a_narrow_bump_is_found(box, read):
    points = choose(box, [read("exp(-10^12*(x - 0.3)^2)")])
    assert (1e12 * (points["x"] - 0.3) ** 2).min() < 2


def test_a_box_without_variables_has_no_points():
    assert choose(Box({}, ())) == {}


def test_the_search_for_features_ends_with_the_budget(box, read):
    with pytest.raises(OutOfTime):
        choose(box, [read("abs(x)")], budget=Budget(seconds=0))
