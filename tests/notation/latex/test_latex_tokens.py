"""The alphabet of LaTeX formulas."""

import pytest

from symplex.errors import ExpressionError
from symplex.notation.latex.latex_tokens import MAX_CHARACTERS, Kind, latex_lines


def texts(text):
    return [[token.text for token in line] for line in latex_lines(text)]


def test_spaces_sizes_and_what_stands_around_mean_nothing():
    assert texts(r"$$ a \, b\!c \; \bigl( d \bigr) $$") == [["a", "b", "c", "(", "d", ")", ""]]
    assert texts(r"\begin{cases} a b & \\[2pt] c, \\ \end{cases}") == [["a", "b", ""], ["c", ""]]


def test_room_inside_a_line_is_a_token():
    (line,) = latex_lines(r"a \quad b & c")
    gaps = [token for token in line if token.kind is Kind.GAP]
    assert [(token.text, token.column) for token in gaps] == [(r"\quad", 3), ("&", 11)]


def test_the_same_thing_is_one_token():
    assert texts(r"\left[a\right] \dfrac \cdot \{ \vert") == [
        ["(", "a", ")", r"\frac", "*", "{|", "|", ""]
    ]
    assert texts(r"\mathrm{Re} \operatorname{erf} \mathrm d") == [["Re", "erf", "d", ""]]


def test_columns_and_adjacency_are_known():
    (line,) = latex_lines(r"u_x x")
    assert [token.column for token in line] == [1, 2, 3, 5, 6]
    assert [token.adjacent for token in line] == [False, True, True, False, False]
    assert line[0].kind is Kind.LETTER
    assert line[-1].kind is Kind.END


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("x # y", "column 3: '#' is not used in formulas"),
        ("x \\", "column 3: a backslash is followed by no command"),
        ("é", "column 1: '\\xe9' is not an ASCII character; write a command such as \\kappa"),
        (
            "x" * (MAX_CHARACTERS + 1),
            "a formula may have 10000 characters, found 10001; shorten it",
        ),
    ],
)
def test_what_does_not_belong_is_said(text, sentence):
    with pytest.raises(ExpressionError) as found:
        latex_lines(text)
    assert str(found.value) == sentence
