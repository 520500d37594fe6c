"""Equal formulas have equal normal forms, whatever was normalised before."""

import random
import time

import pytest

from symplex.algebra.normal_form import Normaliser
from symplex.budget import Budget, OutOfTime
from symplex.expression.parse import Scope, parse

SCOPE = Scope(("x", "y", "t"))


def is_zero(text):
    return Normaliser(Budget.unlimited()).is_zero(parse(text, SCOPE))


@pytest.mark.parametrize(
    "text",
    [
        *("(x + y)^2 - x^2 - 2*x*y - y^2", "sqrt(x)*sqrt(x) - x", "sin(x)^2 + cos(x)^2 - 1"),
        *("exp(x)*exp(-x) - 1", "(x/sqrt(x^2 + y^2))^2 + (y/sqrt(x^2 + y^2))^2 - 1"),
        *("cosh(x)^2 - sinh(x)^2 - 1", "1 - tanh(x)^2 - 1/cosh(x)^2", "tan(x)*cos(x) - sin(x)"),
        *("(x^4 + x^2)/(x^2 + 1) - x^2", "sqrt(8)*x - 2*sqrt(2)*x", "exp(2*log(x)) - x^2"),
    ],
)
def test_identities_are_seen_by_the_normal_form(text):
    assert is_zero(text)


@pytest.mark.parametrize(
    "text",
    ["sqrt(x^2) - x", "1e-45*x", "exp(x)^2 - exp(x^2)", "log(x^2) - 2*log(y)", "abs(x) - x"],
)
def test_what_is_not_zero_is_not_taken_for_zero(text):
    assert not is_zero(text)


def test_nested_quotients_end_soon():
    text = "1/(1 + " * 40 + "x" + ")" * 40
    start = time.monotonic()
    assert not is_zero(text)
    assert time.monotonic() - start < 10


@pytest.mark.parametrize(
    ("text", "value"),
    [("max(1, 2)", "2"), ("abs(-3)", "3"), ("sign(-2)", "-1"), ("cos(0)", "1"), ("relu(-1)", "0")],
)
def test_operators_of_numbers_are_numbers(text, value):
    assert is_zero(f"{text} - ({value})")


LARGE = "(x + y + t + 1)^12 * (x - y)^9 * sqrt(x + (y + t)^8)"


def test_no_outcome_depends_on_earlier_normal_forms():
    texts = [
        *("(x + y + 1)^8/(x + y)", "exp((x + y)^6)*exp(t)", "sqrt((x + y)^5 + t)^3", LARGE),
        *("exp(log(x + y)*7)", "1/(1 + 1/(1 + 1/(x + y)))", "sqrt(x + (y + t)^8)", "tanh(x)^3"),
    ]
    trees = [parse(text, SCOPE) for text in texts]
    alone = {tree: Normaliser(Budget.unlimited()).polynomial(tree) for tree in trees}
    for seed in range(3):
        normaliser = Normaliser(Budget.unlimited())
        for tree in random.Random(seed).sample(trees, len(trees)):
            assert normaliser.polynomial(tree) == alone[tree]


def test_a_form_that_grows_too_large_is_given_up():
    assert Normaliser(Budget.unlimited()).polynomial(parse(LARGE, SCOPE)) is None


def test_the_deadline_ends_a_normal_form():
    with pytest.raises(OutOfTime):
        Normaliser(Budget(seconds=0)).polynomial(parse("x + y", SCOPE))


def test_a_form_is_kept_only_where_it_is_shorter():
    normaliser = Normaliser(Budget.unlimited())
    assert normaliser.shortened(parse("x + y - x", SCOPE)) == parse("y", SCOPE)
    short = parse("(x + y)^5", SCOPE)
    assert normaliser.shortened(short) == short


def test_pairs_are_compared_one_by_one():
    normaliser = Normaliser(Budget.unlimited())
    one, two, other = (parse(text, SCOPE) for text in ("x*(x + 1)", "x^2 + x", "x^2"))
    assert normaliser.are_equal([(one, two), (two, one)])
    assert not normaliser.are_equal([(one, two), (one, other)])
