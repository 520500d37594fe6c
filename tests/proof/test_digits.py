"""Two hundred digits at several hundred points."""

from fractions import Fraction
from itertools import islice

import pytest

from symplex.expression import number
from symplex.expression.operators import Rule
from symplex.expression.parse import Scope, parse
from symplex.proof.digits import _at, _points, vanishes_to_digits
from symplex.proof.kernel.region import Ends, Fact, Region
from symplex.proof.verdict import Verdict
from symplex.work.budget import Budget
from symplex.work.clock import Deadline

BOX = Region({"x": Ends(number(-1), number(1)), "t": Ends(number(0), None)}, ("x", "t"))


def read(text):
    return parse(text, Scope(("x", "t")))


def outcome(text, region=BOX, budget=None):
    return vanishes_to_digits(read(text), region, budget or Budget.unlimited())


@pytest.mark.parametrize(
    "text",
    [
        "asin(x/2) + acos(x/2) - pi/2",
        "exp(800 + x) - exp(400 + x)*exp(400)",
        "10^300*(sin(x + t) - sin(x)*cos(t) - cos(x)*sin(t))",
        "0",
    ],
)
def test_an_identity_holds(text):
    assert outcome(text).verdict is Verdict.CONJECTURED


@pytest.mark.parametrize("text", ["10^(-150)*x", "sin(10^20*x)*exp(-300*t)", "x*t*10^(-199)"])
def test_what_is_not_zero_fails_at_a_point(text):
    found = outcome(text)
    assert found.verdict is Verdict.REFUTED
    assert set(found.point) == {"x", "t"}
    assert found.size > 0


def test_what_fewer_digits_cannot_tell_holds_and_is_therefore_no_proof():
    assert outcome("(1 + 10^(-250)*x) - 1").verdict is Verdict.CONJECTURED


@pytest.mark.parametrize(
    ("text", "region", "budget"),
    [
        ("log(x) - log(x)", BOX, None),
        ("x - x", BOX.with_facts([Fact(read("x - 5"), Rule.POSITIVE)]), None),
        ("x - x", BOX, Budget(Deadline(0.0))),
    ],
)
def test_the_rest_is_unknown(text, region, budget):
    assert outcome(text, region, budget).verdict is Verdict.APPROXIMATE


def test_points_obey_the_facts_and_lie_in_the_box():
    region = BOX.with_facts([Fact(read("x - t"), Rule.POSITIVE), Fact(read("x"), Rule.NONZERO)])
    points = list(islice(_points(region, Budget.unlimited()), 50))
    assert all(0 < point["t"] < point["x"] < 1 for point in points)
    assert all(isinstance(value, Fraction) for point in points for value in point.values())
    denominators = {point["x"].denominator for point in points}
    assert any(n & (n - 1) for n in denominators)  # a dyadic grid is easy to hide from


def test_on_a_region_the_other_branch_does_not_count():
    right = BOX.with_facts([Fact(read("x"), Rule.POSITIVE)])
    assert outcome("sqrt(x^2) - x", right).verdict is Verdict.CONJECTURED
    assert outcome("sqrt(x^2) - x").verdict is Verdict.REFUTED


def test_a_region_of_one_point():
    assert outcome("sqrt(4) - 2", Region({}, ())).verdict is Verdict.CONJECTURED
    assert outcome("sqrt(4) - 1", Region({}, ())).verdict is Verdict.REFUTED


@pytest.mark.parametrize(
    "text",
    [
        "1 - tanh(10^210*t)",
        "1 - erf(10^7*t)",
        "tanh(10^30*(x - 1/3)) - sign(x - 1/3)",
        "1 - 10^250*t/(1 + 10^250*t)",
        "atan(10^250*t) - pi/2",
    ],
)
def test_what_is_zero_to_all_digits_but_in_a_layer_is_unknown(text):
    assert outcome(text).verdict is Verdict.APPROXIMATE


@pytest.mark.parametrize(
    "text",
    [
        "tanh(10^30*x)^2 + 1/cosh(10^30*x)^2 - 1",
        "sin(x)/x - sin(x)/x*(cos(t)^2 + sin(t)^2)",
        "exp(-x^2/(4*t))*(sqrt(t) - t/sqrt(t))",
    ],
)
def test_an_identity_holds_beside_its_layers_too(text):
    assert outcome(text).verdict is Verdict.CONJECTURED


LAYERS = [
    "tanh(1/x - 2128470/t)^2 - 1",
    "erf(x^3*10^60 - 1/t)^2 - 1",
    "1 - tanh(10^9/(x^2*t^2) - 10^9*exp(1/x))^2",
    "2/pi*atan(10^250*(x - t)) - sign(x - t)",
    "(x - t)/sqrt((x - t)^2 + 10^(-420)) - sign(x - t)",
    "sqrt((x - t)^2 + 10^(-420)) - abs(x - t)",
    "1 + 1/(1 + exp(10^9*(x^2 - t))) - (3 - sign(x^2 - t))/2",
    "1 + exp(10^9*(x - t))/(exp(10^9*(x - t)) + exp(10^9*(2*t - x))) - (3 + sign(x - 3/2*t))/2",
    "log(1 + exp(10^9*(x - t))) - 10^9*max(x - t, 0)",
]
SPIKES = [
    "10^(-300)/((x - t)^2 + 10^(-300))",
    "10^(-250)/(x - t)^2",
    "exp(-10^8*(x - t)^2)",
    "exp(-10^200*(x^2 - 2*x*t + t^2))",
    "exp(-10^9*abs(sin(x) - t))",
    "((cos(x - t)^1000)^1000)^1000",
    "((sin(3*(x + t))^1000)^1000)^1000",
    "exp(-10^8*((x - 1/3)^2 + (t - 2/7)^2))",
    "exp(-10^8*((x - 1/3)^2 + (t - 2/7)^2 + (x - 1/3)*(t - 2/7)))",
]


@pytest.mark.parametrize("text", [*LAYERS, *(f"1 + {spike} - 1" for spike in SPIKES)])
def test_layers_and_spikes_are_found_wherever_they_are(text):
    quarter = Region({"x": Ends(number(0), number(1)), "t": Ends(number(0), number(1))}, ("x", "t"))
    assert outcome(text, quarter).verdict is not Verdict.CONJECTURED
    random = islice(_points(quarter, Budget.unlimited()), 30)
    assert all(_at(read(text), point).verdict is Verdict.CONJECTURED for point in random)
