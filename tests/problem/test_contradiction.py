from symplex.problem.contradiction import Contradiction


def test_a_sentence_with_both_facts():
    assert str(Contradiction("a", "b", "x = 0", "c")) == "a and b cannot hold together at x = 0: c"
    assert str(Contradiction("a", "b", "", "c")) == "a and b cannot hold together: c"
