"""Vector fields that leave a function alone, and what they make of it."""

import pytest

from support.views import AWAY, PLANE, seen
from symplex.expression import symbol
from symplex.expression.render import to_text
from symplex.propose.structure.symmetry import symmetries
from symplex.propose.structure.tidy import exact


@pytest.mark.parametrize(
    ("text", "box", "combination"),
    [
        ("tanh(x - 2*t)", PLANE, "x - 2*t"),
        ("exp(-(x^2 + t^2))", PLANE, "x^2 + t^2"),
        ("sin(x - t^2/2)", PLANE, "x - t^2/2"),
        ("exp(x^2/t)", AWAY, "x*t^(-1/2)"),
        ("sin(x*exp(-2*t))", PLANE, "x*exp(-2*t)"),
        ("sin(x/(1 + t))", PLANE, "x*(1/(t + 1))"),
    ],
)
def test_the_combination_is_found(text, box, combination):
    first, *_ = symmetries(seen(text, box))
    assert to_text(exact(first.combination)) == combination


def test_growth_and_shifts_are_told_apart():
    (grown,) = symmetries(seen("exp(-3*t)/cosh(x - t)", PLANE))
    assert to_text(exact(grown.factor)) == "exp(-3*t)"
    (shifted,) = symmetries(seen("1/cosh(x - t) + 3*t", PLANE))
    assert to_text(exact(shifted.shift)) == "3*t"
    assert to_text(exact(shifted.whole(symbol("F")))) == "F + 3*t"


def test_scaling_has_an_exponent():
    (found,) = symmetries(seen("t^(-1/3)*exp(-x/t^(1/3))", AWAY))
    assert found.scales
    assert to_text(exact(found.factor)) == "t^(-1/3)"


def test_a_function_without_symmetry_has_none():
    assert list(symmetries(seen("sin(x^2 + exp(t)*x) + t^3", PLANE))) == []


def test_the_reduced_function_has_one_variable_less():
    view = seen("tanh(x - 2*t)", PLANE)
    (symmetry,) = symmetries(view)
    reduced = symmetry.reduced(view, "z")
    assert reduced.names == ("z",)
    points = reduced.points(10)
    truth = seen("tanh(z)", {"z": (-3.0, 1.0)}, 0.0).values(points)
    assert reduced.values(points) == pytest.approx(truth, abs=1e-7)
