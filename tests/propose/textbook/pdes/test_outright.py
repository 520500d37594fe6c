"""What methods answer outright."""

from support.methods import DECAY, EXPONENTIAL, Saying, family
from symplex.propose.textbook.pdes.outright import outright
from symplex.reasons import Code
from symplex.work.budget import Budget, Undecided

FIRST = Saying("v", (family("v", "exp(-9*t)", "t"),))
SECOND = Saying("v", (family("v", "1/exp(9*t)", "t"),))


class Lost:
    name = "lost"

    def propose(self, problem, budget):
        yield family("v", "2*t", "t")
        raise Undecided(Code.BUDGET_STEPS)


def test_answers_come_in_the_order_of_the_methods():
    found = list(outright((FIRST, SECOND), DECAY, Budget.unlimited()))
    expected = [family("v", text, "t").formulas for text in ("exp(-9*t)", "1/exp(9*t)")]
    assert found == expected


def test_a_family_with_constants_is_no_answer():
    assert list(outright((EXPONENTIAL,), DECAY, Budget.unlimited())) == []


def test_a_method_that_gives_up_keeps_what_it_said_and_stops_nobody():
    found = [answer["v"] for answer in outright((Lost(), FIRST), DECAY, Budget.unlimited())]
    assert found == [family("v", text, "t").formulas["v"] for text in ("2*t", "exp(-9*t)")]
