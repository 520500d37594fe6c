"""What the page is given of a problem."""

import json
from xml.etree import ElementTree

import pytest

from symplex.app.workbench.rendering import Renderer, finite, rendered_problem
from symplex.notation.problem_files import bundled, bundled_names
from symplex.problem import Problem


@pytest.mark.parametrize("name", bundled_names(""))
def test_bundled_problems_can_be_shown(name):
    shown = rendered_problem(bundled(name))
    json.dumps(shown, allow_nan=False)
    assert all(equation["math"].startswith("<math") for equation in shown["equations"])
    assert "Find" in shown["summary"]


def test_parameters_and_constants_are_told_apart():
    problem = Problem(
        equations=["u_t = k*a*u_xx"],
        domain={"x": [0, "2*pi"], "t": [0, 1]},
        conditions=[("t = 0", "u = sin(x)")],
        parameters={"k": [1, 2], "a": "1/3"},
    )
    shown = rendered_problem(problem)
    assert [one["name"] for one in shown["parameters"]] == ["k"]
    assert [one["text"] for one in shown["constants"]] == ["a"]
    assert shown["conditions"][0]["where"] == "t = 0"
    assert shown["domain"][0]["high"] == pytest.approx(6.2831853)


@pytest.mark.parametrize("name", bundled_names())
def test_markup_is_well_formed_and_of_the_elements_that_the_page_copies(name):
    known = {"math", "mrow", "mi", "mn", "mo", "msub", "msup", "mfrac", "msqrt", "mspace"}
    shown = rendered_problem(bundled(name), summary=False)
    for equation in (*shown["equations"], *shown["conditions"]):
        root = ElementTree.fromstring(equation["math"])
        assert {element.tag.partition("}")[2] for element in root.iter()} <= known


def test_candidates_have_few_digits_and_answers_all():
    renderer = Renderer(bundled("heat"))
    shown = renderer.glance("0.123456789*x")
    assert "<mn>0.12346</mn>" in shown["math"]
    assert (shown["text"], shown["short"]) == ("0.123456789*x", "0.12346*x")
    assert "<mn>0.123456789</mn>" in renderer.answer({"u": "0.123456789*x"})[0]["math"]
    assert renderer.glance("1/3*x")["math"].count("<mn>") == 2
    unread = {"text": "no formula (", "short": "no formula (", "math": ""}
    assert renderer.glance("no formula (") == unread


def test_formulas_of_a_system_are_split():
    problem = bundled("heat")
    (candidate,) = Renderer(problem).candidates([("x; y", 0.5)])
    assert [one["text"] for one in candidate["formulas"]] == ["x", "y"]


def test_only_finite_numbers_are_numbers():
    assert finite(1) == 1.0
    assert finite(float("nan")) is None
    assert finite("1") is None
