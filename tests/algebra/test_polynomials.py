"""Polynomials in atoms: their order, their trees and what can be read from them."""

from fractions import Fraction

import pytest

from symplex.algebra.normal_form import Normaliser
from symplex.algebra.polynomials import (
    AtomOrder,
    constant,
    denominators,
    is_affine,
    leaf_name,
    ratio,
    scaled,
    single_atom,
    split,
    sum_of,
)
from symplex.budget import Budget
from symplex.expression import symbol
from symplex.expression.operators import COS, LOG
from symplex.expression.parse import Scope, parse

SCOPE = Scope(("x", "y"), ("k",))


def polynomial(text):
    return Normaliser(Budget.unlimited()).polynomial(parse(text, SCOPE))


def test_equal_polynomials_have_one_tree():
    one, two = polynomial("(x + y)^2"), polynomial("y*y + 2*y*x + x^2")
    assert list(one) != list(two)
    assert AtomOrder().tree(one) == AtomOrder().tree(two)


def test_a_tree_has_the_value_of_its_polynomial():
    assert polynomial(  # the tree of a normal form is its own normal form
        "x^2*y/3 - 2*x + 7"
    ) == Normaliser(Budget.unlimited()).polynomial(
        AtomOrder().tree(polynomial("x^2*y/3 - 2*x + 7"))
    )
    assert AtomOrder().tree(constant(0)) == parse("0", SCOPE)


def test_a_sum_of_many_trees_is_one_tree():
    x = symbol("x")
    assert sum_of([x, x, x]) == (x + x) + x


@pytest.mark.parametrize(
    ("one", "two", "found"), [("2*x + 2*y", "x + y", 2), ("x + y", "x - y", None), ("0", "x", None)]
)
def test_ratio(one, two, found):
    assert ratio(polynomial(one), polynomial(two)) == found


@pytest.mark.parametrize(
    ("text", "affine"),
    [("x - 2*y + k", True), ("k + 1", False), ("x*y", False), ("x + 1/y", False)],
)
def test_affine_in_a_variable(text, affine):
    assert is_affine(polynomial(text), ("x", "y")) is affine


def test_the_atoms_of_a_monomial():
    ((monomial, _),) = polynomial("log(x + 1)").items()
    assert single_atom(monomial, LOG) == parse("1 + x", SCOPE) or single_atom(
        monomial, LOG
    ) == parse("x + 1", SCOPE)
    assert single_atom(monomial, COS) is None
    assert leaf_name(symbol("x")) == "x"
    assert leaf_name(parse("cos(x)", SCOPE)) is None


def test_denominators_with_their_highest_power():
    found = denominators(polynomial("1/x + y/x^3 + y"))
    assert found == {symbol("x"): 3}


def test_split_and_scaled():
    x = symbol("x")
    chosen, others = split(polynomial("x*y + x + x^2"), x, 1)
    assert chosen == polynomial("y + 1")
    assert others == polynomial("x^2")
    assert scaled(chosen, Fraction(-2)) == polynomial("-2*y - 2")
