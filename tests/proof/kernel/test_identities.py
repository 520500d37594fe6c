"""Identities are shown by rewritings, each rule checked by its law: no tampering shows a lie."""

import random
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from support.proving import formula, region, space, tampered, value_at
from support.reasons import refused
from symplex.expression import CONSTANT, leaf, number
from symplex.expression.operators import Rule
from symplex.expression.rewriting import Rewriting
from symplex.proof.advice.advisor import Advisor
from symplex.proof.kernel.identities import Identities
from symplex.reasons import Code
from symplex.work.budget import Budget, Missing, OutOfBudget
from symplex.work.clock import Deadline

BOX = region(x=("1/4", "3/4"), y=("1/4", "3/4"))
TRUE = (
    "(x + y)^2 - x^2 - 2*x*y - y^2",
    "x/(x + y) + y/(x + y) - 1",
    "exp(x + y) - exp(x)*exp(y)",
    "exp(x/2)^2 - exp(x)",
    "cosh(x)^2 - sinh(x)^2 - 1",
    "tanh(x) - (exp(2*x) - 1)/(exp(2*x) + 1)",
    "sin(x + 2*y) - sin(x)*cos(2*y) - cos(x)*sin(2*y)",
    "cos(3*x) - 4*cos(x)^3 + 3*cos(x)",
    "sin(x + pi/3) - sin(x)/2 - sqrt(3)/2*cos(x)",
    "tan(x) - sin(x)/cos(x)",
    "sin(asin(x)) - x",
    "cos(2*atan(x)) - (1 - x^2)/(1 + x^2)",
    "asin(x) + acos(x) - pi/2",
    "atan(1) - pi/4",
    "erf(-x) + erf(x)",
    "log(x*y) - log(x) - log(y)",
    "log(x^3*exp(y)) - 3*log(x) - y",
    "exp(2*log(x)) - x^2",
    "sqrt(x)*sqrt(y) - sqrt(x*y)",
    "sqrt(x^2) - x",
    "sqrt(12*x) - 2*sqrt(3)*sqrt(x)",
    "(x^3)^(1/2) - x*sqrt(x)",
)
CHANGES = ("10^(-50)", "x/1000", "x*y", "sqrt(x) - sqrt(y)", "exp(x) - exp(y)", "sin(x)")


@pytest.mark.parametrize("text", TRUE)
def test_identities_are_shown(text):
    assert space(BOX).is_zero(formula(text))


@pytest.mark.parametrize("text", TRUE)
def test_a_formula_that_is_not_zero_is_never_shown_to_be(text):
    for change in CHANGES:
        assert not space(BOX).is_zero(formula(f"{text} + {change}"))


def rewritten(tree, rewriting, never_negative=lambda _: False):
    """Whether a rewriting shows that a formula vanishes; a misshapen one shows nothing."""
    try:
        return Identities(rewriting, never_negative, Budget.unlimited()).is_zero(tree)
    except (Missing, IndexError, KeyError, TypeError, ValueError, AttributeError):
        return False


@given(
    st.sampled_from(TRUE),
    st.sampled_from(TRUE),
    st.sampled_from(CHANGES),
    st.integers(0, 10**6),
)
def test_no_tampered_rewriting_shows_a_lie(text, other, change, seed):
    """Everything that an honest advisor says of two identities, changed in up to three words."""
    rng, wrong = random.Random(seed), formula(f"{text} + {change}")
    field, here = Advisor(BOX, Budget.unlimited()), space(BOX)
    found = [field.rewriting(formula(f"{t} + 0*({change})")) for t in (text, other)]
    trees = dict.fromkeys(g for one in found for g in one.generators)
    rewriting = Rewriting(tuple(trees), {**found[1].rules, **found[0].rules})
    for _ in range(rng.randint(0, 3)):
        rewriting = tampered(rewriting, rng)
    shown = rewritten(wrong, rewriting, lambda part: here.signs.holds(part, Rule.NONNEGATIVE))
    assert not shown


names = st.sampled_from(["x", "y", "x + y", "x*y", "2*x", "x/2", "1/(x + y)", "x^2"])
functions = st.sampled_from(
    ["exp", "log", "sin", "cos", "tan", "sinh", "tanh", "atan", "asin", "erf", "sqrt"]
)


@given(functions, names, functions, names, st.sampled_from("+-*/"))
def test_what_is_shown_to_vanish_vanishes(f, a, g, b, sign):
    tree = formula(f"{f}({a}) {sign} {g}({b})")
    value = value_at(tree, {"x": Fraction(3, 7), "y": Fraction(5, 11)})
    assume(value is not None)
    if space(BOX).is_zero(tree):
        assert value.contains(0)


