"""Signs are shown by records that are replayed; a record that was tampered with shows nothing."""

from fractions import Fraction

import pytest
from flint import arb
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from support.proving import OK, formula, lying, region, space, value_at
from support.reasons import refused
from support.strategies import trees
from symplex.expression import number, symbol
from symplex.expression.operators import Rule
from symplex.expression.ranges import Range
from symplex.proof.kernel.advice import Step
from symplex.proof.kernel.signs import breaks, obeys, signed
from symplex.reasons import Code

BOX = region(x=(-1, 1), y=(-1, 1))
HALF = Fraction(1, 2)
POSITIVE, NONNEGATIVE, NONZERO = Rule.POSITIVE, Rule.NONNEGATIVE, Rule.NONZERO


def told(record, text, rule=POSITIVE, where=BOX):
    """Whether a sign is shown by an advisor who gives this record for it."""
    truthful = space(where)
    questions = formula(text)
    here = space(where, lying(sign=lambda t, f, r: record if f == questions else t(f, r)))
    assert truthful.region == here.region
    return here.signs.holds(questions, rule)


def test_ranges_obey_or_break_rules():
    zero, above = Range(arb(0), arb(0)), Range(arb(0), arb(1), low_open=True)
    assert obeys(above, POSITIVE)
    assert obeys(-above, NONZERO)
    assert obeys(zero, NONNEGATIVE)
    assert not obeys(zero, POSITIVE)
    assert not breaks(zero, NONZERO)  # Not needed, so not looked for.
    assert breaks(zero, POSITIVE)
    assert not breaks(zero, NONNEGATIVE)
    assert breaks(-above, NONNEGATIVE)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("x^2 + y^2 + 1", POSITIVE),
        ("x^2 - 2*x*y + y^2", NONNEGATIVE),
        ("(1 - x)*(1 - y)", NONNEGATIVE),
        ("x - 2", NONZERO),
        ("x^2 - x + 1", POSITIVE),
        ("2 - cos(x)", POSITIVE),
        ("sqrt(x^2 + 1) - x", POSITIVE),
        ("10^100*(1 - 10^(-14)) - (10^300)^(1/3)", NONZERO),
    ],
)
def test_signs_that_are_shown(text, rule):
    assert space(BOX).signs.holds(formula(text), rule)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("x^2 + y^2", POSITIVE),
        ("x", NONNEGATIVE),
        ("x - y", NONZERO),
        ("x + 1 - 10^(-30)", NONNEGATIVE),
        ("(asin(x/2) + acos(x/2) - pi/2)^2", POSITIVE),
        ("10^100*(1 - 10^(-14)) - (10^300)^(1/3)", POSITIVE),
    ],
)
def test_what_is_false_is_not_shown(text, rule):
    assert not space(BOX).signs.holds(formula(text), rule)


leaves = st.sampled_from([symbol("x"), symbol("y")]) | st.integers(-3, 3).map(number)
shares = st.integers(-16, 16).map(lambda count: Fraction(count, 16))


FAILS = {
    POSITIVE: lambda value: value <= 0,
    NONNEGATIVE: lambda value: value < 0,
    NONZERO: lambda value: value == 0,
}


@settings(max_examples=100)
@given(trees(leaves, most=5), st.sampled_from(list(Rule)), shares, shares)
def test_a_sign_that_is_shown_holds_at_every_point(tree, rule, x, y):
    value = value_at(tree, {"x": x, "y": y})
    assume(value is not None)
    assert not (FAILS[rule](value) and space(BOX).signs.holds(tree, rule))


def test_the_only_zero_of_a_sum_of_squares_may_lie_outside():
    outside = region(("x - 1/2", NONNEGATIVE), x=(-1, 1), y=(-1, 1))
    assert space(outside).signs.holds(formula("x^2 + y^2"), POSITIVE)
    assert not space(BOX).signs.holds(formula("x^2 + y^2"), POSITIVE)


def test_a_power_has_the_sign_of_its_base_alone():
    assert not told((Step.POWER, OK), "x^3", NONNEGATIVE)
    assert not told((Step.POWER, OK), "(x + 1)^(-1)", POSITIVE)
    assert told((Step.POWER, OK), "(x + 2)^3", POSITIVE)


