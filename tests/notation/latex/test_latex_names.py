"""The names of a problem in LaTeX."""

import pytest

from symplex.errors import ExpressionError
from symplex.expression.parse import Scope
from symplex.notation.latex import read_latex_formula

SCOPE = Scope(("x", "x1"), ("kappa", "epsilon", "lamda", "c_0", "Re", "e"), ("u",))


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"\kappa", "kappa"),
        (r"\varepsilon", "epsilon"),
        (r"\lambda", "lamda"),
        ("c_0", "c_0"),
        ("x_{1}", "x1"),
        (r"\mathrm{Re}", "Re"),
        ("e", "e"),
    ],
)
def test_a_name_is_found_as_it_is_printed(latex, text):
    assert read_latex_formula(latex, SCOPE).text == text


@pytest.mark.parametrize(
    ("latex", "sentence"),
    [
        (
            "kappa",
            r"column 1: 'kappa' reads as a product of letters in LaTeX; write \mathrm{kappa} or \kappa",
        ),
        (
            r"\kapa",
            r"column 1: unknown symbol '\kapa'; this problem has u, x, x1, kappa, epsilon, lamda, c_0, Re and e; did you mean 'kappa'?",
        ),
        (
            "c_1",
            "column 1: unknown symbol 'c'; this problem has u, x, x1, kappa, epsilon, lamda, c_0, Re and e",
        ),
    ],
)
def test_a_name_that_is_none_is_said(latex, sentence):
    with pytest.raises(ExpressionError) as found:
        read_latex_formula(latex, SCOPE)
    assert str(found.value) == sentence
