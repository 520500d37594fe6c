import pytest

from symplex.rivals.comparison.tables import Table, error, seconds, share, size

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


@pytest.mark.parametrize(
    ("shown", "text"),
    [
        (error(None), "–"),
        (error(0.0), "0"),
        (error(1.26e-7), "1.3e-07"),
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
