"""Text that becomes a formula, or one clear sentence."""

import subprocess
import sys
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.checkout import ROOT
from support.hostile import HOSTILE
from support.random_text import SCOPE as RANDOM_SCOPE
from support.random_text import random_texts
from symplex.errors import ExpressionError
from symplex.expression import Derivative, leaf, number, symbol
from symplex.expression.calculus import differentiate
from symplex.expression.differentiated import placeholder, text_with
from symplex.expression.evaluate import evaluate
from symplex.expression.exact import compare
from symplex.expression.parse import (
    FUNCTIONS,
    MAX_BRACKETS,
    MAX_CHARACTERS,
    MAX_DEPTH,
    MAX_NODES,
    NUMBERS,
    RESERVED,
    Scope,
    parse,
    parse_equation,
    read,
    read_equation,
    scan,
)
from symplex.expression.render import normal_form, to_text
from symplex.notation.printers import to_latex, to_python

SCOPE = Scope(("x", "t"), ("kappa",), ("u",), {"m": number(3)})
x = symbol("x")


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text_is_refused_at_once(text):
    with pytest.raises(ExpressionError) as caught:
        parse(text, Scope(("x",)))
    assert "\n" not in caught.value.message
    assert len(str(caught.value)) < 400


def test_there_are_enough_hostile_texts():
    assert len(set(HOSTILE)) >= 200


def test_nothing_executes(tmp_path):
    """An audit hook sees no call that a formula could have caused."""
    program = """
import ast, sys
sys.path.insert(0, sys.argv[1])
from support.hostile import HOSTILE
from support.random_text import SCOPE as RANDOM_SCOPE
from support.random_text import random_texts
from symplex.errors import ExpressionError
from symplex.expression.parse import Scope, parse
parse("x", Scope(("x",)))
seen = []
watched = ("exec", "import", "open", "os.", "subprocess.", "socket.", "ctypes.", "shutil.")
sys.addaudithook(lambda name, _: name.startswith(watched) and seen.append(name))
for text in HOSTILE:
    try:
        parse(text, Scope(("x",)))
    except ExpressionError:
        pass
print(sorted(set(seen)))
"""
    done = subprocess.run(
        [sys.executable, "-c", program, str(ROOT / "tests")],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "[]"


@given(st.text(max_size=60))
def test_any_text_is_a_formula_or_a_clear_error(text):
    try:
        parse(text, SCOPE)
    except ExpressionError as error:
        assert error.message


@given(st.text(alphabet="xtu_ksin()+-*/^.,0123456789 e=", max_size=40))
def test_near_formulas_are_formulas_or_clear_errors(text):
    try:
        parse_equation(text, SCOPE)
    except ExpressionError as error:
        assert error.column is None or 1 <= error.column <= len(text) + 1


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("x + kapa", 5),
        ("x^2 + kapa", 7),
        ("x^2^2 + kapa", 3),
        ("  kapa", 3),
        ("1.50000*kapa", 9),
        ("sin(x, kapa)", 8),
        ("x*^2", 3),
        ("x +", 4),
        ("é", 1),
    ],
)
def test_errors_point_at_the_column(text, column):
    with pytest.raises(ExpressionError) as caught:
        parse(text, SCOPE)
    assert caught.value.column == column


def test_columns_on_the_right_side_count_from_the_start_of_the_equation():
    with pytest.raises(ExpressionError) as caught:
        parse_equation("u_t = x^2 + kapa", SCOPE)
    assert caught.value.column == 13


def test_numbers_are_exact():
    assert parse("1.2") == number(Fraction(6, 5)) == parse("6/5")
    assert parse("1e-3") == parse("1/1000")
    assert parse(".5") == parse("1/2")
    assert parse("007") == number(7)


def test_the_two_powers_are_the_same():
    assert parse("x^2", SCOPE) == parse("x**2", SCOPE) == x**2
    assert parse("-x^2", SCOPE) == -(x**2)
    assert parse("x^-1", SCOPE) == x**-1
    assert parse("x^(1/2)", SCOPE) == parse("sqrt(x)", SCOPE)


def test_named_constants_stand_for_their_value_even_in_exponents():
    assert parse("m*x^m", SCOPE) == 3 * x**3
    assert parse("x^(m - 1)", SCOPE) == x**2


def test_derivatives():
    assert parse("u_xxt", SCOPE) == leaf(Derivative("u", ("t", "x", "x")))
    assert parse("diff(u, x, 2, t)", SCOPE) == parse("u_xxt", SCOPE)
    assert parse("diff(u*u_x, x)", SCOPE) == parse("u_x*u_x + u*u_xx", SCOPE)
    assert parse("diff(x^2*u, x)", SCOPE) == parse("u*(2*x) + x^2*u_x", SCOPE)
    assert parse("diff(kappa, x)", SCOPE) == number(0)


