"""Values for pictures: the formula's own, at the points that were asked for."""

import json
import math

import pytest

from support.served import HEAT
from symplex.app.workbench.limits import Limits
from symplex.app.workbench.pictures import View, picture
from symplex.errors import SettingsError
from symplex.problem import Problem
from symplex.proof.answer import read_answer

PROBLEM = Problem.from_bytes(HEAT.encode(), "test")
LIMITS = Limits(points=5, pixels=3)


def drawn(formula, view, problem=PROBLEM):
    found = picture(problem, read_answer(problem, formula), view, LIMITS)
    json.dumps(found, allow_nan=False)
    return found


def test_a_curve_has_the_values_of_the_formula():
    found = drawn("exp(-t)*sin(x)", View("u", "x", at={"t": 1.0}))
    expected = [math.exp(-1) * math.sin(math.pi * k / 2) for k in range(5)]
    assert found["values"] == pytest.approx(expected, abs=1e-6)
    assert found["at"] == {"t": 1.0}
    assert found["up"] is None


def test_the_scale_stays_while_a_slider_moves():
    scales = [
        (found["low"], found["high"])
        for t in (0.0, 1.0)
        if (found := drawn("exp(-t)*sin(x)", View("u", "x", at={"t": t})))
    ]
    assert scales[0] == scales[1]
    assert scales[0][0] == pytest.approx(-1, abs=0.01)


def test_a_map_has_rows_upward():
    found = drawn("x + 100*t", View("u", "x", "t"))
    assert [row[0] for row in found["values"]] == pytest.approx([0, 50, 100])
    assert found["up"] == {"name": "t", "low": 0.0, "high": 1.0}


def test_what_has_no_value_is_none_and_poles_do_not_set_the_scale():
    found = drawn("log(x)", View("u", "x"))
    assert found["values"][0] is None
    found = drawn("1/(x - 2.00001)", View("u", "x"))
    assert found["high"] < 1000


def test_a_constant_has_a_scale_too():
    found = drawn("7", View("u", "x"))
    assert found["values"] == [7.0] * 5
    assert found["low"] < 7 < found["high"]


def test_values_outside_are_brought_back():
    for given, used in ((1e9, 1.0), (-math.inf, 0.0), (math.nan, 0.5)):
        assert drawn("t", View("u", "x", at={"t": given}))["values"] == [used] * 5


@pytest.mark.parametrize(
    ("view", "said"),
    [
        (View("v", "x"), "no formula for 'v'"),
        (View("u", "q"), "no 'q'"),
        (View("u", "x", "q"), "no 'q'"),
        (View("u", "x", "x"), "both axes"),
        (View("u", "x", at={"q": 1.0}), "no 'q'"),
    ],
)
def test_what_the_problem_does_not_have_is_an_error(view, said):
    with pytest.raises(SettingsError, match=said):
        drawn("x", view)


def test_many_sides_are_no_trouble():
    names = [f"x{k}" for k in range(1, 11)]
    problem = Problem(
        equations=["u_x1 = 0"], domain={name: [0, 1] for name in names}, conditions=[]
    )
    assert len(drawn(" + ".join(names), View("u", "x1"), problem)["values"]) == 5
