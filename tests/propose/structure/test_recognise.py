"""Functions of one variable, recognised from values."""

import pytest

from support.views import seen
from symplex.expression.parse import Scope, parse
from symplex.expression.render import to_text
from symplex.propose.structure.recognise import recognise
from symplex.propose.structure.tidy import exact
from symplex.work.budget import Budget

AROUND, AWAY = (-1.0, 2.0), (0.5, 2.0)


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("3*x^2", AROUND),
        ("1/(1 + x^2)", AROUND),
        ("exp(-x^2/4)", AROUND),
        ("x^(3/2)", AWAY),
        ("2*tanh(3*x)", AROUND),
        ("erf(x/2)", AROUND),
        ("3/cosh(2*x)^2", AROUND),
        ("sqrt(2 + x)", AROUND),
        ("1/(1 + 2*exp(-x))", AROUND),
        ("log(2 + cos(x))", AROUND),
    ],
)
def test_a_profile_is_recognised(text, ends):
    """The formula is written as it was or in another way, but has the same values."""
    view = seen(text, {"x": ends})
    found = recognise(view, Budget.unlimited())
    assert found
    points = view.points(50, 9)
    truth = seen(text, {"x": ends}, 0.0).values(points)
    again = seen(to_text(exact(found[0].formula)), {"x": ends}, 0.0).values(points)
    assert again == pytest.approx(truth, abs=1e-7)


def test_the_shortest_formula_comes_first():
    found = recognise(seen("5*exp(2*x)", {"x": AROUND}), Budget.unlimited())
    assert exact(found[0].formula) == parse("5*exp(2*x)", Scope(("x",)))


def test_what_is_in_no_list_is_not_recognised():
    assert (
        recognise(seen("exp(sin(3*x)*x) + log(3 + x^3)", {"x": AROUND}), Budget.unlimited()) == []
    )
