"""Other ways in which SymPy writes a formula."""

import sympy

from symplex.exact.rewritings import rewritings


def test_a_common_factor_is_found_among_the_forms():
    x, y = sympy.symbols("x y", real=True)
    found = rewritings(x * sympy.sin(x) + y * sympy.sin(x))
    assert "(x + y)*sin(x)" in found
    assert len(found) == len(set(found))


def test_what_our_language_has_no_word_for_is_left_out():
    x = sympy.Symbol("x", real=True)
    assert rewritings(sympy.gamma(x)) == []
