"""Combinations of what the statement offers."""

from support.views import PLANE, seen
from symplex.expression.parse import Scope, parse
from symplex.expression.render import to_text
from symplex.propose.structure.relations import relation
from symplex.propose.structure.tidy import exact

BUMP = parse("exp(-x^2)", Scope(("x", "t")))


def test_data_and_their_derivatives_are_combined():
    found = relation(seen("3*exp(-x^2) - 2*t*x*exp(-x^2)", PLANE), [BUMP])
    assert found is not None
    values = seen(to_text(exact(found)), PLANE, 0.0)
    assert values.points(5).keys() == {"x", "t"}
    assert len(found.constants) == 2


def test_powers_of_the_variables_may_be_added():
    found = relation(seen("exp(-x^2) + t^2", PLANE), [BUMP])
    assert found is not None
    assert to_text(exact(found)) in ("t^2 + exp(-x^2)", "exp(-x^2) + t^2")


def test_what_needs_other_shapes_is_no_relation():
    assert relation(seen("sin(x*t)", PLANE), [BUMP]) is None
