"""A sieve in floating point."""

from support.partial import cauchy
from symplex.expression.parse import parse
from symplex.propose.textbook.pdes.sieve import holds

PROBLEM = cauchy("u_t = u_xx", "u = sin(x)")


def passes(text):
    return holds(PROBLEM, {"u": parse(text, PROBLEM.answer_scope)})


def test_the_answer_passes():
    assert passes("exp(-t)*sin(x)")


def test_what_breaks_the_equation_or_the_data_does_not():
    assert not passes("exp(-2*t)*sin(x)")
    assert not passes("2*exp(-t)*sin(x)")


def test_what_has_no_value_does_not():
    assert not passes("log(-1 - x^2)*t + sin(x)")
