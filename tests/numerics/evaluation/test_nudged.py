"""Points moved by almost nothing."""

import numpy as np

from symplex.numerics.evaluation.nudged import nudged


def test_points_are_moved_inwards_by_almost_nothing():
    given = {"x": np.array([-1.0, 0.0, 1.0]), "t": np.array([0.0, 2.0, 1.0])}
    found = nudged(given)
    for name, column in given.items():
        assert np.all(found[name] != column)
        assert np.all(np.abs(found[name] - column) < 1e-5)
        assert column.min() < found[name].min() <= found[name].max() < column.max()


def test_what_is_held_stays():
    assert nudged({"k": np.ones(3)})["k"].tolist() == [1.0, 1.0, 1.0]