def test_an_unknown_sign_is_neither():
    assert space(BOX).signs.sign(formula("x")) == 0
    assert space(BOX).signs.sign(formula("x - 2")) == -1
    assert space(BOX).signs.sign(formula("2 - x")) == 1
    assert signed(formula("x"), -1) == -formula("x")


def cover(*cuts):
    """Bisections of x at points, every part said to be fine."""
    tree = (Step.OK,)
    for point in reversed(cuts):
        tree = (Step.CUT, "x", Fraction(point), (Step.OK,), tree)
    return (Step.RANGES, 64, tree)


@pytest.mark.parametrize(
    "record",
    [
        OK,
        cover(0),
        cover(-2),  # A point outside of the interval would leave a gap.
        (Step.RANGES, 64, (Step.CUT, "x", Fraction(0), (Step.OK,))),
        (Step.RANGES, 64, (Step.CUT, "x", 0.0, (Step.OK,), (Step.OK,))),
        (Step.RANGES, 10**9, (Step.OK,)),
        (Step.RANGES, 64, ("fine",)),
        (Step.FORM, number(1), OK),
        (Step.FORM, formula("x + 2"), OK),
        (Step.FACTORS, Fraction(1), [(formula("x"), 1, 1, OK)]),
        (Step.FACTORS, Fraction(1), [(formula("x"), 2, 0, ())]),
        (Step.FACTORS, Fraction(-1), [(formula("x"), 1, -1, OK)]),
        (Step.FACTORS, Fraction(0), []),
        ("believe me",),
        (),
        None,
    ],
)
def test_no_record_shows_what_is_false(record):
    assert not told(record, "x", NONNEGATIVE)


@pytest.mark.parametrize(
    "record",
    [
        (Step.FACT, 0, Fraction(1), OK),
        (Step.FACT, 0, Fraction(-1), OK),
        (Step.FACT, 0, Fraction(0), (Step.FORM, number(0), OK)),
        (Step.RANGES, 64, (Step.OUT, 0)),
        (Step.LOCUS, [(Fraction(1), "x", 2)], OK, 0, OK),
        (Step.LOCUS, [(Fraction(1), "x", 1)], OK, 0, OK),
        (Step.LOCUS, [], OK, 0, OK),
    ],
)
def test_a_fact_shows_only_what_follows(record):
    """That x ≥ 0, since y ≥ 0 is known."""
    assert not told(record, "x", NONNEGATIVE, region(("y", NONNEGATIVE), x=(-1, 1), y=(-1, 1)))


def test_a_fact_that_is_not_strict_shows_nothing_strict():
    weak = region(("x", NONNEGATIVE), x=(-1, 1))
    record = (Step.FACT, 0, Fraction(1), (Step.FORM, number(0), OK))
    assert told(record, "x", NONNEGATIVE, weak)
    assert not told(record, "x", POSITIVE, weak)
    assert told(record, "x", POSITIVE, region(("x", POSITIVE), x=(-1, 1)))


def test_a_weak_fact_and_a_strict_rest_are_strict():
    """That x > 0, since x − y ≥ 0 and y > 0; not since y ≥ 0 alone."""
    above = region(("x - y", NONNEGATIVE), x=(-1, 1), y=(Fraction(1, 8), 1))
    touching = region(("x - y", NONNEGATIVE), x=(-1, 1), y=(0, 1))
    record = (Step.FACT, 0, Fraction(1), (Step.FORM, formula("y"), OK))
    assert told(record, "x", POSITIVE, above)
    assert told(record, "x", Rule.NONZERO, above)
    assert not told(record, "x", POSITIVE, touching)
    assert not told(record, "x", Rule.NONZERO, touching)
    assert told(record, "x", NONNEGATIVE, touching)
    nonzero = region(("x - y", Rule.NONZERO), x=(-1, 1), y=(Fraction(1, 8), 1))
    assert not told(record, "x", POSITIVE, nonzero)


def test_a_cover_is_good_if_its_parts_are():
    assert told(cover(0), "2 - x^2")
    assert told((Step.RANGES, 64, (Step.CUT, "x", HALF, (Step.OUT, 0), (Step.OK,))), "x", POSITIVE,
                region(("x - 1/2", POSITIVE), x=(-1, 1)))  # fmt: skip


