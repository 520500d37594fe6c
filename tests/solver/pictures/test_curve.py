import numpy as np
import pytest

from symplex.expression.parse import Scope, parse
from symplex.solver.pictures.curve import Line, break_forms, curve

LINE = Line("x", -1.0, 1.0, {"t": 0.3, "y": 0.0})


def formula(text):
    return parse(text, Scope(("x", "y", "t"), (), (), {}))


def drawn(text, count=20):
    """With few points, none of which is at the places that are looked for."""
    return curve(formula(text), LINE, count)


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("abs(x - 0.123)", [0.123]),
        ("max(x, t)", [0.3]),
        ("min(x^2, 0.25)", [-0.5, 0.5]),
        ("relu(x + 1/7)", [-1 / 7]),
        ("sqrt(x^2 + y^2)", [0.0]),
        ("max(sqrt(x^2 + y^2) - t, 0)", [-0.3, 0.3]),
        ("x*sign(x - 0.2) - 0.2*sign(x - 0.2)", [0.2]),
    ],
)
def test_a_kink_has_a_point_of_its_own_and_the_exact_value(text, places):
    found = drawn(text)
    assert found.kinks == pytest.approx(places, abs=1e-6)
    exact = LINE.values(formula(text), np.array(places))
    assert found.kink_values == pytest.approx(exact, abs=1e-6)
    assert np.all(np.isfinite(found.values))


@pytest.mark.parametrize("text", ["sin(3*x)", "abs(x - 5)", "max(x, 2)", "abs(x)^3", "x^4 - t"])
def test_smooth_curves_have_no_kinks(text):
    found = drawn(text)
    assert len(found.kinks) == 0
    assert np.all(np.isfinite(found.values))


@pytest.mark.parametrize(("text", "place"), [("sign(x - 0.11)", 0.11), ("1/(x - 0.21)", 0.21)])
def test_nothing_joins_the_sides_of_a_jump_or_of_a_pole(text, place):
    found = drawn(text)
    (gap,) = np.flatnonzero(np.isnan(found.values))
    assert found.positions[gap] == pytest.approx(place, abs=1e-9)
    before, after = found.values[gap - 1], found.values[gap + 1]
    assert before == pytest.approx(-after, rel=1e-3)
    assert len(found.kinks) == 0


def test_positions_only_grow_and_stay_on_the_line():
    found = drawn("abs(x) + sign(x - 0.4) + max(x, t)")
    assert np.all(np.diff(found.positions) >= 0)
    assert found.positions[[0, -1]] == pytest.approx([-1, 1])


def test_a_formula_that_is_undefined_on_a_part_has_no_values_there():
    found = drawn("sqrt(x)")
    assert np.all(np.isnan(found.values[found.positions < 0]))
    assert np.all(np.isfinite(found.values[found.positions >= 0]))


def test_break_forms_are_named_once():
    assert len(break_forms(formula("abs(x) + 2*abs(x) + 1/x"))) == 1
