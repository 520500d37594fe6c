"""Guesses of the user's: unknown names are constants to be found."""

import pytest

from symplex.errors import ExpressionError
from symplex.expression.render import to_text
from symplex.notation.problem_files import bundled
from symplex.solver.solution.hints import read_hint

HEAT = bundled("heat")
PAIR = bundled("acoustics-standing")


def test_free_names_become_constants():
    hint = read_hint(HEAT, "u = exp(a*t)*sin(x) + a*b2")
    assert hint.skeleton.constants == ("a#", "b2#")
    assert to_text(hint.skeleton.tree) == "exp(1*t)*sin(x) + 1*1"
    assert hint.text == "u = exp(a*t)*sin(x) + a*b2"


def test_a_constant_may_be_an_exponent():
    hint = read_hint(HEAT, "(1 + x^2)^c + 2^d")
    assert to_text(hint.skeleton.formulas["u"]) == "exp(c#*log(1 + x^2)) + exp(d#*log(2))"
    with pytest.raises(ExpressionError, match="an exponent must be a number"):
        read_hint(HEAT, "c^x")


@pytest.mark.parametrize("text", ["2e3*x", "1.5E-2*x", "3e+1*x", "pi*sin(x)"])
def test_decimals_and_functions_are_no_free_names(text):
    assert read_hint(HEAT, text).skeleton.constants == ()


def test_a_system_s_guesses_are_in_the_order_of_its_unknowns():
    one, two = PAIR.unknowns
    hint = read_hint(PAIR, f"{two} = x; {one} = c*t;")
    assert [to_text(part) for part in hint.skeleton.tree.components] == ["1*t", "x"]


@pytest.mark.parametrize(
    ("problem", "text", "sentence"),
    [
        (
            HEAT,
            "v = x",
            "the hint gives a formula for 'v'; the unknowns of this problem are u",
        ),
        (HEAT, "", "a hint needs a formula for each of u"),
        (HEAT, "sin(", "ends after"),
        (PAIR, "x", "a hint needs a formula for each of"),
    ],
)
def test_a_hint_that_makes_no_sense_is_an_error(problem, text, sentence):
    with pytest.raises(ExpressionError, match=sentence):
        read_hint(problem, text)
