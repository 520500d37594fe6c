"""Parts that may become the variable of an integral."""

from support.textbook import formula
from symplex.exact.integrals.substitutions import (
    is_invertible,
    partners,
    parts,
    replaced,
    tangents,
    without_arcs,
)


def test_parts_small_ones_first():
    assert parts(formula("x*exp(x^2 + k)"), "x") == [
        formula("x^2"),
        formula("x^2 + k"),
        formula("exp(x^2 + k)"),
    ]


def test_circular_partners():
    assert tangents(formula("cos(2*x)"), "x") == [formula("sin(2*x)"), formula("cos(2*x)")]
    assert tangents(formula("1/cos(x)^2"), "x") == [formula("tan(x)")]
    found = dict(partners(formula("sin(x)"), formula("y")))
    assert found[formula("cos(x)")] == formula("sqrt(1 - y^2)")


def test_every_occurrence_is_replaced():
    assert replaced(formula("x^2 + exp(x^2)"), formula("x^2"), formula("y")) == formula(
        "y + exp(y)"
    )


def test_arcs_of_their_own_functions():
    assert without_arcs(formula("atan(tan(x)) + asin(x)")) == formula("x + asin(x)")


def test_what_can_be_inverted():
    assert is_invertible(formula("sqrt(x + 1)"))
    assert is_invertible(formula("x + 1"))
    assert not is_invertible(formula("x^2"))
