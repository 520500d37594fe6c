"""The names of a formula."""

from symplex.expression import number
from symplex.expression.parse import FUNCTIONS, NUMBERS, RESERVED, Scope

SCOPE = Scope(("x", "xx", "t"), ("kappa",), ("u",), {"c": number(2)})


def test_names_are_listed_with_the_unknowns_first():
    assert SCOPE.names == ("u", "x", "xx", "t", "kappa", "c")


def test_reserved_words_are_functions_pi_and_diff():
    assert {*FUNCTIONS, "pi", "diff"} == RESERVED
    assert set(NUMBERS) == {"pi"}
    assert not {"+", "neg", "square", "tuple"} & RESERVED


def test_a_suffix_may_be_read_in_several_ways():
    assert SCOPE.derivative_readings("xt") == [("x", "t")]
    assert SCOPE.derivative_readings("y") == []
    assert sorted(SCOPE.derivative_readings("xx")) == [("x", "x"), ("xx",)]


def test_words_of_other_languages_are_translated():
    assert SCOPE.unknown_name("E") == "unknown symbol 'E'; write exp(1)"
    assert SCOPE.not_a_function("ln") == "unknown function 'ln'; write log(x)"


def test_the_nearest_name_is_suggested():
    assert "kappa" in SCOPE.unknown_name("kapa").rpartition(";")[2]
    assert "only numbers and pi" in Scope().unknown_name("foo")


def test_a_name_that_is_called_is_no_function():
    assert "written without arguments" in SCOPE.not_a_function("u")
    assert "write x*(…)" in SCOPE.not_a_function("x")
    assert "unknown function 'foo'" in SCOPE.not_a_function("foo")
