"""How mistakes are said."""

from symplex.errors import ExpressionError, one_line, shown


def test_long_words_are_cut_in_a_sentence():
    assert shown("kappa") == "kappa"
    assert shown("x" * 1_000) == "x" * 40 + "…"


def test_a_mistake_moves_with_its_text():
    assert str(ExpressionError("here", column=3).shifted(4)) == "column 7: here"
    assert str(ExpressionError("somewhere").shifted(4)) == "somewhere"


def test_what_anyone_may_have_written_is_one_line():
    assert one_line(" a\n\nb\r\tc\u2028d ") == "a b c d"
    assert one_line("\x1b[2Jexact\x00 \u202eback") == "[2Jexact back"
    assert one_line("√(π·t) – “so”") == "√(π·t) – “so”"