def test_longer_names_may_follow_the_underscore_if_they_can_be_read_in_one_way():
    scope = Scope(("theta", "r"), (), ("u",))
    assert parse("u_rtheta", scope) == leaf(Derivative("u", ("r", "theta")))
    ambiguous = Scope(("x", "xx"), (), ("u",))
    with pytest.raises(ExpressionError, match="several ways"):
        parse("u_xx", ambiguous)


def test_an_underscore_is_a_derivative_only_after_an_unknown():
    scope = Scope(("x",), ("k_0",), ("u",))
    assert parse("k_0*x", scope) == symbol("k_0") * x


def test_a_name_of_the_problem_goes_before_a_common_mistake():
    assert parse("e", Scope(("e",))) == symbol("e")


def test_white_space_and_line_breaks_do_not_matter():
    assert parse(" x\n + t ", SCOPE) == parse("x+t", SCOPE)


def test_the_placeholders_of_an_equation_are_numbered_on():
    left, right = read_equation("diff(u^2, x) = x*diff(sign(x), x)", SCOPE)
    assert left.kept == leaf(Derivative("diff#0"))
    assert right.kept == x * leaf(Derivative("diff#1"))
    assert parse_equation("diff(u^2, x) = x*diff(sign(x), x)", SCOPE) == (left.tree, right.tree)
    assert right.tree == x * 0


def handle(text: str) -> None:
    """All that is done with a text that may be a formula."""
    reading = read(text, RANDOM_SCOPE)
    tree = reading.tree
    assert tree.size <= MAX_NODES
    assert tree.depth <= MAX_DEPTH
    text_with(reading.kept, reading.differentiated)
    compile(to_python(tree), "formula", "eval")
    to_latex(tree)
    values = dict.fromkeys(RANDOM_SCOPE.names, 0.3) | dict.fromkeys(tree.derivatives, 0.4)
    evaluate(tree, values)
    tree.canonical()
    assert parse(to_text(tree), RANDOM_SCOPE) == normal_form(tree)
    if tree.is_constant:
        compare(tree, number(1))
    differentiate(tree, "x")


def handle_all(seed: int, count: int) -> int:
    """How many of so many random texts are formulas; each ends."""
    read_well = 0
    for text in random_texts(seed, count):
        try:
            handle(text)
            read_well += 1
        except ExpressionError as error:
            assert "\n" not in str(error)
            assert len(str(error)) < 400
    return read_well


def test_random_texts_are_formulas_or_clear_errors():
    assert handle_all(seed=0, count=400) > 60


@pytest.mark.slow
def test_a_hundred_thousand_random_texts_are_formulas_or_clear_errors():
    assert handle_all(seed=1, count=100_000) > 15_000


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("9**9**9", "an exponent must be a number"),
        ("9" * 1_300, "a number may have"),
        ("9" * 1_240, "too many digits"),
        (f"{'9' * 1_000}e300", "too many digits"),
        (f"1/3{'0' * 900}/7{'0' * 900}", "too many digits"),
        ("x^(big*big*big*big*big/big)", "an exponent has too many digits"),
        ("+".join(["(long+long)"] * 9), "2000 nodes"),
        ("max(" + ", ".join(["x"] * 100) + ")", "90 arguments"),
        ("diff(diff(u, x, 60), x, 60)", "order 100"),
        ("diff(x^(-1000), x)", "an exponent must lie within"),
        ("diff(" + "+".join(["exp(x)"] * 150) + ", x, 100)", "too many derivatives"),
        (f"u_{'x' * 5_000}", "has no meaning"),
    ],
)
def test_sizes_are_bounded_before_the_work(text, message):
    with pytest.raises(ExpressionError, match=message):
        parse(text, RANDOM_SCOPE)


def test_a_chain_that_would_be_too_deep_is_refused():
    chain = "x"
    for _ in range(4):
        chain = f"max({chain}, {', '.join(['y'] * 80)})"
    with pytest.raises(ExpressionError, match="200 levels deep"):
        parse(chain, RANDOM_SCOPE)


def test_large_numbers_within_the_limits_stay_exact():
    assert parse("10^300").arguments[0] == number(10)
    assert parse("9" * 1_230) == number(int("9" * 1_230))
    assert parse("1e300/3") == number(Fraction(10**300, 3))


# The first pass over a formula's text.


def test_numbers_become_references_to_exact_fractions():
    found = scan("0.1*x + 2e-3")
    assert found.numbers == (Fraction(1, 10), Fraction(1, 500))
    assert found.text.split() == ["0", "*", "x", "+", "1"]


