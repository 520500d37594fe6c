"""Normal forms: the same for what is the same, whatever it is written like."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.proving import formula, region
from support.reasons import refused
from symplex.exact.quotients.field import Field
from symplex.exact.quotients.functions import function_of
from symplex.expression import CONSTANT, leaf
from symplex.proof.advice.advisor import Advisor
from symplex.reasons import Code
from symplex.work.budget import Budget, OutOfBudget


def field(budget=None):
    """With x and y known to be positive."""
    budget = budget or Budget.unlimited()
    return Field(lambda tree: int(tree.symbols <= {"x", "y"}), budget, function_of)


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
    with refused(Code.ALGEBRA_FITTED_CONSTANT, Code.PROOF_FITTED_CONSTANTS):
        field().element(leaf(CONSTANT, 1.5) * formula("x"))
    with pytest.raises(OutOfBudget):
        field(budget=Budget(0.0)).element(formula("x"))


def test_a_sign_is_asked_for_once():
    questions = []
    here = Field(lambda tree: questions.append(tree) or 1, Budget.unlimited(), function_of)
    assert here.sign(formula("x")) == here.sign(formula("x")) == 1
    assert len(questions) == 1


def test_a_normal_form_is_the_same_function():
    advisor = Advisor(region(x=(-1, 1)), Budget.unlimited())
    for text in ("(x + 1)^3 - x^3", "x/(x^2 + 1) + 1", "cosh(x)"):
        tree = formula(text)
        assert advisor.rewriting(tree - advisor.normal(tree)) is not None
