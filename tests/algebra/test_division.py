"""Exact division of polynomials."""

from symplex.algebra.division import divided
from symplex.algebra.normal_form import Normaliser
from symplex.algebra.polynomials import AtomOrder
from symplex.budget import Budget
from symplex.expression.parse import Scope, parse

BUDGET = Budget.unlimited()


def polynomial(text):
    return Normaliser(BUDGET).polynomial(parse(text, Scope(("x", "y"))))


def test_division_leaves_nothing_or_is_refused():
    product, factor = polynomial("x^3 - y^3"), polynomial("x - y")
    quotient = divided(product, factor, AtomOrder(), BUDGET)
    assert quotient == polynomial("x^2 + x*y + y^2")
    assert divided(product, polynomial("x + y"), AtomOrder(), BUDGET) is None


def test_atoms_count_as_variables():
    product, factor = polynomial("exp(x)^2 - y^2"), polynomial("exp(x) - y")
    assert divided(product, factor, AtomOrder(), BUDGET) is None  # exp(x)^2 is exp(2*x)
    product, factor = polynomial("cos(x)^2 - y^2"), polynomial("cos(x) - y")
    assert divided(product, factor, AtomOrder(), BUDGET) == polynomial("cos(x) + y")


def test_a_quotient_with_very_many_terms_is_given_up():
    assert divided(polynomial("x^80 - 1"), polynomial("x - 1"), AtomOrder(), BUDGET) is None
