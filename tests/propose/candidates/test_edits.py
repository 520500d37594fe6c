"""A formula edited at several places at once."""

from math import comb

import pytest

from support.reaching import PLANE
from support.writing import is_whole, text_of
from symplex.propose.candidates.edits import edited

T = PLANE.encoding.symbol("t")
EDITS = (lambda part, t, c: part + c * t, lambda part, t, _: part * t)


def test_every_place_is_edited_in_every_way():
    found = [text_of(tree) for tree in edited(PLANE.tree("sin(x)"), T, (0, 1), EDITS, 1)]
    assert found == ["sin(x) + 1*t", "sin(x)*t", "sin(x + 1*t)", "sin(x*t)"]


def test_nested_places_are_edited_from_within():
    found = [text_of(tree) for tree in edited(PLANE.tree("sin(x)"), T, (0, 1), EDITS, 2)]
    assert found == [
        "sin(x + 1*t) + 1*t",
        "sin(x*t) + 1*t",
        "sin(x + 1*t)*t",
        "sin(x*t)*t",
    ]


@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_as_many_as_there_are_combinations(count):
    formula = PLANE.tree("x*exp(2*x)")
    found = list(edited(formula, T, range(len(formula)), EDITS, count))
    assert len(found) == comb(len(formula), count) * len(EDITS) ** count
    assert len(set(found)) == len(found)
    assert all(is_whole(tree) for tree in found)


def test_constants_of_the_formula_stay_with_their_places():
    formula = PLANE.encoding.slot(3.0) * T + PLANE.encoding.slot(5.0)
    (found,) = edited(formula, T, (len(formula) - 1,), EDITS[:1], 1)
    assert text_of(found) == "3*t + (5 + 1*t)"
