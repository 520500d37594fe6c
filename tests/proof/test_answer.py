"""Answers as text."""

import pytest

from symplex.errors import ExpressionError
from symplex.notation.problem_files import bundled
from symplex.problem import Problem
from symplex.proof.answer import read_answer, read_formulas

LINE = {"x": [-1, 1], "t": [0, 1]}
SYSTEM = Problem(
    ["u_t = v_x", "v_t = u_x"],
    LINE,
    [("t = 0", "u = 0"), ("t = 0", "v = 0")],
    unknowns=["u", "v"],
)


def test_a_lone_formula_is_enough_for_one_unknown():
    heat = bundled("heat")
    assert read_answer(heat, "x + y") == read_answer(heat, "u = x + y")


def test_a_system_has_a_formula_for_each_unknown():
    found = read_answer(SYSTEM, "v = x; u = t")
    assert found == read_formulas(SYSTEM, {"u": "t", "v": found["v"]})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x", "without a name"),
        ("u = x; u = t", "twice"),
        ("u = x", "no formula for v"),
        ("u = x; v = t; w = 1", "'w' is not an unknown"),
    ],
)
def test_anything_else_is_an_error(text, message):
    with pytest.raises(ExpressionError, match=message):
        read_answer(SYSTEM, text)
