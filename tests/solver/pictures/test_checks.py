"""Pictures of checks: residuals, and lines of a certificate."""

import numpy as np
import pytest

from support.answers import answer
from symplex.solver.pictures import check_figure, residual_figure

RIGHT, WRONG = "min(x - t/2, 0)", "min(x - t/2, 0) + t/1000"


def sizes(axes):
    """The largest size that is drawn."""
    drawn = [line.get_ydata() for line in axes.get_lines() if line.get_marker() == "."]
    return max(float(np.nanmax(values, initial=0.0)) for values in drawn)


def test_a_solution_leaves_nothing_and_a_wrong_formula_shows_by_how_much():
    residual, difference = check_figure(answer("hj-convex", RIGHT)).get_axes()
    assert sizes(residual) <= 1e-15
    assert sizes(difference) <= 1e-9
    residual, difference = check_figure(answer("hj-convex", WRONG)).get_axes()
    assert sizes(residual) == pytest.approx(1e-3)
    assert sizes(difference) == pytest.approx(1e-3, rel=1e-5)


def test_the_numerical_solution_is_at_the_parameters_that_are_drawn():
    solution = answer("parametric-advection-sine", "sin(x - kappa*t)")
    _, difference = check_figure(solution, limit=100).get_axes()
    assert np.isfinite(sizes(difference))
    assert len(difference.get_lines()) >= 2


def test_without_a_numerical_solution_the_reason_is_said():
    _, difference = check_figure(answer("hj-convex", RIGHT), limit=0).get_axes()
    assert "none was asked for" in difference.texts[0].get_text()


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
