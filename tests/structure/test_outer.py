"""Outer functions that can be undone."""

import pytest

from support.views import PLANE, seen
from symplex.expression.render import to_text
from symplex.structure.outer import undone


def words(text):
    return [one.word for one in undone(seen(text, PLANE))]


def test_signs_decide_what_can_be_undone():
    assert {"1/u", "log(u)", "u^2"} <= set(words("2 + x"))
    assert {"1/u", "log(-u)"} <= set(words("-2 - x"))
    assert not {"1/u", "log(u)", "log(-u)", "u^2"} & set(words("x"))


@pytest.mark.parametrize("text", ["2 + x*t", "-3 + x"])
def test_the_way_back_gives_the_values_again(text):
    view = seen(text, PLANE, 0.0)
    points = view.points(10)
    for one in undone(view):
        inner = one.view.values(points)
        back = one.back(seen_as_symbol())
        again = seen(to_text(back), {"w": (0.0, 1.0)}, 0.0).values({"w": inner})
        assert again == pytest.approx(view.values(points)), one.word


def seen_as_symbol():
    from symplex.expression import symbol

    return symbol("w")
