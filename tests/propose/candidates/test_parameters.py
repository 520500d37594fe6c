"""A released parameter takes the place of numbers in an earlier answer."""

from support.reaching import PLANE, reaches
from support.writing import text_of
from symplex.propose.candidates.parameters import parameter_insertions, parameter_lifts

K = PLANE.encoding.symbol("k")


def test_a_number_may_be_a_root_of_a_parameter():
    found = list(parameter_insertions(PLANE.tree("cos(x)*cos(2*t)"), K))
    assert reaches(found, "cos(x)*cos(sqrt(1 + k^2)*t)", (1.0,))


def test_all_slots_are_scaled_at_once():
    found = list(parameter_lifts(PLANE.tree("(exp(2*x) - 1)/(exp(2) - 1)"), K))
    assert reaches(found, "(exp(2*k*x) - 1*k)/(exp(2*k) - 1*k)", (1.0,))


def test_time_is_scaled():
    texts = {text_of(tree) for tree in parameter_lifts(PLANE.tree("sin(x)*exp(-2*t)"), K)}
    assert "sin(x)*exp(-2*(t*k))" in texts
