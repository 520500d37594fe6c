"""Guesses of the user's: unknown names are constants to be fitted."""

import pytest

from support.writing import text_of, writing
from symplex.errors import ExpressionError
from symplex.expression.render import to_text
from symplex.problem import bundled
from symplex.search.candidate import Origin
from symplex.search.curriculum import stages
from symplex.search.proposers.hints import Hints, read_hint

HEAT = writing("heat")
PAIR = bundled("acoustics-standing")


def test_free_names_become_constants():
    hint = read_hint(HEAT.problem, "u = exp(a*t)*sin(x) + a*b2")
    assert to_text(hint) == "exp(1*t)*sin(x) + 1*1"
    assert hint.constants == (1.0, 1.0, 1.0)


@pytest.mark.parametrize("text", ["2e3*x", "1.5E-2*x", "3e+1*x", "pi*sin(x)"])
def test_decimals_and_functions_are_no_free_names(text):
    assert read_hint(HEAT.problem, text).constants == ()


def test_a_system_s_guesses_are_in_the_order_of_its_unknowns():
    one, two = PAIR.unknowns
    hint = read_hint(PAIR, f"{two} = x; {one} = c*t;")
    assert [to_text(part) for part in hint.components] == ["1*t", "x"]


@pytest.mark.parametrize(
    ("problem", "text", "sentence"),
    [
        (
            HEAT.problem,
            "v = x",
            "the hint gives a formula for 'v'; the unknowns of this problem are u",
        ),
        (HEAT.problem, "", "a hint needs a formula for each of u"),
        (HEAT.problem, "sin(", "ends after"),
        (PAIR, "x", "a hint needs a formula for each of"),
    ],
)
def test_a_hint_that_makes_no_sense_is_an_error(problem, text, sentence):
    with pytest.raises(ExpressionError, match=sentence):
        read_hint(problem, text)


def test_a_stage_gets_the_hints_that_it_has_the_symbols_for():
    hints = tuple(read_hint(HEAT.problem, text) for text in ("x*t", "c*sin(x)", "y"))
    space, time = stages(HEAT.problem)

    def proposed(stage):
        return list(Hints().propose(HEAT.context(stage, hints=hints)))

    assert [text_of(proposal.tree) for proposal in proposed(space)] == ["1*sin(x)", "y"]
    assert [text_of(proposal.tree) for proposal in proposed(time)] == ["x*t", "1*sin(x)", "y"]
    assert {proposal.origin for proposal in proposed(time)} == {Origin.HINT}
