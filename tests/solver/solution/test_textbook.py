"""The textbook, scheduled: families are completed, smaller problems solved and mapped back."""

from support.boundaries import tolerant
from support.checks import check
from support.methods import DECAY, EXPONENTIAL, HEAT, SEPARATION, Saying, family
from symplex.errors import ProblemError
from symplex.origin import Origin, Writer
from symplex.problem.method import Reduction
from symplex.proof.answer import read_answer
from symplex.proof.certificate import conclude
from symplex.proof.verify import verify
from symplex.reasons import Code, Reason
from symplex.solver.polish.polish import Polished
from symplex.solver.solution.finisher import Finisher
from symplex.solver.solution.textbook import FAMILY_COST, Textbook
from symplex.work.budget import Budget, OutOfBudget

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
    clock = Budget(600.0)
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
        "who": Reason(Code.INGREDIENT_METHOD, name="failing"),
        "what": Reason(Code.INGREDIENT_ERROR, error="OverflowError: too wide"),
    }
    assert boundary.remarks == [Reason(Code.INGREDIENT_FAILED, **facts)]


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
