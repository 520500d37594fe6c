"""Methods that are asked once."""

from support.methods import HEAT, SEPARATION
from support.reasons import refused
from symplex.expression.parse import parse
from symplex.problem.method import Family
from symplex.reasons import Code, Reason
from symplex.solver.solution.textbook import Recalled, Recollection
from symplex.work.budget import Budget, OutOfBudget

FAMILY = Family("seen", {"u": parse("x*exp(-t)", HEAT.answer_scope)}, (), None)


SLOW = Reason(Code.BUDGET_TIME, seconds=1)


class Slow:
    """A method that the clock ends after its first proposal."""

    name = "slow"

    def __init__(self):
        self.calls = 0

    def propose(self, problem, budget):
        self.calls += 1
        yield FAMILY
        raise OutOfBudget(Code.BUDGET_TIME, seconds=1)


def test_what_was_proposed_is_proposed_again_and_so_is_why_it_ended():
    slow = Slow()
    first = Recalled(slow)
    assert first.recollection is None
    for method in (first, first, Recalled(slow, Recollection((FAMILY,), SLOW))):
        proposals = method.propose(HEAT, Budget.unlimited())
        assert next(proposals) == FAMILY
        with refused(Code.BUDGET_TIME):
            next(proposals)
    assert slow.calls == 1
    assert first.recollection == Recollection((FAMILY,), SLOW)


def test_smaller_problems_cannot_be_saved():
    method = Recalled(SEPARATION)
    assert list(method.propose(HEAT, Budget.unlimited()))
    assert method.recollection is None


def test_what_is_read_is_what_was_written():
    near = Family("seen", FAMILY.formulas, ("c#1",), {"c#1": 0.5})
    made = Recollection((FAMILY, near), SLOW)
    assert Recollection.from_json(made.to_json()) == made
