"""Functions of one variable recognised: from values to formulas."""

import numpy as np
import pytest

from support.views import LINE, PLANE, seen
from symplex.expression import apply, symbol
from symplex.expression.render import to_text
from symplex.propose.structure.explain import Explainer
from symplex.propose.structure.exponents import exponential_sums
from symplex.propose.structure.fitting import accepted, explains, fitted_to, free, rounded
from symplex.propose.structure.outer import undone
from symplex.propose.structure.shapes import PLACE, SHAPES, shapes
from symplex.propose.structure.view import View
from symplex.work.budget import Budget

# Functions of one variable, recognised from values.

AROUND, AWAY = (-1.0, 2.0), (0.5, 2.0)


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("3*x^2", AROUND),
        ("1/(1 + x^2)", AROUND),
        ("exp(-x^2/4)", AROUND),
        ("x^(3/2)", AWAY),
        ("2*tanh(3*x)", AROUND),
        ("erf(x/2)", AROUND),
        ("3/cosh(2*x)^2", AROUND),
        ("sqrt(2 + x)", AROUND),
        ("1/(1 + 2*exp(-x))", AROUND),
        ("sqrt(exp(x) + 2)", AROUND),
    ],
)
def test_a_profile_is_recognised(text, ends):
    """The formula is written as it was or in another way, but has the same values."""
    view = seen(text, {"x": ends})
    found = Explainer(Budget.unlimited()).explain(view)
    assert found
    points = view.points(50, 9)
    truth = seen(text, {"x": ends}, 0.0).values(points)
    again = seen(to_text(found[0].formula), {"x": ends}, 0.0).values(points)
    assert again == pytest.approx(truth, abs=1e-7)


def test_the_shortest_formula_comes_first():
    found = Explainer(Budget.unlimited()).explain(seen("5*exp(2*x)", {"x": AROUND}))
    assert to_text(rounded(found[0].formula)) == "5*exp(2*x)"


def test_what_is_in_no_list_is_not_recognised():
    assert (
        Explainer(Budget.unlimited()).explain(seen("exp(sin(3*x)*x) + log(3 + x^3)", {"x": AROUND}))
        == []
    )


# The list of shapes: every one is a formula with constants of its own.


def test_every_shape_is_written_once():
    assert len(set(SHAPES)) == len(SHAPES)


def test_every_c_is_a_slot_of_its_own():
    for text, formula in zip(SHAPES, shapes(), strict=True):
        # "cos" and "cosh" begin with a c that is no constant.
        assert len(formula.constants) == text.replace("cos", "").count("c")
        assert formula.symbols <= {PLACE}


# Sums of exponentials, read off values at equal steps.

ENDS = {"x": (-1.0, 1.0)}


@pytest.mark.parametrize(
    ("text", "rates"),
    [
        ("3*exp(-2*x) + exp(x)", [-2, 1]),
        ("exp(-x)*sin(4*x)", [-1, 4]),
        ("2 + cos(3*x)", [3]),
        ("sinh(x) - 2*x", [-1, 1]),
        ("(1 + x)*exp(2*x)", [2, 2]),
    ],
)
def test_rates_are_found(text, rates):
    view = seen(text, ENDS)
    found = accepted(view, exponential_sums(view))
    assert found
    constants = [abs(value) for value in found[0].formula.constants]
    for rate in rates:
        assert min(abs(value - abs(rate)) for value in constants) < 1e-5


def test_too_many_rates_are_none():
    assert exponential_sums(seen("1/(1 + 9*x^2)", ENDS)) == []


# Constants of formulas, fitted to values alone.


def test_constants_are_found():
    wave = free() * apply("exp", free() * symbol("x")) + free()
    (found,) = fitted_to(seen("3*exp(-2*x) + 1", LINE), [wave], starts=8)
    assert sorted(found.formula.constants) == pytest.approx([-2, 1, 3])
    assert found.misfit < 1e-9


def test_what_does_not_fit_is_not_accepted():
    line = free() + free() * symbol("x")
    assert accepted(seen("x^2", LINE), [line]) == []
    assert len(accepted(seen("2 + 3*x", LINE), [line])) == 1


def test_a_formula_without_constants_is_measured_as_it_is():
    view = seen("x*t", PLANE)
    assert explains(view, symbol("x") * symbol("t"))
    assert not explains(view, symbol("x") + symbol("t"))


# Outer functions that can be undone.


def words(text):
    return [one.word for one in undone(seen(text, PLANE))]


def test_signs_decide_what_can_be_undone():
    assert {"1/u", "log(u)", "u^2"} <= set(words("2 + x"))
    assert {"1/u", "log(-u)"} <= set(words("-2 - x"))
    assert not {"1/u", "log(u)", "log(-u)", "u^2"} & set(words("x"))


@pytest.mark.parametrize("text", ["2 + x*t", "-3 + x"])
def test_the_way_back_gives_the_values_again(text):
    view = seen(text, PLANE, 0.0)
    points = view.points(10)
    for one in undone(view):
        inner = one.view.values(points)
        back = one.back(symbol("w"))
        again = seen(to_text(back), {"w": (0.0, 1.0)}, 0.0).values({"w": inner})
        assert again == pytest.approx(view.values(points)), one.word


def test_values_that_have_no_square_are_left_alone():
    with np.errstate(all="ignore"):
        words = [one.word for one in undone(view_of_huge())]
    assert "log(u)" in words
    assert "u^2" not in words


def view_of_huge():
    return View({"t": (0.0, 1.0)}, lambda columns: 1e200 * np.exp(columns["t"]), 1e190)
