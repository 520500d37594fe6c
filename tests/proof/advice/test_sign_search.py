"""The search finds records of every kind, and none for what is false."""

from fractions import Fraction

import pytest

from support.proving import formula, lying, region, space
from symplex.expression.operators import Rule
from symplex.proof.advice.sign_search import SignSearch
from symplex.proof.kernel.advice import Step
from symplex.work.budget import Budget

BOX = region(x=(-1, 1), y=(-1, 1))
OUTSIDE = region(("x - 1/2", Rule.NONNEGATIVE), x=(-1, 1), y=(-1, 1))
FAN = region(("x - y", Rule.NONNEGATIVE), x=(None, None), y=(Fraction(1, 8), 1))
STRICT = region(("x - y", Rule.POSITIVE), x=(None, None), y=(None, None))


def searched(where):
    return SignSearch(where, Budget.unlimited())


@pytest.mark.parametrize(
    ("text", "rule", "where", "step"),
    [
        ("x + 2", Rule.POSITIVE, BOX, Step.RANGES),
        ("x - x + 1", Rule.POSITIVE, STRICT, Step.FORM),
        ("2*x - 2*y", Rule.POSITIVE, STRICT, Step.FACT),
        ("x - y + x^2", Rule.POSITIVE, STRICT, Step.FACT),
        ("x", Rule.POSITIVE, FAN, Step.FACT),
        ("x/y", Rule.POSITIVE, FAN, Step.FACTORS),
        ("(x/y - 1)^3/8", Rule.NONNEGATIVE, FAN, Step.FACTORS),
        ("(x - y)^2*(x^2 + 1)", Rule.NONNEGATIVE, BOX, Step.FACTORS),
        ("x^2 + y^2", Rule.POSITIVE, OUTSIDE, Step.LOCUS),
        ("sqrt(x^2 + y^2)", Rule.POSITIVE, OUTSIDE, Step.POWER),
    ],
)
def test_each_kind_of_record_is_found_and_replayed(text, rule, where, step):
    record = searched(where).record(formula(text), rule)
    assert record is not None
    assert record[0] in (step, Step.RANGES)
    assert space(where, lying(sign=lambda *_: record)).signs.holds(formula(text), rule)


@pytest.mark.parametrize("text", ["x", "x^2 + y^2", "x - y", "u_x + 5", "cos(9*x)", "z"])
def test_nothing_is_found_for_what_is_false_or_strange(text):
    tree = formula(text) if text != "z" else formula("t")
    assert searched(BOX).record(tree, Rule.POSITIVE) is None


def test_contradictions_between_facts():
    both = region(("x - 1/2", Rule.POSITIVE), ("1/4 - x", Rule.POSITIVE), x=(-1, 1))
    assert searched(both).contradiction() is not None
    assert searched(OUTSIDE).contradiction() is None


def test_squares_are_the_even_powers_of_a_sum_without_negative_terms():
    found = searched(BOX).squares(formula("2*x^2 + y^4 + 1"))
    assert sorted((name, times) for _, name, times in found) == [("x", 2), ("y", 4)]
    assert searched(BOX).squares(formula("x^2 - y^2")) == []


def test_one_range_decides_quickly():
    assert searched(BOX).quick_sign(formula("x - 2")) == -1
    assert searched(BOX).quick_sign(formula("x")) == 0
