"""The tree that the parser would have built."""

from fractions import Fraction

from symplex.expression import apply, number, symbol
from symplex.expression.render import normal_form


def test_signs_and_quotients_of_numbers_are_numbers():
    assert normal_form(apply("neg", number(2))) == number(-2)
    assert normal_form(number(2) / number(3)) == number(Fraction(2, 3))
    kept = number(2) * symbol("x") / number(3)
    assert normal_form(kept) == kept
    assert normal_form(number(1) / number(0)) == number(1) / number(0)
