import numpy as np

from symplex_benchmarks.rivals.weno.slopes import GHOSTS, one_sided


def _nodes(step):
    return step * np.arange(-GHOSTS - 10, 11 + GHOSTS)


def test_smooth_values_have_the_same_slope_from_both_sides_to_fifth_order():
    errors = []
    for step in (0.05, 0.025):
        x = _nodes(step)
        for slope in one_sided(np.sin(x), 0, step):
            errors.append(np.max(np.abs(slope - np.cos(x[GHOSTS:-GHOSTS]))))
    assert np.log2(errors[0] / errors[2]) > 4.5
    assert np.log2(errors[1] / errors[3]) > 4.5


def test_a_kink_has_its_two_slopes():
    x = _nodes(0.1)
    left, right = one_sided(np.abs(x), 0, 0.1)
    tip = np.argmin(np.abs(x[GHOSTS:-GHOSTS]))
    assert np.allclose([left[tip], right[tip]], [-1, 1], atol=1e-6)
    assert np.allclose(left[tip + 2 :], 1, atol=1e-6)


def test_slopes_are_taken_along_the_axis_that_is_asked_for():
    x, y = _nodes(0.1)[:, None], _nodes(0.1)[None, :]
    left, _ = one_sided(2 * x + 5 * y, 1, 0.1)
    assert left.shape == (x.size, y.size - 2 * GHOSTS)
    assert np.allclose(left, 5)