def lie(text, generators, rule, node):
    """Whether a lie about one node shows that a formula vanishes."""
    rewriting = Rewriting(
        tuple(formula(g) for g in generators.split(", ")), {formula(node).tokens: rule}
    )
    return rewritten(formula(text), rewriting)


X, HALF = formula("x"), Fraction(1, 2)
LIES = [
    ("sqrt(x^2) - x", "x", ("power", [(X, Fraction(1))], None), "sqrt(x^2)"),
    ("sqrt(x^2) - x", "x", ("power", [], X**2), "sqrt(x^2)"),
    ("exp(x) - x", "x", ("exp", [], []), "exp(x)"),
    ("exp(2*x) - exp(x)", "x, exp(x)", ("exp", [(X, 1)], []), "exp(2*x)"),
    ("sin(2*x) - sin(x)", "x, cos(x), sin(x)", ("angle", [(X, 1)], [], 0), "sin(2*x)"),
    ("sin(x) - 1", "x, pi, sqrt(2), sqrt(3)", ("angle", [], [], HALF), "sin(x)"),
    ("log(x) + log((-x)^2)/2", "x, log(x^2)", ("log", [(X, Fraction(-1))], []), "log(x)"),
    ("log(x)", "x", ("log", [], []), "log(x)"),
    ("atan(x) - pi/4", "x, pi, sqrt(2), sqrt(3)", ("arc", 1, None, Fraction(1, 4)), "atan(x)"),
    ("erf(x)", "x, pi", ("arc", 1, None, 0), "erf(x)"),
    ("erf(x) - erf(2*x)", "x, erf(2*x)", ("arc", 1, 2 * X, None), "erf(x)"),
    ("abs(x) - x", "x", ("power", [(X, Fraction(1))], None), "abs(x)"),
    ("abs(x) - x", "x, abs(x)", ("arc", 1, X, None), "abs(x)"),
    ("x^2 - x", "x, x^2", (), "x"),
    ("erf(2*x) - 2*erf(x)", "x, erf(x)", ("arc", 2, X, None), "erf(2*x)"),
    ("exp(x/2) - exp(x)", "x, exp(x)", ("exp", [(X, HALF)], []), "exp(x/2)"),
    ("sin(x/2) - sin(x)", "x, cos(x), sin(x)", ("angle", [(X, HALF)], [], 0), "sin(x/2)"),
    (
        "log(x) - log(x^2)/2 - y/2",
        "x, y, log(x^2), exp(y)",
        ("log", [(X, Fraction(1))], [(formula("y"), HALF)]),
        "log(x)",
    ),
]


@pytest.mark.parametrize(("text", "generators", "rule", "node"), LIES)
def test_lies_are_refused(text, generators, rule, node):
    assert not lie(text, generators, rule, node)


UNCHECKED = [
    pytest.param(
        "sin(exp(x)) - x/sqrt(1 + x^2)",
        "x, exp(x), sqrt(1 + x^2)",
        ("angle", [], [(formula("exp(x)"), formula("sqrt(1 + x^2)"), 1)], 0),
        "sin(exp(x))",
        id="kind of an arc",
    ),
    pytest.param(
        "sqrt(x^2) - x",
        "x, sqrt(x)",
        ("power", [(formula("sqrt(x)"), Fraction(2))], None),
        "sqrt(x^2)",
        id="a real factor",
    ),
]


@pytest.mark.parametrize(("text", "generators", "rule", "node"), UNCHECKED)
def test_lies_about_unchecked_hypotheses_are_refused(text, generators, rule, node):
    assert not lie(text, generators, rule, node)


def test_fitted_constants_are_no_generators():
    one, two = leaf(CONSTANT, 1.0), leaf(CONSTANT, 2.0)
    assert not rewritten(one - two, Rewriting((one,), {}))


def test_a_root_is_no_generator_of_a_quotient_and_a_branch_none_at_all():
    for text in ("sqrt(1/x)", "abs(x)", "x + y", "tan(x)", "x^2"):
        with pytest.raises(Missing):
            Identities(Rewriting((X, formula("y"), formula(text)), {}), bool, Budget.unlimited())


def test_a_node_without_a_rule_and_a_late_hour_end_the_proof():
    with refused(Code.ALGEBRA_UNKNOWN_KIND, Code.ALGEBRA_UNKNOWN_NODE):
        Identities(Rewriting((X,), {}), bool, Budget.unlimited()).is_zero(formula("exp(x)"))
    with pytest.raises(OutOfBudget):
        Identities(Rewriting((X,), {}), bool, Budget(Deadline(0.0))).is_zero(X - number(1))
