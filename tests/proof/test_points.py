"""Points fill a box evenly, or crowd at its faces."""

import numpy as np

from symplex.proof.points import crowded, spread


def test_points_fill_the_inside_evenly():
    few, many = (spread({"x": (0.0, 2.0), "k": (5.0, 6.0)}, count) for count in (50, 1_000))
    assert np.array_equal(many["x"][:50], few["x"])
    assert 0 < many["x"].min() < 0.01 and 1.99 < many["x"].max() < 2
    counts, *_ = np.histogram2d(many["x"], many["k"], bins=5)
    assert counts.min() > 30


def test_points_crowd_at_every_face():
    found = crowded({"x": (0.0, 2.0), "t": (1.0, 3.0)}, 30)
    assert found["x"].shape == found["t"].shape == (120,)
    assert np.min(found["x"]) < 1e-39
    for name, low, high in (("x", 0, 2), ("t", 1, 3)):
        assert np.all((found[name] >= low) & (found[name] <= high))
        assert np.sum(found[name] - low < 1e-12) >= 15
        assert np.sum(high - found[name] < 1e-12) >= 15
