"""A mistake in a statement is one sentence: file, key, what was expected and found."""

from fractions import Fraction

import pytest

from support.malformed import BASE, MALFORMED
from symplex.app.cli.main import main
from symplex.errors import ProblemError
from symplex.expression import number
from symplex.expression.evaluate import value_of
from symplex.problem import Problem
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

# Every mistake in a file is one sentence with the file, the key, what was expected and found.


def test_the_file_that_the_mistakes_are_made_in_is_sound(tmp_path):
    path = tmp_path / "good.toml"
    path.write_text(BASE)
    assert Problem.from_file(path).name == "good"


@pytest.mark.parametrize("name", MALFORMED)
def test_one_mistake_one_sentence(name, tmp_path, capsys):
    text, sentence = MALFORMED[name]
    path = tmp_path / f"{name}.toml"
    path.write_text(text)
    with pytest.raises(ProblemError) as caught:
        Problem.from_file(path)
    assert str(caught.value) == f"{path}: {sentence}"
    assert main(["check", str(path)]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert f"symplex: {path}: " in shown.err
    told = [line for line in shown.err.splitlines() if not line.startswith("    ")]
    assert all(line.startswith(f"symplex: {path}: ") for line in told)


def test_there_are_enough_of_them():
    assert len(MALFORMED) >= 60


@pytest.mark.parametrize(
    ("domain", "where", "sentence"),
    [
        ([0, 1], "x = 1 + 10^(-13)", "lies outside the interval [0, 1]"),
        ([0, 2], "x = exp(log(2))", "cannot be told from the end 2 exactly"),
        (["exp(log(2))", 2], "x = 2", "cannot be told apart exactly"),
        (["2*pi/4", "pi/2"], "x = 2", "is empty"),
        ([1, "1 - 10^(-30)"], "x = 1", "is reversed"),
        ([0, "1 + sqrt(exp(1)/exp(1) - 1)"], "x = 0", "value"),
    ],
)
def test_ends_are_compared_exactly(domain, where, sentence):
    with pytest.raises(ProblemError) as caught:
        Problem(["u_x = 0"], {"x": domain}, [(where, "u = 1")])
    assert sentence in str(caught.value)


def test_ends_that_differ_little_are_two_ends():
    ends = {"x": [1, "1 + 10^(-30)"]}
    problem = Problem(["u_xx = 0"], ends, [("x = 1", "u = 1"), ("x = 1 + 10^(-30)", "u = 2")])
    first, second = problem.conditions
    assert not first.region.meets(second.region)


def test_the_same_expanded_form_of_another_derivative_is_no_duplicate():
    conditions = [("x = 1", "sign(x)*u_x = 1"), ("x = 1", "diff(sign(x)*u, x) = 1")]
    assert len(Problem(["u_xx = 0"], {"x": [0, 1]}, conditions).conditions) == 2


# Single entries of a problem file.


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
