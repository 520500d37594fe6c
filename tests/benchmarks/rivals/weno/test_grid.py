import numpy as np

from symplex_benchmarks.rivals.weno.grid import Axis, between_nodes, with_ghosts


def _axes(count):
    return (Axis("x", -1.0, 2.0 / (count - 1), count), Axis("t", 0.0, 1.0 / (count - 1), count))


def _values(axes, formula):
    x, t = np.meshgrid(*(axis.nodes for axis in axes), indexing="ij")
    return formula(x, t)


def _points():
    rng = np.random.default_rng(0)
    return {"x": rng.uniform(-1, 1, 500), "t": rng.uniform(0, 1, 500)}


def test_values_between_nodes_are_of_third_order():
    points, errors = _points(), []
    for count in (21, 41):
        axes = _axes(count)
        found = between_nodes(axes, _values(axes, lambda x, t: np.sin(2 * x + t)), points)
        errors.append(np.max(np.abs(found - np.sin(2 * points["x"] + points["t"]))))
    assert np.log2(errors[0] / errors[1]) > 2.5


def test_beside_a_kink_the_values_are_those_of_one_side():
    axes, points = _axes(20), _points()
    found = between_nodes(axes, _values(axes, lambda x, t: np.abs(x) + t), points)
    wrong = np.abs(found - np.abs(points["x"]) - points["t"])
    outside = np.abs(points["x"]) > axes[0].step / 2
    assert np.max(wrong[outside]) < 1e-12
    assert 1e-3 < np.max(wrong) <= axes[0].step / 2


def test_ghosts_continue_a_line():
    assert np.allclose(with_ghosts(np.array([1.0, 3.0, 4.0]), 0), [-5, -3, -1, 1, 3, 4, 5, 6, 7])
