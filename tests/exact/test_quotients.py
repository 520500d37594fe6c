"""The field of quotients in which identities are decided: powers, functions, squares."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.proving import formula, region, space
from support.reasons import refused
from symplex.exact.quotients.functions import field_of_laws, law_of
from symplex.exact.quotients.powers import factored_trees, power, primes
from symplex.exact.quotients.ring import TreeRing
from symplex.exact.quotients.squares import with_squares
from symplex.expression import CONSTANT, leaf
from symplex.expression import operators as op
from symplex.expression.operators import Rule
from symplex.expression.rewriting import HiddenSign
from symplex.proof.advice.advisor import Advisor
from symplex.reasons import Code
from symplex.work.budget import Budget, OutOfBudget
from symplex.work.clock import Deadline

# Normal forms: the same for what is the same, whatever it is written like.


def field(budget=None):
    """With x and y known to be positive."""
    budget = budget or Budget.unlimited()
    return field_of_laws(lambda tree: int(tree.symbols <= {"x", "y"}), budget)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("exp(x/2)*exp(x/3)", "exp(5*x/6)"),
        ("sin(x)*cos(x)", "sin(2*x)/2"),
        ("exp(x)^2 + exp(x/2)", "exp(2*x) + sqrt(exp(x))"),
        ("1/(1 + 1/x)", "x/(x + 1)"),
        ("log(x) + log(y)", "log(x*y)"),
        ("exp(-(x - t)^2/(4*x*t))*exp(-1/2)", "exp(-x/(4*t))*exp(-t/(4*x))"),
        ("exp(1/(x + 1))*exp(x/(2*(x + 1)))^2", "exp(1)"),
    ],
)
def test_equal_formulas_have_one_normal_form(one, two):
    here = field()
    assert here.element(formula(f"({one}) - ({two})")).top.is_zero()


def test_different_formulas_have_different_ones():
    assert not field().element(formula("sin(x) - sin(y)")).top.is_zero()


@given(st.integers(1, 6), st.integers(1, 6), st.integers(1, 6))
def test_exponents_are_whole_multiples_of_a_common_part(a, b, c):
    text = f"exp(x/{a})*exp(x/{b})*exp(-x/{c}) - exp(x*(1/{a} + 1/{b} - 1/{c}))"
    assert field().element(formula(text)).top.is_zero()


def test_a_rewriting_names_generators_and_rules():
    found = field().rewriting(formula("cos(2*x) - 1 + 2*sin(x)^2"))
    assert formula("cos(x)") in found.generators
    assert formula("cos(2*x)").tokens in found.rules


def test_coefficients_of_a_symbol():
    assert field().coefficients(formula("x*y + y + 3"), "y") == [formula("3"), formula("x + 1")]
    assert field().coefficients(formula("exp(x) + x"), "x") is None
    assert field().coefficients(formula("1/x"), "x") is None


def test_what_is_no_exact_number_and_a_late_hour_end_it():
    with refused(Code.ALGEBRA_FITTED_CONSTANT):
        field().element(leaf(CONSTANT, 1.5) * formula("x"))
    with pytest.raises(OutOfBudget):
        field(budget=Budget(Deadline(0.0))).element(formula("x"))


def test_a_sign_is_asked_for_once():
    questions = []
    here = field_of_laws(lambda tree: questions.append(tree) or 1, Budget.unlimited())
    assert here.sign(formula("x")) == here.sign(formula("x")) == 1
    assert len(questions) == 1


def test_a_normal_form_is_the_same_function():
    advisor = Advisor(region(x=(-1, 1)), Budget.unlimited())
    for text in ("(x + 1)^3 - x^3", "x/(x^2 + 1) + 1", "cosh(x)"):
        tree = formula(text)
        assert advisor.rewriting(tree - advisor.normal(tree)) is not None


# How each function is written in generators, with a record that the kernel accepts.

BOX = region(x=("1/4", "3/4"), y=("1/4", "3/4"))


@pytest.mark.parametrize(
    "text",
    [
        "exp(x + y + log(x)) - x*exp(x)*exp(y)",
        "sinh(2*x) - 2*sinh(x)*cosh(x)",
        "tan(x + pi/4) - (1 + tan(x))/(1 - tan(x))",
        "sin(pi/12) - sqrt(2)*(sqrt(3) - 1)/4",
        "cos(7*x - 6*x) - cos(x)",
        "sin(2*asin(x)) - 2*x*sqrt(1 - x^2)",
        "sin(atan(x) + y) - (x*cos(y) + sin(y))/sqrt(1 + x^2)",
        "log(12) - 2*log(2) - log(3)",
        "log(sqrt(x)*exp(y)/y) - log(x)/2 - y + log(y)",
        "acos(-x) - pi + acos(x)",
        "asin(1/2) - pi/6",
        "asin(sqrt(3)/2) - pi/3",
        "atan(-sqrt(3)) + pi/3",
        "erf(0)",
    ],
)
def test_laws_that_the_kernel_confirms(text):
    assert space(BOX).is_zero(formula(text))


@pytest.mark.parametrize(
    "text",
    [
        "exp(x + y) - exp(x) - exp(y)",
        "asin(sin(x)) - x",
        "atan(x) + atan(1/x) - pi/2",
        "erf(2*x) - 2*erf(x)",
        "sin(pi/5) - cos(pi/5)",
    ],
)
def test_what_is_false_or_has_no_law_is_not_confirmed(text):
    assert not space(BOX).is_zero(formula(text))


def test_a_branch_is_no_function():
    for operator in (op.ABS, op.SIGN, op.MAX, op.MIN, op.RELU):
        with refused(Code.ALGEBRA_UNRESOLVED_OPERATOR):
            law_of(operator)
    assert callable(law_of(op.SQRT))


# Factors and roots: squares are taken out, and a hidden absolute value is noticed.


def field_with_sign(sign=0):
    return field_of_laws(lambda _: sign, Budget.unlimited())


def test_factors_with_their_exponents():
    constant, found = factored_trees(field_with_sign(), formula("(2*x^2 - 2)/(3*y^2)"))
    assert constant == Fraction(2, 3)
    assert {(repr(tree), times) for tree, times in found} == {
        ("Expression('x + 1')", 1),
        ("Expression('x + (-1)')", 1),
        ("Expression('y')", -2),
    }


def test_one_minus_the_square_of_a_cosine_is_that_of_a_sine():
    _, found = factored_trees(field_with_sign(), formula("1 - cos(x)^2 + 0*sin(x)"))
    assert (formula("sin(x)"), 2) in found


def root(text, sign):
    here = field_with_sign(sign)
    return power(here, here.element(formula(text)), Fraction(1, 2))


def test_a_square_of_unknown_sign_hides_an_absolute_value():
    with pytest.raises(HiddenSign):
        root("x^2", 0)
    assert root("x^2", 1)[1][1] == [(formula("x"), Fraction(1))]
    assert root("x^2", -1)[1][1] == [(formula("-1*x"), Fraction(1))]


def test_a_fourth_power_hides_nothing():
    assert root("x^4", 0)[1][1] == [(formula("x"), Fraction(2))]


def test_a_root_of_a_negative_number_is_refused():
    with refused(Code.ALGEBRA_ROOT_OF_NEGATIVE):
        root("-4", 1)


@given(st.fractions(min_value=Fraction(1, 10**6), max_value=10**6))
def test_primes_multiply_to_the_number(value):
    product = Fraction(1)
    for prime, times in primes(value):
        product *= Fraction(prime) ** times
    assert product == value


def test_large_numbers_are_left_whole():
    large = Fraction(2**200 + 1)
    assert primes(large) == [(2**200 + 1, 1)]


# Squares of binomials in sums with negative terms.

PLANE = region(x=(None, None), y=(None, None))
SUMS = [
    "x^2 - 2*x*y + y^2 + 1",
    "x^4 - x^2*y^2 + y^4 + 1/8",
    "4*x^2 - 3*x + 1",
    "exp(x)^2 - exp(x)*exp(y) + exp(y)^2",
    "exp(4*x + 2*y) + 9/25*exp(2*x + 4*y) - 32/25*exp(2*x + 2*y) + 9/25*exp(2*x) + exp(2*y)",
    "x^2 + y^2 + 3 - x*y - x - y",
]


def squared(text):
    return with_squares(field_of_laws(lambda _: 0, Budget.unlimited()), formula(text))


@pytest.mark.parametrize("text", SUMS)
def test_the_sum_is_the_same_and_its_sign_is_seen(text):
    found = squared(text)
    assert found is not None
    assert space(PLANE).is_zero(found - formula(text))
    assert space(PLANE).signs.holds(formula(text), Rule.NONNEGATIVE)


@pytest.mark.parametrize("text", ["x^2 - 3*x*y + y^2", "x - y", "x^2 + y^2", "1/x", "x^3 - x + 1"])
def test_none_where_something_is_left_or_nothing_is_negative(text):
    assert squared(text) is None


# A ring whose elements can be written as formulas again.


def made():
    ring = TreeRing(Budget.unlimited())
    return ring, ring.new_for(formula("x")), ring.new_for(formula("exp(y)"))


@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(0, 3), st.integers(0, 3)), max_size=4))
def test_a_polynomial_is_written_as_its_formula(terms):
    ring, a, b = made()
    polynomial = sum((c * a**m * b**n for c, m, n in terms), ring.constant(0))
    text = " + ".join(f"({c})*x^{m}*exp(y)^{n}" for c, m, n in terms) or "0"
    assert space(region(x=(-1, 1), y=(-1, 1))).is_zero(ring.tree(polynomial) - formula(text))


def test_a_quotient_and_the_generators_in_it():
    ring, a, b = made()
    element = ring.element(a + 1, b)
    assert ring.element_tree(element) == formula("x + 1") / formula("exp(y)")
    assert ring.degrees(a * b**2) == {0: 1, 1: 2}
    assert ring.generator(1) == b
