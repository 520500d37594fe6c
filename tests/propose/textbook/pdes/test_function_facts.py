"""Functions of one variable that are to be found."""

from support.textbook import arithmetic
from symplex.exact.formulas.building import ZERO
from symplex.expression import number, symbol
from symplex.propose.textbook.pdes.function_facts import (
    by_point,
    function_of,
    idle_functions,
    order_of,
)

A, B, C = (symbol(f"{name}#0") for name in "abc")


def test_names():
    assert function_of("ab#2") == "ab"
    assert order_of("ab#2") == 2


def test_conditions_by_point():
    found = by_point([(ZERO, A), (number(1), B), (ZERO, C)])
    assert found == [(ZERO, [A, C]), (number(1), [B])]


def test_what_nothing_moves_stays_zero():
    rates = {"a#1": A * C, "b#1": B * C + A, "c#1": C}
    values = [(ZERO, "a#0", ZERO), (ZERO, "b#0", ZERO), (ZERO, "c#0", number(1))]
    assert idle_functions(rates, values, arithmetic()) == ["a", "b"]


def test_what_another_one_moves_does_not():
    rates = {"a#1": B + C, "b#1": A * B}
    values = [(ZERO, "a#0", ZERO), (ZERO, "b#0", ZERO)]
    assert idle_functions(rates, values, arithmetic()) == ["b"]


def test_nothing_is_idle_between_two_points():
    rates = {"a#2": A}
    values = [(ZERO, "a#0", ZERO), (number(1), "a#0", ZERO)]
    assert idle_functions(rates, values, arithmetic()) == []
