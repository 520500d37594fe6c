"""The textbook's turns: what is proposed, how far it was read, and what is remembered."""

from dataclasses import dataclass

from support.boundaries import tolerant
from support.checks import check
from support.methods import DECAY, EXPONENTIAL, HEAT, SEPARATION, Saying, family
from support.reasons import refused
from symplex.codes import RunCode
from symplex.errors import ProblemError
from symplex.expression.parse import parse
from symplex.origin import Origin, Writer
from symplex.problem.method import Family, Reduction
from symplex.proof.answer import read_answer
from symplex.proof.certificate import conclude
from symplex.proof.verify import verify
from symplex.reasons import Code, Reason
from symplex.solver.polish.polish import Polished
from symplex.solver.solution.finisher import Finisher
from symplex.solver.solution.textbook import FAMILY_COST, Reading, Recalled, Recollection, Textbook
from symplex.work.budget import Budget, OutOfBudget
from symplex.work.clock import Deadline

# The textbook, scheduled: families are completed, smaller problems solved and mapped back.

PROVED = verify(DECAY, read_answer(DECAY, "exp(-9*t)"))
OPEN = conclude((check("v_t = -9*v"),))


class Task:
    """A smaller problem whose attempts are known."""

    def __init__(self, *attempts):
        self.candidates = 0
        self._attempts = attempts

    @property
    def candidates_by_origin(self):
        return {Origin(Writer.MOVE): self.candidates}

    def attempts(self):
        for attempt in self._attempts:
            self.candidates += 100
            yield attempt


def textbook(problem, *methods, smaller=None, boundary=None):
    clock = Deadline(600.0)
    return Textbook(problem, methods, Finisher(problem, clock), smaller, clock, boundary)


def texts(polished):
    return {name: str(formula) for name, formula in polished.answer.items()}


def test_a_family_is_completed_and_proved():
    book = textbook(DECAY, EXPONENTIAL)
    polished, end = book.turns()
    assert polished.certificate.is_exact
    assert polished.answer == read_answer(DECAY, "exp(-9*t)")
    assert polished.origin == Origin(Writer.METHOD, "test")
    assert end is None
    assert (book.cost, book.candidates) == (FAMILY_COST, 0)


def test_the_answer_of_a_smaller_problem_becomes_one_of_the_original():
    answer = read_answer(DECAY, "exp(-9*t)")
    tasks = []

    def smaller(problem):
        assert problem == DECAY
        found = Polished(answer, PROVED, origin=Origin(Writer.ANSATZ))
        tasks.append(Task(None, Polished(answer, OPEN), found, None))
        return tasks[-1]

    book = textbook(HEAT, SEPARATION, smaller=smaller)
    turns = list(book.turns())
    assert [turn is None for turn in turns] == [True, True, True, False, True]
    assert turns[3].certificate.is_exact
    assert turns[3].answer == read_answer(HEAT, "2*sin(3*x)*exp(-9*t)")
    assert str(turns[3].origin) == "reduction: test > ansatz"
    assert book.candidates_by_origin == {Origin(Writer.REDUCTION, "test", Origin(Writer.MOVE)): 300}
    assert book.candidates == 300  # nothing is tried after the smaller problem is solved
    assert book.cost == 300 + FAMILY_COST


def test_smaller_problems_take_turns():
    tasks = []

    def smaller(problem):
        tasks.append(Task(None, None))
        return tasks[-1]

    reductions = tuple(Reduction("test", DECAY, lambda answer: ()) for _ in range(2))
    turns = textbook(HEAT, Saying("u", reductions), smaller=smaller).turns()
    counts = []
    for _ in turns:
        counts.append(tuple(task.candidates for task in tasks))
    assert counts == [(100,), (100, 100), (200, 100), (200, 200)]


def test_no_smaller_problem_is_made_below_the_last_depth():
    assert list(textbook(HEAT, SEPARATION).turns()) == []


def test_a_method_that_runs_out_of_time_leaves_the_turn_to_the_next():
    class Slow:
        name = "slow"

        def propose(self, problem, budget):
            yield family("v", "c1*t", "t")
            raise OutOfBudget(Code.BUDGET_STEPS)

    found = [t for t in textbook(DECAY, Slow(), EXPONENTIAL).turns() if t is not None]
    assert [polished.certificate.is_exact for polished in found] == [True]


def test_a_smaller_problem_that_cannot_be_evaluated_is_left_out():
    class Impossible(Task):
        def attempts(self):
            yield None
            raise ProblemError("'log(x)' must be defined everywhere in its region")

    book = textbook(HEAT, SEPARATION, smaller=lambda _: Impossible())
    assert list(book.turns()) == [None]


class Failing:
    """A method with a mistake in it."""

    name = "failing"

    def propose(self, problem, budget):
        raise OverflowError("too wide")
        yield


def test_a_method_that_fails_is_noted_and_the_next_one_has_its_turn():
    boundary = tolerant()
    book = textbook(DECAY, Failing(), EXPONENTIAL, boundary=boundary)
    assert next(iter(book.turns())).certificate.is_exact
    facts = {
        "who": Reason(RunCode.INGREDIENT_METHOD, name="failing"),
        "what": Reason(RunCode.INGREDIENT_ERROR, error="OverflowError: too wide"),
    }
    assert boundary.remarks == [Reason(RunCode.INGREDIENT_FAILED, **facts)]


def test_what_a_method_proposes_without_end_is_cut(monkeypatch):
    monkeypatch.setattr("symplex.solver.solution.textbook._MAX_PROPOSALS", 3)
    endless = Saying("v", tuple(family("v", f"c1*t^{n}", "t") for n in range(2, 9)))
    book = textbook(DECAY, endless, EXPONENTIAL)
    assert any(found is not None and found.certificate.is_exact for found in book.turns())
    assert book.account.families == 4


def test_what_a_method_repeats_is_heard_once():
    tasks = []

    def smaller(_):
        tasks.append(Task(None))
        return tasks[-1]

    repeating = Saying("u", (family("u", "c1*t", "t"), *SEPARATION.said) * 1_000)
    book = textbook(HEAT, repeating, smaller=smaller)
    list(book.turns())
    assert book.account.families == 1
    assert len(tasks) == 1


# How far a collection of methods has been read.


@dataclass
class Counted:
    candidates: int


def reading(ahead, methods=(EXPONENTIAL, SEPARATION)):
    clock = Deadline()
    return Reading(Textbook(HEAT, methods, Finisher(HEAT, clock), None, clock), ahead)


def test_nothing_is_due_before_the_search_is_ahead():
    late = reading(-1_000)
    assert list(late.due(Counted(1_000))) == []
    assert late.turns == 0
    assert late.account is None


def test_all_turns_are_taken_once_they_are_due():
    early = reading(10**9)
    turns = list(early.due(Counted(0)))
    assert early.turns == len(turns)
    assert early.account is not None
    assert list(early.due(Counted(0))) == []


def test_a_book_that_was_read_is_not_read_again():
    early = reading(10**9)
    list(early.due(Counted(0)))
    again = reading(10**9)
    assert list(again.again(early.turns, early.account)) == []
    assert again.turns == early.turns
    assert again.account == early.account


def test_turns_that_are_not_there_again_are_noted():
    again = reading(10**9, methods=())
    assert list(again.again(3, None)) == []
    assert again.book.remarks == [Reason(RunCode.RESUMED_NOT_FOUND_AGAIN)]


# Methods that are asked once.

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
