"""Places where a formula changes at once, which points drawn at random miss."""

from fractions import Fraction
from math import isclose

import pytest

from symplex.expression import number
from symplex.expression.parse import Scope, parse
from symplex.proof.kernel.region import Ends, Region
from symplex.proof.layers import places
from symplex.work.budget import Budget, OutOfBudget

NAMES = ("x", "y", "k")
POINT = {"x": Fraction(3, 7), "y": Fraction(5, 11), "k": Fraction(8, 13)}


def found(text, *, names=NAMES, ends=(0, 1), budget=None):
    low, high = (None if end is None else number(end) for end in ends)
    region = Region(dict.fromkeys(names, Ends(low, high)), names)
    formula, point = parse(text, Scope(names)), {name: POINT[name] for name in names}
    return list(places(formula, region, point, budget or Budget.unlimited()))


def near(places_found, name, value, *, within=1e-9):
    return [one for one in places_found if isclose(one[name], value, rel_tol=within)]


@pytest.mark.parametrize(
    ("text", "centre"),
    [
        ("tanh(10^9*(x - y))", POINT["y"]),
        ("1/(1 + exp(10^9*(x^2 - y)))", float(POINT["y"]) ** 0.5),
        ("1/(10^(-40) + sin(x - y)^2)", POINT["y"]),
        ("exp(10^5*x)/(exp(10^5*x) + exp(10^5*(2*y - x)))", POINT["y"]),
        ("exp(-10^30*(x^2 - 2*x*y + y^2))", POINT["y"]),
    ],
)
def test_both_sides_of_a_layer_are_among_them(text, centre):
    beside = [one["x"] for one in near(found(text, names=("x", "y")), "x", centre, within=1e-3)]
    assert min(beside) < centre < max(beside)


def test_the_edge_is_where_the_argument_is_about_one():
    edges = [10**30 * (one["x"] - Fraction(1, 3)) for one in found("tanh(10^30*(x - 1/3))")]
    assert any(0.2 < edge < 5 for edge in edges)
    assert any(0.2 < -edge < 5 for edge in edges)


def test_a_bump_is_found_in_three_coordinates():
    bump = "exp(-10^6*((x - 1/5)^2 + (y - 2/5)^2 + (k - 3/5)^2))"
    close = near(found(bump), "x", 0.2)
    assert near(near(close, "y", 0.4), "k", 0.6)


def test_all_of_a_line_is_searched_from_where_the_point_is():
    zeros = found("tanh(10^9*(x + 5))", names=("x",), ends=(None, None))
    assert near(zeros, "x", -5)


def test_each_place_differs_from_the_point_and_from_the_others():
    every = [tuple(one.items()) for one in found("tanh(10^9*(x - y))", names=("x", "y"))]
    assert tuple(POINT.items())[:2] not in every


def test_the_steps_of_the_budget_are_counted_and_end_the_search():
    with pytest.raises(OutOfBudget):
        found("tanh(10^9*(x - y))", names=("x", "y"), budget=Budget(steps=50))
    budget = Budget(steps=100_000)
    many = "*".join(f"tanh(10^{k}*(x - y/{k}))" for k in range(2, 30))
    assert found(many, names=("x", "y"), budget=budget)
    assert 500 < 100_000 - budget.steps < 5_000