def is_empty(record, where):
    """Whether a region is shown to be empty by an advisor with this record."""
    return space(where, lying(emptiness=lambda _: record)).is_empty


def test_emptiness_is_shown_by_facts_that_contradict_each_other():
    both = region(("x - 1/2", NONNEGATIVE), ("-x", NONNEGATIVE), x=(-1, 1))
    zero = (Step.FORM, formula("1/2"), OK)
    assert space(both).is_empty
    assert is_empty(((0, 1), zero), both)
    assert not is_empty(((0,), zero), both)
    assert not is_empty(((), zero), both)
    assert not is_empty(((0,), OK), both)


def test_a_region_of_one_point_is_not_empty():
    point = region(("x", NONNEGATIVE), ("-x", NONNEGATIVE), x=(-1, 1))
    assert not space(point).is_empty
    assert not is_empty(((0, 1), OK), point)
    assert not is_empty(((0, 1), (Step.FORM, number(0), OK)), point)


def test_a_root_is_no_factor():
    """With −x ≥ 0 known: x = √x·√x would have two "negative" factors."""
    record = (Step.FACTORS, Fraction(1), [(formula("x"), HALF, -1, OK)] * 2)
    assert not told(record, "x", NONNEGATIVE, region(x=(-1, 0)))


def test_a_factor_that_is_undefined_shows_nothing():
    record = (Step.FACTORS, Fraction(1), [(formula("sqrt(x)"), 2, 0, ())])
    assert not told(record, "x", NONNEGATIVE)


def test_a_form_that_is_undefined_shows_nothing():
    record = (Step.FORM, formula("sin(asin(x)) + 2"), OK)
    with refused(Code.ALGEBRA_REWRITING_NEEDS):
        told(record, "x + 2", POSITIVE, region(x=(-5, 5)))


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("exp(x - y) - 1 - x + y", BOX),
        ("exp(x) - 1 - x + x^2", BOX),
        ("x - 1 - log(x)", region(x=(0, 5))),
        ("x^2 - 1/4 - log(2)/2 - log(x)/2", region(x=(HALF, 5))),
        (
            "x^2 + y^2 - 1/4 - log(4*(x^2 + y^2))/4",
            region(("x^2 + y^2 - 1/4", NONNEGATIVE), x=(-1, 1), y=(-1, 1)),
        ),
    ],
)
def test_tangents_show_signs(text, where):
    assert space(where).signs.holds(formula(text), NONNEGATIVE)
    assert not space(where).signs.holds(formula(text), POSITIVE)
    assert not space(where).signs.holds(formula(text) - number(Fraction(1, 10**30)), NONNEGATIVE)


TANGENT_REST = (Step.FORM, number(0), OK)


@pytest.mark.parametrize(
    ("text", "node", "scale", "factor", "rule"),
    [
        ("exp(x) - 1 - x", "exp(x)", 1, 1, POSITIVE),
        ("1 + x - exp(x)", "exp(x)", 1, -1, NONNEGATIVE),
        ("exp(x) - 2 - x", "exp(x)", 1, 1, NONNEGATIVE),
        ("log(x + 2) - x - 1", "log(x + 2)", 1, -1, NONNEGATIVE),
        ("cos(x) - 1 - x", "cos(x)", 1, 1, NONNEGATIVE),
        ("-exp(x) - 1 - x", "exp(x)", -1, 1, NONNEGATIVE),
        ("x - y", "exp(y)", 1, 1, NONNEGATIVE),
    ],
)
def test_a_tangent_shows_only_what_lies_above_it(text, node, scale, factor, rule):
    record = (Step.TANGENT, formula(node), Fraction(scale), Fraction(factor), TANGENT_REST)
    assert not told(record, text, rule)


def test_a_tangent_of_what_is_not_defined_shows_nothing():
    """Log x is no part of 0, and says nothing where x is negative."""
    rest = (Step.FORM, formula("log(x) - x"), OK)
    record = (Step.TANGENT, formula("log(x)"), Fraction(1), Fraction(1), rest)
    assert not told(record, "0*y - 1", NONNEGATIVE)
