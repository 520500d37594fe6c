"""How far a collection of methods has been read."""

from dataclasses import dataclass

from support.methods import EXPONENTIAL, HEAT, SEPARATION
from symplex.reasons import Code, Reason
from symplex.solver.solution.finisher import Finisher
from symplex.solver.solution.textbook import Reading, Textbook
from symplex.work.budget import Budget


@dataclass
class Counted:
    candidates: int


def reading(ahead, methods=(EXPONENTIAL, SEPARATION)):
    clock = Budget.unlimited()
    return Reading(Textbook(HEAT, methods, Finisher(HEAT, clock), None, clock), ahead)


def test_nothing_is_due_before_the_search_is_ahead():
    late = reading(-1_000)
    assert list(late.due(Counted(1_000), Budget.unlimited())) == []
    assert late.turns == 0
    assert late.account is None


def test_all_turns_are_taken_once_they_are_due():
    early = reading(10**9)
    turns = list(early.due(Counted(0), Budget.unlimited()))
    assert early.turns == len(turns)
    assert early.account is not None
    assert list(early.due(Counted(0), Budget.unlimited())) == []


def test_a_book_that_was_read_is_not_read_again():
    early = reading(10**9)
    list(early.due(Counted(0), Budget.unlimited()))
    again = reading(10**9)
    assert list(again.again(early.turns, early.account)) == []
    assert again.turns == early.turns
    assert again.account == early.account


def test_turns_that_are_not_there_again_are_noted():
    again = reading(10**9, methods=())
    assert list(again.again(3, None)) == []
    assert again.book.remarks == [Reason(Code.RESUMED_NOT_FOUND_AGAIN)]
