"""Advice becomes knowledge only where it is checked; narrowing keeps exactly the right part."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.proving import OK, formula, lying, region, space
from support.reasons import refused
from symplex.expression import Symbol, number
from symplex.expression.evaluate import evaluate
from symplex.expression.operators import Rule
from symplex.expression.rewriting import Rewriting
from symplex.proof.kernel.workspace import narrowed
from symplex.reasons import Code

BOX = region(x=(-1, 1), y=(-1, 1))
WRONG = ("y", "x + 10^(-40)", "2*x", "x*y")


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_normal_form_is_not_taken(wrong):
    here = space(BOX, lying(normal=lambda _, f: formula(wrong)))
    long = formula("x + y - y + 0*(x + y + x + y)")
    assert here.normal(long) == long


def test_a_shorter_form_that_is_the_same_is_taken():
    assert space(BOX).normal(formula("x + y - y")) == formula("x")


@pytest.mark.parametrize(
    "wrong", [["y", "1"], ["0", "x"], ["0", "1", "1"], ["x - x", "1 + 10^(-40)"]]
)
def test_wrong_coefficients_are_not_taken(wrong):
    parts = [formula(text) for text in wrong]
    here = space(BOX, lying(coefficients=lambda *_: parts))
    assert here.polynomial_in(formula("x"), "x") is None


def test_coefficients_give_the_formula_back():
    assert space(BOX).polynomial_in(formula("(x + y)^2"), "x") is not None
    assert space(BOX).polynomial_in(formula("sin(x)"), "x") is None


def test_a_formula_vanishes_only_with_a_rewriting():
    true = formula("sin(x)^2 + cos(x)^2 - 1")
    assert space(BOX).is_zero(true)
    assert not space(BOX, lying(rewriting=lambda *_: None)).is_zero(true)
    assert not space(BOX).is_zero(formula("sin(x)^2 + cos(x)^2 - 1 + 10^(-60)"))


ends = st.sampled_from([(-1, 1, "[]"), (-1, 1, "()"), (None, 1, "[]"), (-1, None, "[]")])
sixteenths = st.integers(-15, 15).map(lambda count: Fraction(count, 16))


@given(ends, st.integers(-3, 3).filter(bool), sixteenths, sixteenths, st.booleans())
def test_narrowing_keeps_the_points_at_which_the_guard_obeys(pair, slope, root, point, strict):
    """Of a guard slope·(x − root), whose bound may become an end or stay a fact."""
    rule = Rule.POSITIVE if strict else Rule.NONNEGATIVE
    guard = number(slope) * (formula("x") - number(root))
    part = narrowed(space(region(x=pair)), guard, rule)
    obeys = (point > root) == (slope > 0) and point != root
    obeys = obeys or (point == root and not strict)
    assert obeys == (_within(part.ends["x"], point) and all(_holds(f, point) for f in part.facts))


def _within(found, point):
    low, high = (None if e is None else float(evaluate(e, {})) for e in (found.low, found.high))
    above = low is None or low < point or (low == point and not found.low_open)
    return above and (high is None or point < high or (high == point and not found.high_open))


def _holds(fact, point):
    value = float(evaluate(fact.formula.substitute({Symbol("x"): number(point)}), {}))
    return value > 0 if fact.rule is Rule.POSITIVE else value >= 0


def test_a_form_that_is_undefined_somewhere_is_not_taken():
    here = space(BOX, lying(normal=lambda _, f: formula("sqrt(x)^2")))
    assert here.normal(formula("x + y - y + 0*(x + y)")) != formula("sqrt(x)^2")


def test_a_root_that_hides_a_sign_is_no_polynomial():
    assert space(BOX).polynomial_in(formula("sqrt(y^2) - x*y"), "x") is None


def test_what_a_rule_divides_by_does_not_vanish():
    """With s = √x and r = x^(1/4) the ring has divisors of zero: (s − r²)(s + r²) = 0."""
    s, r = "sqrt(x)", "(x^(1/4))"
    nothing = formula(f"({r}*{r}*({s} - {r}^2)/({r}*({s} - {r}^2)))^2")
    rule = {formula("sqrt(2*x - x)").tokens: ("power", [(nothing, Fraction(1))], None)}
    rewriting = Rewriting((formula("x"), formula(s), formula(r)), rule)
    here = space(region(x=(1, 2)), lying(rewriting=lambda *_: rewriting, sign=lambda *_: OK))
    with refused(Code.ALGEBRA_REWRITING_NEEDS):
        here.is_zero(formula("sqrt(x) + sqrt(2*x - x)"))
