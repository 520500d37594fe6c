"""Outer functions that can be undone."""

import numpy as np
import pytest

from support.views import PLANE, seen
from symplex.expression import symbol
from symplex.expression.render import to_text
from symplex.propose.structure.outer import undone, weighed
from symplex.propose.structure.view import View


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
        back = one.back(symbol("w"))
        again = seen(to_text(back), {"w": (0.0, 1.0)}, 0.0).values({"w": inner})
        assert again == pytest.approx(view.values(points)), one.word


def test_a_function_is_weighed_by_its_variable():
    view = seen("sin(x)/x", {"x": (1.0, 2.0)}, 0.0)
    times, over = weighed(view)
    points = view.points(5)
    assert times.view.values(points) == pytest.approx(np.sin(points["x"]))
    assert over.view.values(points) == pytest.approx(np.sin(points["x"]) / points["x"] ** 2)
    assert to_text(times.back(symbol("w"))) == "w/x"
    assert list(weighed(seen("x", {"x": (-1.0, 1.0)}))) == []


def test_values_that_have_no_square_are_left_alone():
    with np.errstate(all="ignore"):
        words = [one.word for one in undone(view_of_huge())]
    assert "log(u)" in words
    assert "u^2" not in words


def view_of_huge():
    return View({"t": (0.0, 1.0)}, lambda columns: 1e200 * np.exp(columns["t"]), 1e190)
