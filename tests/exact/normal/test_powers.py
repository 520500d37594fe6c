from fractions import Fraction

import pytest

from symplex.exact.normal.field import Field
from symplex.exact.normal.functions import field_of
from symplex.exact.normal.powers import factored, power, primes
from symplex.exact.normal.writing import written
from symplex.expression.parse import Scope, parse
from symplex.expression.render import to_text
from symplex.work.budget import Budget, Missing

SCOPE = Scope(("x",), ("a",))
HALF = Fraction(1, 2)


def field(sign: int = 0) -> Field:
    return field_of(frozenset({"x"}), lambda _: sign, Budget.unlimited())


def root_of(text: str, exponent: Fraction = HALF, sign: int = 0) -> str:
    made = field(sign)
    return to_text(
        written(made.ring, power(made, made.elements([parse(text, SCOPE)])[0], exponent))
    )


def test_squares_leave_a_root() -> None:
    assert root_of("4*x^2", sign=1) == "2*x"
    assert root_of("4*x^2", sign=-1) == "-2*x"
    assert root_of("x^2*12") == "2*x*sign(x)*sqrt(3)"


def test_one_factor_of_unknown_sign_is_what_stands_in_the_root() -> None:
    assert root_of("x", Fraction(3, 2)) == "x^(3/2)"
    assert root_of("1 - x", Fraction(-1, 2)) == "1/sqrt(1 - x)"


def test_negative_numbers_have_no_root() -> None:
    with pytest.raises(Missing):
        root_of("-3")


def test_factors_of_a_quotient() -> None:
    made = field()
    element = made.elements([parse("6*(x + 1)^2/(4*x)", SCOPE)])[0]
    constant, factors = factored(made.ring, element)
    assert constant == Fraction(3, 2)
    assert sorted(times for _, times in factors) == [-1, 2]


def test_prime_factors_of_fractions() -> None:
    assert sorted(primes(Fraction(12, 5))) == [(2, 2), (3, 1), (5, -1)]
    large = 2**200 + 1
    assert primes(Fraction(large)) == [(large, 1)]
