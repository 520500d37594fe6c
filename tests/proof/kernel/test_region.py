"""Regions: ends, interiors and slices lose no point."""

from flint import arb
from hypothesis import given
from hypothesis import strategies as st

from support.proving import formula, region
from symplex.expression import Symbol, number
from symplex.expression.evaluate import evaluate
from symplex.expression.operators import Rule

shares = st.fractions(min_value=0, max_value=1, max_denominator=50)
HOLDS = {Rule.POSITIVE: lambda v: v > 0, Rule.NONNEGATIVE: lambda v: v >= 0}


def test_exact_ends_are_enclosed_and_infinity_is_open():
    ends = region(x=("sqrt(2)", None)).ends["x"].range
    assert ends.low <= arb(2).sqrt()
    assert not ends.high.is_finite()
    assert (ends.low_open, ends.high_open) == (False, True)


def test_the_interior_opens_variables_and_keeps_parameters_closed():
    inner = region(x=(0, 1), k=(0, 1), parameters=("k",)).interior
    assert inner.ends["x"].low_open
    assert inner.ends["x"].high_open
    assert not inner.ends["k"].low_open


def test_more_facts_and_other_ends_leave_the_original_as_it_was():
    whole = region(x=(0, 1))
    assert whole.with_facts(region(("x", Rule.POSITIVE)).facts).facts
    assert whole.with_ends("x", region(x=(0, 2)).ends["x"]) != whole
    assert whole == region(x=(0, 1))
    assert hash(whole) == hash(region(x=(0, 1)))


@given(shares, shares)
def test_a_slice_has_exactly_the_points_of_the_region_on_it(x, t):
    """(x, t) ∈ [0, 1] × [0, 1/2) on the slice x = 2t, or not, as the facts of the slice say."""
    value = formula("2*t")
    whole = region(("x + t - 1/4", Rule.POSITIVE), x=(0, 1), t=(0, 1))
    sliced = whole.where({"x": value})
    assert "x" not in sliced.ends
    assert sliced.variables == ("t",)
    at = float(evaluate(value, {"t": float(t)}))
    inside = 0 <= at <= 1 and at + t - 0.25 > 0
    facts = [(f.formula.substitute({Symbol("t"): number(t)}), f.rule) for f in sliced.facts]
    assert inside == all(HOLDS[rule](float(evaluate(f, {}))) for f, rule in facts)
