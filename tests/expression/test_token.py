"""The leaves of a tree."""

from fractions import Fraction

from symplex.expression.operators import ADD, SIN
from symplex.expression.token import CONSTANT, MAX_BITS, Constant, Derivative, Number, Symbol, arity


def test_mixed_derivatives_commute():
    assert Derivative("u", ("t", "x")) == Derivative("u", ("x", "t"))
    assert Derivative("u", ("t", "x")).order == 2


def test_whole_numbers_are_fractions():
    assert Number(2) == Number(Fraction(2))
    assert isinstance(Number(2).value, Fraction)


def test_there_is_one_slot():
    assert Constant() == CONSTANT


def test_only_operators_take_arguments():
    assert [arity(token) for token in (ADD, SIN, Symbol("x"), Number(1), CONSTANT)] == [
        2,
        1,
        0,
        0,
        0,
    ]


def test_a_number_is_long_beyond_so_many_bits():
    assert not Number(Fraction(2**MAX_BITS - 1, 2**MAX_BITS - 3)).is_long
    assert Number(Fraction(2**MAX_BITS)).is_long
    assert Number(Fraction(-1, 2**MAX_BITS)).is_long
