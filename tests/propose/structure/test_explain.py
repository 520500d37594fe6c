"""From values to formulas in several variables."""

import pytest

from support.views import AWAY, PLANE, seen
from symplex.expression.parse import Scope, parse
from symplex.expression.render import to_text
from symplex.propose.structure.explain import Explainer, without_scale, without_terms
from symplex.propose.structure.tidy import exact
from symplex.work.budget import Budget

SPACE = {**PLANE, "y": (-1.0, 1.0)}


@pytest.mark.parametrize(
    ("text", "box"),
    [
        ("exp(-t)*sin(x) + exp(-4*t)*sin(2*x)/2", PLANE),
        ("x^4 + 12*x^2*t + 12*t^2", PLANE),
        ("log(2 + exp(-t)*cos(x))", PLANE),
        ("sqrt(x^2 + exp(-2*t))", AWAY),
        ("exp(-x^2/(1 + 4*t))/sqrt(1 + 4*t)", PLANE),
        ("1/cosh(x - y - 2*t)^2", SPACE),
        ("exp(-t)*sqrt(1 + x^2 + y^2)", SPACE),
        ("sin(x - t^2/2) + t", PLANE),
        ("min(x - t/2, 0)", PLANE),
        ("4*atan(sin(t)/cosh(x))", PLANE),
    ],
)
def test_a_function_is_explained(text, box):
    found = Explainer(Budget.unlimited()).explain(seen(text, box))
    assert found
    points = seen(text, box).points(50, 9)
    truth = seen(text, box, 0.0).values(points)
    again = seen(to_text(exact(found[0].formula)), box, 0.0).values(points)
    assert again == pytest.approx(truth, abs=1e-6)


def test_what_has_no_structure_is_not_explained():
    view = seen("exp(sin(3*x)*t) + log(3 + x^3 + t*x)", PLANE)
    assert Explainer(Budget.unlimited()).explain(view) == []


def test_scales_and_known_terms_are_left_to_others():
    fitted = seen_formula("exp(x)")
    assert without_scale(fitted) == fitted
    members = [seen_formula("1"), seen_formula("x")]
    assert without_terms(seen_formula("exp(x)"), members) == seen_formula("exp(x)")


def seen_formula(text):
    return parse(text, Scope(("x",)))
