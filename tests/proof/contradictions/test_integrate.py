import pytest

from support.statements import SQUARE, formula, on_square
from symplex.proof.contradictions.exact import is_zero
from symplex.proof.contradictions.integrate import integral
from symplex.work.budget import Budget

BOX = on_square("u_x = 0").domain


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3", "3"),
        ("x*y", "1/4"),
        ("x^2 + y", "5/6"),
        ("exp(x)*sin(pi*y)", "2*(exp(1) - 1)/pi"),
        ("sqrt(x)", "2/3"),
        ("1/(1 + x)", "log(2)"),
        ("x*exp(x*y)", "exp(1) - 2"),
    ],
)
def test_integrals_over_a_square(text, value):
    found = integral(formula(text), BOX, Budget.unlimited())
    assert found is not None
    assert is_zero(found - formula(value))


@pytest.mark.parametrize("text", ["exp(sin(x*y))", "abs(x - y)", "1/x", "u*x", "max(x, y)"])
def test_what_is_not_shown_is_none(text):
    assert integral(formula(text), BOX, Budget.unlimited()) is None


def test_the_box_is_that_of_the_statement():
    assert list(BOX) == list(SQUARE)
