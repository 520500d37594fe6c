from symplex.problem.contradiction import Contradiction
from symplex.reasons import Code, Reason


def test_a_sentence_with_both_facts():
    left = Reason(Code.CONTRADICTION_REMAINDER, value="1")
    there = Contradiction("a", "b", "x = 0", left)
    why = "what is left of them is 0 = 1"
    assert str(there) == f"a and b cannot hold together at x = 0: {why}"
    assert str(Contradiction("a", "b", "", left)) == f"a and b cannot hold together: {why}"
    assert there.to_json() == {
        **{"first": "a", "second": "b", "where": "x = 0", "why": why},
        **{"code": "contradiction.remainder", "facts": {"value": "1"}},
    }
