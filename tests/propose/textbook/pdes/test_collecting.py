"""Identities in some variables."""

import pytest

from support.textbook import arithmetic, formula
from symplex.expression import number
from symplex.propose.textbook.pdes.collecting import collected
from symplex.work.budget import Missing


def test_powers_and_functions_are_told_apart():
    found = collected(formula("(k - 1)*x^2 + a*sin(x) + a*x^2"), ["x"], arithmetic())
    real = arithmetic()
    assert len(found) == 2
    assert any(real.are_equal(one, formula("k - 1 + a")) for one in found)
    assert any(real.are_equal(one, formula("a")) for one in found)


def test_circular_functions_are_related():
    tree = formula("k*sin(x)^2 + k*cos(x)^2 - k")
    assert collected(tree, ["x"], arithmetic()) == []


def test_one_variable_after_the_other():
    found = collected(formula("a*x*y + k*y"), ["x", "y"], arithmetic())
    assert {repr(one) for one in found} == {repr(formula("a")), repr(formula("k"))}


def test_what_has_no_normal_form_is_declined():
    with pytest.raises(Missing):
        collected(formula("abs(x - a) + k*x"), ["x"], arithmetic())


def test_a_number_is_its_own_condition():
    assert collected(number(3), ["x"], arithmetic()) == [number(3)]
