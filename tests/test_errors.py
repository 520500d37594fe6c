"""How mistakes are said."""

from symplex.errors import ExpressionError, shown


def test_long_words_are_cut_in_a_sentence():
    assert shown("kappa") == "kappa"
    assert shown("x" * 1_000) == "x" * 40 + "…"


def test_a_mistake_moves_with_its_text():
    assert str(ExpressionError("here", column=3).shifted(4)) == "column 7: here"
    assert str(ExpressionError("somewhere").shifted(4)) == "somewhere"
