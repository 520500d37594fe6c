"""Fitted formulas made plain."""

import math
from fractions import Fraction

from symplex.expression import apply, symbol
from symplex.expression.render import to_text
from symplex.propose.structure.fitting import free
from symplex.propose.structure.tidy import exact, exact_number, named, pruned, simple

X = symbol("x")


def test_simple_numbers_are_recognised():
    assert simple(0.3333333333) == Fraction(1, 3)
    assert simple(0.4082482904) is None
    assert simple(1e9) is None


def test_a_formula_is_written_with_simple_numbers():
    tree = free(2.0000000001) * apply("exp", free(-0.49999999999) * X) + free(0.4077)
    assert to_text(exact(tree)) == "2*exp(-(x/2)) + 0.4077"


def test_roots_multiples_of_pi_and_logarithms_are_numbers_too():
    found = [exact_number(value) for value in (6**-0.5, -math.pi / 3, math.log(2), 0.4077)]
    assert [one and to_text(one) for one in found] == ["sqrt(1/6)", "-(pi/3)", "log(2)", None]


def test_exponentials_of_logarithms_are_powers():
    tree = apply("exp", free(1.4999999999) * apply("log", X))
    assert to_text(exact(tree)) == "x^(3/2)"


def test_powers_of_powers_are_one_power():
    root = (X**2 + symbol("y") ** 2) ** Fraction(1, 2)
    assert to_text(exact(root**4)) == "(x^2 + y^2)^2"
    assert to_text(exact((X * symbol("t") ** Fraction(-1, 4)) ** 2)) == "x^2*t^(-1/2)"


def test_terms_without_weight_are_dropped():
    tree = free(1.0) * X + free(1e-12) * apply("sin", X)
    assert to_text(pruned(tree, 1e-9)) == "1*x"


def test_slots_are_named_in_order_and_tied_if_wanted():
    tree = free(3.5) * X + free(2.5) * apply("exp", free(3.5) * X)
    apart, tied = named(tree, tied=False), named(tree, tied=True)
    assert apart.near == {"c#1": 3.5, "c#2": 2.5, "c#3": 3.5}
    assert tied.near == {"c#1": 3.5, "c#2": 2.5}
    assert tied.formula.tokens.count(symbol("c#1").root) == 2
