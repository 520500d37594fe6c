from symplex.solver.solution.text import shortened


def test_what_fits_is_left_alone_and_the_rest_is_cut():
    assert shortened("abcd", 4) == "abcd"
    assert shortened("abcde", 4) == "abc…"
