from symplex_benchmarks.rivals.fex import FEX
from symplex_benchmarks.rivals.rival import Answer, Rival
from symplex_benchmarks.rivals.ssde import SSDE


def test_an_answer_holds_nothing_that_it_was_not_given():
    answer = Answer()
    assert (answer.formulas, answer.values, answer.candidates) == (None, None, 0)
    assert dict(answer.settings) == {}


def test_the_symbolic_rivals_are_rivals():
    rivals: list[Rival] = [SSDE(), FEX()]
    assert [rival.name for rival in rivals] == ["ssde", "fex"]
