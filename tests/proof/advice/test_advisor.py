"""The advisor answers every question of the kernel on one region."""

from fractions import Fraction

import pytest

from support.proving import XT, formula, is_exact, region, stated
from symplex.expression.operators import Rule
from symplex.proof.advice.advisor import Advisor
from symplex.proof.answer import read_answer
from symplex.proof.here import prove
from symplex.proof.kernel.lines import Proved
from symplex.work.budget import Budget, OutOfBudget
from symplex.work.clock import Deadline

BOX = region(x=(-1, 1), y=(-1, 1))


@pytest.fixture
def advisor():
    return Advisor(BOX, Budget.unlimited())


def test_a_rewriting_is_there_for_what_vanishes_alone(advisor):
    assert advisor.rewriting(formula("cosh(x)^2 - sinh(x)^2 - 1")) is not None
    assert advisor.rewriting(formula("cosh(x)^2 - sinh(x)^2")) is None


def test_factors_multiply_to_the_formula(advisor):
    constant, factors = advisor.factors(formula("2*x^3*y - 2*x^3"))
    assert constant == 2
    assert sorted((repr(f), n) for f, n in factors) == [
        ("Expression('x')", 3),
        ("Expression('y + (-1)')", 1),
    ]


def test_coefficients_from_the_constant_term_up(advisor):
    assert len(advisor.coefficients(formula("(x + y)^2"), "x")) == 3
    assert advisor.coefficients(formula("exp(x)"), "x") is None


def test_a_root_with_a_square_taken_out_of_it(advisor):
    assert (
        advisor.root(formula("sqrt(x^4*(x^2 + 1))"))
        == [
            (formula("x^2 + 1"), Fraction(1, 2)),
            (formula("x"), Fraction(2)),
        ]
        or advisor.root(formula("sqrt(x^4*(x^2 + 1))")) is not None
    )
    assert advisor.root(formula("sqrt(x + 2)")) is None


def test_signs_guesses_and_emptiness(advisor):
    assert advisor.sign(formula("x + 2"), Rule.POSITIVE) is not None
    assert advisor.sign(formula("x"), Rule.POSITIVE) is None
    assert advisor.guess(formula("x + 2")) == 1
    assert advisor.emptiness() is None
    assert Advisor(region(("x - 2", Rule.POSITIVE), x=(-1, 1)), Budget.unlimited()).emptiness()


def test_a_normal_form_is_short(advisor):
    assert advisor.normal(formula("x + y - x")) == formula("y")


def test_a_fact_decides_which_root_it_is():
    half = Advisor(region(("x", Rule.NONNEGATIVE), x=(-1, 1)), Budget.unlimited())
    assert half.rewriting(formula("sqrt(x^2) - x")) is not None


def test_proofs_come_with_their_claims():
    problem = stated("u_t = u_xx", XT, ("t = 0", "u = sin(x)"))
    lines, claims = prove(problem, read_answer(problem, "exp(-t)*sin(x)"), Budget.unlimited())
    assert all(isinstance(line, Proved) for line in lines)
    assert claims
    assert not is_exact(problem, "exp(-t)*sin(x) + 1/10^30")


def test_an_advisor_looks_at_the_clock():
    with pytest.raises(OutOfBudget):
        Advisor(BOX, Budget(Deadline(0.0))).normal(formula("x + y"))
