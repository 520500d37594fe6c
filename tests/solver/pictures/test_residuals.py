import numpy as np
import pytest

from support.answers import answer
from symplex.solver.pictures import residual_figure

KAPPA = "exp(-2*kappa*t)*sin(x)*cos(y)"


def fitted(noise, count=200):
    random = np.random.default_rng(0)
    solution = answer("parametric-heat", KAPPA)
    columns = {name: random.uniform(-1, 1, count) for name in "xyt"}
    measured = solution(**columns, kappa=1.3) + noise(random, columns)
    return solution.fit({**columns, "u": measured})


def test_every_residual_stands_at_its_place():
    found = fitted(lambda random, columns: 0.01 * random.normal(size=200))
    *panels, distribution = residual_figure(found).get_axes()
    assert [axes.get_xlabel() for axes in panels] == ["$x$", "$y$", "$t$"]
    for axes, name in zip(panels, "xyt", strict=True):
        x, y = axes.lines[0].get_data()
        assert np.array_equal(x, found.places[name])
        assert np.array_equal(y, found.residuals["u"])
    area = sum(bar.get_width() * bar.get_height() for bar in distribution.patches[1:])
    assert area == pytest.approx(1.0)


def test_the_band_holds_nineteen_of_twenty():
    found = fitted(lambda random, columns: 0.01 * random.normal(size=200))
    band = residual_figure(found).get_axes()[0].patches[0]
    low, high = band.get_y(), band.get_y() + band.get_height()
    within = np.mean((found.residuals["u"] > low) & (found.residuals["u"] < high))
    assert 0.9 < within < 1.0


def test_the_title_says_what_was_estimated():
    found = fitted(lambda random, columns: 0.01 * random.normal(size=200))
    title = residual_figure(found).get_suptitle()
    assert title.startswith(f"kappa = {found.estimates['kappa']}")
    assert "95%" in title


def test_data_without_noise_can_be_drawn():
    assert residual_figure(fitted(lambda random, columns: 0.0)).to_bytes("png")