def test_columns_point_into_the_text_that_was_written():
    found = scan("  x^2")
    at = found.text.index("**")
    assert found.columns[at] == 4
    assert len(found.columns) == len(found.text) + 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2x", "an operator is missing between '2' and 'x'"),
        ("x //2", "'//' is not an operator"),
        ("x == 1", "'==' is not used"),
        ("lambda", "'lambda' has no meaning"),
        ("__import__", "has no meaning"),
        ("x +", "the formula ends after '+'"),
        ("2·x", "write *"),
        ("κ", "is not an ASCII character"),
        ("x = 1", "a formula has no '='"),
        ("sin x", "'sin' is a function"),
        ("1e999", "decimal exponent"),
        ("(" * (MAX_BRACKETS + 1), "nested"),
        ("x" * (MAX_CHARACTERS + 1), "characters"),
    ],
)
def test_what_does_not_belong_in_a_formula_is_refused(text, message):
    with pytest.raises(ExpressionError) as error:
        scan(text)
    assert message in str(error.value)


# The names of a formula.

TWO_NAMES = Scope(("x", "xx", "t"), ("kappa",), ("u",), {"c": number(2)})


def test_names_are_listed_with_the_unknowns_first():
    assert TWO_NAMES.names == ("u", "x", "xx", "t", "kappa", "c")


def test_reserved_words_are_functions_pi_and_abbreviations():
    assert {*FUNCTIONS, "pi", "diff", "sum", "heaviside", "piecewise"} == RESERVED
    assert set(NUMBERS) == {"pi"}
    assert not {"+", "neg", "square", "tuple"} & RESERVED


def test_a_suffix_may_be_read_in_several_ways():
    assert TWO_NAMES.derivative_readings("xt") == [("x", "t")]
    assert TWO_NAMES.derivative_readings("y") == []
    assert sorted(TWO_NAMES.derivative_readings("xx")) == [("x", "x"), ("xx",)]


def test_words_of_other_languages_are_translated():
    assert TWO_NAMES.unknown_name("E") == "unknown symbol 'E'; write exp(1)"
    assert TWO_NAMES.not_a_function("ln") == "unknown function 'ln'; write log(x)"


def test_the_nearest_name_is_suggested():
    assert "kappa" in TWO_NAMES.unknown_name("kapa").rpartition(";")[2]
    assert "only numbers and pi" in Scope().unknown_name("foo")


def test_a_name_that_is_called_is_no_function():
    assert "written without arguments" in TWO_NAMES.not_a_function("u")
    assert "write x*(…)" in TWO_NAMES.not_a_function("x")
    assert "unknown function 'foo'" in TWO_NAMES.not_a_function("foo")


# What the walk over a formula meets: derivatives as they were written.

WITH_K = Scope(("x", "t"), ("k",), ("u",))


def recorded(text: str) -> list[tuple[str, tuple[str, ...]]]:
    return [(record.formula, record.by) for record in read(text, WITH_K).differentiated]


def expected(*pairs: tuple[str, str]) -> list[tuple[str, tuple[str, ...]]]:
    return [(parse(formula, WITH_K), tuple(by)) for formula, by in pairs]


@pytest.mark.parametrize(
    "text", ["u_xx + x", "diff(u, x, 2)", "diff(u_t, x)", "diff(diff(u, x), t)"]
)
def test_derivatives_of_unknowns_are_leaves(text):
    reading = read(text, WITH_K)
    assert not reading.differentiated
    assert reading.kept == reading.tree


@pytest.mark.parametrize(
    ("text", "records"),
    [
        ("diff(k*(3 + sign(x))/2*u_x, x)", [("k*(3 + sign(x))/2*u_x", "x")]),
        ("diff(sign(x), x)", [("sign(x)", "x")]),
        ("diff(abs(x), x, 2)", [("abs(x)", "xx")]),
        ("diff(abs(x)*u, x, t, x)", [("abs(x)*u", "xtx")]),
        ("diff(u^2, x) + diff(u^3, t)", [("u^2", "x"), ("u^3", "t")]),
        ("diff(x*diff(u*u_x, x), x)", [("u*u_x", "x"), ("x*(u_x*u_x + u*u_xx)", "x")]),
    ],
)
def test_every_other_derivative_is_recorded_as_it_was_written(text, records):
    assert recorded(text) == expected(*records)


def test_a_derivative_of_a_derivative_is_one_derivative():
    assert recorded("diff(diff(abs(x), x), t)") == expected(("abs(x)", "xt"))
    assert recorded("diff(diff(1*u, x), t)") == expected(("1*u", "xt"))


def test_a_derivative_that_expands_to_a_leaf_stays_recorded():
    reading = read("diff(+diff(1*u, x), t)", WITH_K)
    assert reading.tree == leaf(Derivative("u", ("x", "t")))
    assert [record.by for record in reading.differentiated] == [("x",), ("t",)]
    assert reading.differentiated[1].with_placeholders == leaf(placeholder(0))
    assert reading.kept == leaf(placeholder(1))


def test_the_kept_tree_stops_at_the_outermost_derivative():
    reading = read("3*diff(x*diff(u^2, x), x) - u", WITH_K)
    assert reading.kept.derivatives == {placeholder(1), Derivative("u")}
    assert reading.differentiated[1].with_placeholders.derivatives == {placeholder(0)}
    assert reading.tree.derivatives == {Derivative("u", ("x",) * order) for order in range(3)}
