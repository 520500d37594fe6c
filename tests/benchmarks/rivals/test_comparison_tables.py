"""What the rows of a comparison add up to."""

import pytest

from symplex_benchmarks.rivals.comparison.report import answers, costs
from symplex_benchmarks.rivals.comparison.tables import (
    Table,
    error,
    seconds,
    share,
    shortened,
    size,
)

TABLE = Table("50 % of u_x & more", "some", ("a", "b"), (("1", "|x| + 2^3"),))


def test_markdown_has_a_line_for_each_row_and_bars_that_are_text():
    assert TABLE.markdown().splitlines()[-3:] == [
        "| a | b |",
        "| --- | --- |",
        "| 1 | \\|x\\| + 2^3 |",
    ]


def test_latex_has_no_commands_of_the_user_s():
    text = TABLE.latex()
    assert r"50 \% of u\_x \& more" in text
    assert r"1 & |x| + 2\^{}3 \\" in text
    assert text.count(r"\begin") == text.count(r"\end")


def test_marks_and_powers_become_commands():
    table = Table("c", "t", ("a", "b"), (("**1.5e-7 · 0 %**", "`x_1^2`"),))
    assert r"\textbf{\boldmath $1.5\times10^{-7}$ $\cdot$ 0 \%} & \texttt{x\_1\^{}2} \\" in (
        table.latex()
    )


def test_a_long_table_may_break():
    text = Table("c", "t", ("a", "b"), (("1", "2"),) * 60).latex()
    assert r"\begin{longtable}" in text
    assert text.count("{") == text.count("}")
    assert "table*" not in text


def test_a_formula_is_shortened_only_where_it_is_too_long():
    assert shortened("0.123456*x", 20) == "0.123456*x"
    assert shortened("0.123456*x + 1.5*t", 15) == "0.123*x + 1.5*t"
    assert shortened("x + y + z", 4) == "x +…"


@pytest.mark.parametrize(
    ("shown", "text"),
    [
        (error(None), "–"),
        (error(0.0), "0"),
        (error(1.26e-7), "1.3e-7"),
        (error(67.8), "68"),
        (error(0.664), "0.66"),
        (error(2.1e5), "2.1e5"),
        (share(0.05), "5 %"),
        (seconds(642.01), "642.0 s"),
        (seconds(0.86), "860 ms"),
        (seconds(6.27e-5), "62.7 µs"),
        (size(131_170_000), "131 MB"),
        (size(19), "19 B"),
        (size(0), "–"),
    ],
)
def test_numbers_have_units_that_suit_them(shown, text):
    assert shown == text


ROW = {
    **{"method": "weno", "seed": 0, "mse": 1e-6, "mean": 5e-4, "largest": 7e-3, "srr": None},
    **{"proved": False, "seconds": 9.5, "candidates": 0, "inference": 3e-4, "time_limit": 300.0},
    **{"peak_memory": 264_000_000, "storage": 16_000_000, "formula": "", "why": ""},
    "against": "the true solution",
}


def test_an_error_is_told_by_its_square_its_root_its_mean_and_its_largest():
    made = answers("burgers", [ROW])
    assert made.header[:5] == ("method", "MSE", "RMS", "mean", "largest")
    assert made.rows[0] == (
        *("weno", "1.0e-6", "1.0e-3", "5.0e-4", "7.0e-3", "–", "no", "a field of values"),
    )
    assert "the true solution" in made.caption


def test_a_method_without_an_answer_says_why():
    failed = {**ROW, "mse": None, "mean": None, "largest": None, "why": "its process died"}
    assert answers("burgers", [failed]).rows[0][-1] == "its process died"


def test_seeds_are_told_apart_and_formulas_cut_where_that_is_asked_for():
    rows = [{**ROW, "formula": "u = x + y + t", "seed": seed} for seed in (0, 1)]
    made = answers("burgers", rows, most=7)
    assert [line[1] for line in made.rows] == ["0", "1"]
    assert made.rows[0][-1] == "`u = x +…`"


def test_costs_have_their_units():
    made = costs("burgers", [ROW])
    assert made.rows == (("weno", "9.5 s", "–", "300 µs", "264 MB", "16 MB"),)
    assert "at most 300 s" in made.caption
