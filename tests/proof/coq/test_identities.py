"""Scripts for identities."""

from symplex.expression.parse import Scope, parse
from symplex.proof.coq.identities import identity
from symplex.proof.coq.terms import names_of

SCOPE = Scope(("x", "t"))
NAMES = names_of(("x", "t"), ())


def script(*formulas: str, facts: tuple[str, ...] = ()) -> str:
    return "\n".join(identity([parse(text, SCOPE) for text in formulas], NAMES, facts))


def test_polynomials_need_nothing_but_field():
    lines = ["sx_parts.", "simpl INR; unfold Rdiv in *; field; sx_side."]
    assert script("x + t", "t + x").splitlines() == lines


def test_functions_of_different_arguments_are_brought_together():
    text = script("exp(2*x)", "exp(x)^2")
    assert "exp (2 * x) = exp (INR 2 * x + (0))" in text
    text = script("sin(2*x)", "2*sin(x)*cos(x)")
    assert "sin (2 * x) = sin (INR 2 * x + (0))" in text
    assert "sin x ^ 2 = 1 - cos x ^ 2" in text


def test_roots_bring_their_law_and_facts_stand_by():
    text = script("sqrt(t)^2", "t", facts=("M1",))
    assert "sqrt t ^ 2 = t" in text
    assert "generalize M1 Q1." in text
    assert "intros RM1 RQ1." in text
    assert text.endswith("field [RQ1]; sx_side.")


def test_logarithms_of_products_are_taken_apart():
    assert "ln (x / 2) = ln (/ 2 ^ 1 * (x ^ 1 * (1)))" in script("log(x/2)", "log(x) - log(2)")


def test_an_inner_function_is_written_alike_before_the_outer_one():
    text = script("exp(log(2/x))", "2/x")
    assert text.index("ln (2 / x) = ln (2 * / x)") < text.index("exp (ln (2 / x)) = exp")


def test_a_broken_power_brings_its_law():
    assert "exp (1 / 3 * ln x) ^ 3 = x" in script("exp(log(x)/3)^3", "x")
