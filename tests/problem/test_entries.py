"""Single entries of a problem file."""

from fractions import Fraction

import pytest

from symplex.errors import ProblemError
from symplex.expression import number
from symplex.expression.evaluate import value_of
from symplex.problem.statement import (
    MAX_EQUATIONS,
    MAX_NAMES,
    Literal,
    check_keys,
    kind_of,
    read_interval,
    read_list,
    read_number,
    read_table,
    read_text,
)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (True, "true"),
        (Literal("0.5"), "the number 0.5"),
        (3, "the number 3"),
        ("abc", "the text 'abc'"),
        ({}, "a table"),
        ([1, 2], "a list of 2"),
        (None, "None"),
    ],
)
def test_values_are_described(value, words):
    assert kind_of(value) == words


@pytest.mark.parametrize(
    ("value", "exact"),
    [
        (Literal("0.1"), Fraction(1, 10)),
        (Literal("1_000.5"), Fraction(2001, 2)),
        (0.1, Fraction(1, 10)),
        (7, Fraction(7)),
        (Fraction(2, 3), Fraction(2, 3)),
        ("3/4", Fraction(3, 4)),
    ],
)
def test_numbers_are_exact(value, exact):
    assert read_number(value, "k", {}) == number(exact)


def test_a_number_may_use_the_named_constants():
    assert value_of(read_number("2*c", "k", {"c": number(5)})) == 10


@pytest.mark.parametrize(
    "value",
    [True, None, [1], Literal("inf"), "nan", "1/x", "log(-1)"],
)
def test_what_is_no_finite_number_is_refused(value):
    with pytest.raises(ProblemError) as error:
        read_number(value, "parameters.k", {})
    assert str(error.value).startswith("parameters.k: ")


@pytest.mark.parametrize("raw", [[0], [0, 1, 2], "x", [1, 1], [2, 1]])
def test_intervals_have_two_ends_in_order(raw):
    with pytest.raises(ProblemError, match="interval"):
        read_interval(raw, "domain.x")


def test_an_unknown_key_is_refused_with_the_nearest():
    check_keys({"where": 1}, ("where", "equation"), "conditions[0]")
    with pytest.raises(ProblemError, match=r"unknown key 'were'.*where"):
        check_keys({"were": 1}, ("where", "equation"), "conditions[0]")


def test_tables_lists_and_texts_are_told_apart():
    assert read_table({"x": 1}, "domain") == {"x": 1}
    assert read_list([1], "equations", "equations") == [1]
    assert read_text("u = 0", "equations[0]", "u = 0") == "u = 0"
    for wrong in (
        lambda: read_table([1], "domain"),
        lambda: read_list("u", "equations", "equations"),
        lambda: read_text(Literal("1.0"), "equations[0]", "u = 0"),
        lambda: read_table(dict.fromkeys(map(str, range(MAX_NAMES + 1))), "domain"),
        lambda: read_list([0] * (MAX_EQUATIONS + 1), "equations", "equations"),
    ):
        with pytest.raises(ProblemError, match="expected"):
            wrong()


def test_numbers_too_long_to_be_written_are_refused():
    assert kind_of(10**5000) == "a number of many digits"
    for value in (10**5000, Fraction(1, 10**5000), -(10**1240)):
        with pytest.raises(ProblemError, match=r"k: a number may have about 1,200 digits"):
            read_number(value, "k", {})
