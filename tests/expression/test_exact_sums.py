"""The normal form of constants."""

from fractions import Fraction

import pytest

from symplex.expression.evaluate import value_of
from symplex.expression.exact import RATIONAL, NoNormalForm, Order, sign_of, sum_of, tree_of
from symplex.expression.parse import parse


def test_a_rational_constant_is_one_number():
    assert sum_of(parse("2/3 + 4*(1/6)^2 - 1"), sign_of) == {RATIONAL: Fraction(-2, 9)}
    assert sum_of(parse("pi - pi"), sign_of) == {}


@pytest.mark.parametrize(
    "text",
    ["sqrt(12)*pi/4 - 2^(-5/2)", "exp(pi + 1)*3 + 2/(1 + sqrt(7))", "abs(1 - pi)*max(2, erf(1))"],
)
def test_a_normal_form_has_the_value_of_the_constant(text):
    constant = parse(text)
    assert value_of(tree_of(sum_of(constant, sign_of))) == pytest.approx(value_of(constant))


@pytest.mark.parametrize(
    "text", ["1/(pi - pi)", "0^(-1)", "(10^900)^1000", "(1 + pi)^8*(2 + exp(1))^8"]
)
def test_what_is_undefined_or_too_large_has_none(text):
    with pytest.raises(NoNormalForm):
        sum_of(parse(text), sign_of)


def test_a_branch_whose_sign_is_unknown_stays_an_atom():
    undecided = sum_of(parse("abs(exp(log(2)) - 2)"), lambda _: Order.UNKNOWN)
    ((atoms, coefficient),) = undecided.items()
    assert (len(atoms), coefficient) == (1, 1)
