"""An order of formulas that no set decides."""

from fractions import Fraction

from hypothesis import given

from support.strategies import floats, numbers, symbols, trees
from symplex.expression import CONSTANT, leaf, number, symbol
from symplex.expression.ordering import spelling

ANY = trees(symbols | numbers | floats)


@given(ANY, ANY)
def test_only_equal_formulas_share_a_spelling(first, second):
    assert (spelling(first) == spelling(second)) == (first == second)


def test_a_fitted_constant_is_not_an_exact_number():
    assert spelling(leaf(CONSTANT, -0.0)) == spelling(leaf(CONSTANT, 0.0))
    assert spelling(leaf(CONSTANT, 2.5)) != spelling(number(Fraction(5, 2)))
    assert repr(symbol("x") + 1) == "Expression('x + 1')"
