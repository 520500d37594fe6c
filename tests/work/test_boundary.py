"""The one place where ingredients fail."""

import math
import signal
import sys
import threading
import warnings

import pytest

from support.boundaries import tolerant
from symplex.codes import RunCode
from symplex.errors import ExpressionError, SettingsError
from symplex.reasons import Code, Reason
from symplex.sentences import sentence
from symplex.work.boundary import Boundary, Ingredient, Runaway, passed_on, without_warnings
from symplex.work.budget import OutOfBudget, Undecided
from symplex.work.clock import Deadline

WHO = Ingredient.HINTS
METHOD = Reason(RunCode.INGREDIENT_METHOD, name="x")


def failed(who, what):
    return Reason(RunCode.INGREDIENT_FAILED, who=who, what=what)


def stopped(why):
    return Reason(RunCode.INGREDIENT_STOPPED, who=WHO.value, why=why)


def failing(error, *before):
    yield from before
    raise error


def test_turns_are_handed_on_with_what_a_generator_returns():
    def steps():
        yield 1
        yield 2
        return "done"

    def outer():
        returned.append((yield from Boundary().turns(WHO, steps())))

    returned = []
    assert list(outer()) == [1, 2]
    assert returned == ["done"]


@pytest.mark.parametrize("error", [ValueError("odd"), MemoryError(), RecursionError("deep")])
def test_a_failure_ends_the_turn_and_is_noted_once(error):
    told = []
    boundary = tolerant(None, lambda *what: told.append(what))
    assert list(boundary.turns(WHO, failing(error, 1))) == [1]
    assert boundary.value(WHO, lambda: next(failing(error))) is None
    (remark,) = boundary.remarks
    assert remark.code is RunCode.INGREDIENT_FAILED
    assert WHO.value in remark.codes
    assert type(error).__name__ in sentence(remark)
    ((what, traceback),) = told
    assert what == remark
    assert "in failing" in traceback
    assert boundary.has_failed(WHO)
    assert not boundary.has_failed(Ingredient.SEARCH)


def test_who_fails_too_often_has_no_more_turns():
    boundary, calls = tolerant(), []

    def fail():
        calls.append(1)
        raise ValueError

    for _ in range(9):
        boundary.value(METHOD, fail)
    assert len(calls) == 3
    assert boundary.value(Reason(RunCode.INGREDIENT_METHOD, name="y"), lambda: 5) == 5


def test_what_every_candidate_goes_through_is_always_asked_again():
    boundary = tolerant()
    for _ in range(9):
        boundary.value(Ingredient.POLISHING, lambda: 1 / 0)
    assert boundary.value(Ingredient.POLISHING, lambda: 5) == 5
    assert len(boundary.remarks) == 1


def test_the_failures_of_a_smaller_problem_are_its_own():
    boundary = tolerant()
    below = boundary.below()
    below.value(Ingredient.SEARCH, lambda: 1 / 0)
    assert below.has_failed(Ingredient.SEARCH)
    assert not boundary.has_failed(Ingredient.SEARCH)
    assert boundary.remarks == below.remarks != []
    for _ in range(3):
        below.value(METHOD, lambda: 1 / 0)
    assert boundary.left_out == (METHOD,)
    again = tolerant()
    again.leave_out(boundary.left_out)
    assert again.value(METHOD, lambda: 5) is None


def test_what_makes_the_turns_may_fail_too():
    boundary = tolerant()
    assert list(boundary.turns(WHO, lambda: 1 / 0)) == []
    assert "ZeroDivisionError" in sentence(boundary.remarks[0])


def test_a_search_has_no_honest_end_by_an_error():
    boundary = tolerant()
    assert boundary.value(Ingredient.SEARCH, lambda: next(failing(ExpressionError("x")))) is None
    what = Reason(RunCode.INGREDIENT_ERROR, error="ExpressionError: x")
    assert boundary.remarks == [failed(RunCode.INGREDIENT_SEARCH, what)]


def test_a_search_without_memory_ends_the_run():
    with pytest.raises(MemoryError):
        list(tolerant().turns(Ingredient.SEARCH, failing(MemoryError())))


def test_what_the_caller_raises_reaches_the_caller():
    boundary = tolerant()

    def watch():
        raise ValueError("enough")

    with pytest.raises(ValueError, match="enough"), passed_on():
        boundary.value(Ingredient.SEARCH, lambda: boundary.outside(watch))
    assert boundary.remarks == []


def test_the_time_of_the_caller_is_nobody_s_turn(monkeypatch):
    times = iter([0.0, 1.0, 101.0, 101.0, 101.0])
    monkeypatch.setattr("symplex.work.boundary.now", lambda: next(times))
    boundary = tolerant(Deadline())
    ends = []

    def turn():
        boundary.outside(lambda: None)
        ends.append(boundary._turns[-1].ends)

    boundary.value(WHO, turn)
    assert ends == [600.0 + 100.0]


def test_strictness_is_for_developers():
    with pytest.raises(ValueError, match="odd"):  # as in all tests
        Boundary().value(WHO, lambda: next(failing(ValueError("odd"))))


def test_an_honest_end_is_no_failure():
    boundary = Boundary()
    for error in (Undecided(Code.ZERO_NOT_SHOWN), ExpressionError("cannot be written")):
        assert boundary.value(WHO, lambda one=error: next(failing(one))) is None
    assert boundary.remarks == []
    assert list(boundary.turns(WHO, failing(OutOfBudget(Code.BUDGET_STEPS)))) == []
    assert boundary.remarks == [stopped(Code.BUDGET_STEPS)]
    assert not boundary.has_failed(WHO)


def test_the_end_of_the_run_is_not_told_of_everyone():
    boundary = Boundary(Deadline(0))
    assert list(boundary.turns(WHO, failing(OutOfBudget(Code.BUDGET_TIME, seconds=0)))) == []
    assert boundary.remarks == []


@pytest.mark.parametrize("error", [KeyboardInterrupt(), SettingsError("no such recipe")])
def test_what_is_meant_for_the_user_passes(error):
    with pytest.raises(type(error)):
        list(tolerant().turns(WHO, failing(error)))


def test_whoever_never_ends_is_listened_to_no_longer(monkeypatch):
    monkeypatch.setattr("symplex.work.boundary._MAX_SAID", 100)
    boundary = Boundary()
    assert len(list(boundary.turns(WHO, iter(int, 1)))) == 100
    assert boundary.remarks == [Reason(RunCode.INGREDIENT_TALKATIVE, who=WHO.value)]
    assert len(list(boundary.turns(WHO, iter(range(500)), most=math.inf))) == 500


def test_who_is_meant_to_go_on_is_listened_to(monkeypatch):
    monkeypatch.setattr("symplex.work.boundary._MAX_SAID", 100)
    assert len(list(Boundary().turns(WHO, range(1_000), most=math.inf))) == 1_000


def overdue(monkeypatch):
    """From now on, every turn counts as a runaway."""
    monkeypatch.setattr(Boundary, "_longest", lambda *_: -1.0)
    return tolerant()


def test_a_turn_that_hangs_is_stopped(monkeypatch):
    def hang():
        while True:
            pass

    boundary = overdue(monkeypatch)
    with boundary.watched():
        assert boundary.value(WHO, hang) is None
        assert boundary.value(WHO, lambda: threading.Event().wait()) is None
    assert boundary.remarks == [failed(WHO.value, RunCode.INGREDIENT_ENDLESS)]
    assert signal.getsignal(signal.SIGALRM) is signal.SIG_DFL
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_what_the_end_of_the_run_stops_has_not_failed(monkeypatch):
    monkeypatch.setattr(Boundary, "_longest", lambda *_: -1.0)
    boundary = tolerant(Deadline(0))
    with boundary.watched():
        assert boundary.value(WHO, threading.Event().wait) is None
    assert boundary.remarks == [stopped(RunCode.INGREDIENT_RUN_OVER)]
    assert not boundary.has_failed(WHO)


@pytest.mark.parametrize(
    ("seconds", "share", "longest"), [(100, 0.25, 25), (3, 0.25, 4.2), (10, 0.1, 5), (-9, 1.0, 0.1)]
)
def test_a_turn_may_take_its_share_of_what_is_left(monkeypatch, seconds, share, longest):
    monkeypatch.setattr("symplex.work.clock.now", lambda: 0.0)
    assert Boundary(Deadline(seconds, started=0.0))._longest(share) == longest


def test_a_turn_that_takes_all_memory_is_stopped(monkeypatch):
    sizes = iter(range(0, 1 << 60, 1 << 33))
    monkeypatch.setattr("symplex.work.boundary._resident", lambda: next(sizes))
    boundary = tolerant()

    def take():
        while True:
            pass

    with boundary.watched():
        assert boundary.value(WHO, take) is None
    assert boundary.remarks == [failed(WHO.value, RunCode.INGREDIENT_TOO_MUCH_MEMORY)]


def test_an_inner_turn_that_is_stopped_leaves_the_outer_one_alone(monkeypatch):
    boundary = tolerant()

    def outer():
        monkeypatch.setattr(Boundary, "_longest", lambda *_: -1.0)
        return "went on", boundary.value(Ingredient.POLISHING, threading.Event().wait)

    with boundary.watched():
        assert boundary.value(Ingredient.REDUCTION, outer) == ("went on", None)


def test_nobody_s_alarm_is_taken():
    before = signal.signal(signal.SIGALRM, lambda *_: None)
    try:
        handler = signal.getsignal(signal.SIGALRM)
        with Boundary().watched():
            assert signal.getsignal(signal.SIGALRM) is handler
    finally:
        signal.signal(signal.SIGALRM, before)


def in_a_thread(work):
    """What a function returns in a thread of its own."""
    found = []
    thread = threading.Thread(target=lambda: found.append(work()), daemon=True)
    thread.start()
    thread.join(60)
    return found


def test_in_a_thread_a_turn_that_hangs_is_stopped_too(monkeypatch):
    def hang():
        while True:
            pass

    def run():
        boundary = overdue(monkeypatch)
        with boundary.watched():
            first = boundary.value(WHO, hang)
            monkeypatch.setattr(Boundary, "_longest", lambda *_: 600.0)
            return first, boundary.value(WHO, lambda: 3), boundary.remarks

    remark = failed(WHO.value, RunCode.INGREDIENT_ENDLESS)
    assert in_a_thread(run) == [(None, 3, [remark])]


def test_in_a_thread_nothing_but_a_turn_is_stopped(monkeypatch):
    def run():
        boundary = overdue(monkeypatch)
        with boundary.watched():
            for _ in range(1_000):
                boundary.value(WHO, lambda: 3)
            threading.Event().wait(0.7)  # nobody's turn
        return "whole", boundary.remarks

    assert in_a_thread(run) == [("whole", [])]


def test_in_a_thread_memory_counts_too(monkeypatch):
    sizes = iter(range(0, 1 << 60, 1 << 33))
    monkeypatch.setattr("symplex.work.boundary._resident", lambda: next(sizes))

    def take():
        while True:
            pass

    def run():
        boundary = tolerant()
        with boundary.watched():
            boundary.value(WHO, take)
        return boundary.remarks

    remark = failed(WHO.value, RunCode.INGREDIENT_TOO_MUCH_MEMORY)
    assert in_a_thread(run) == [[remark]]


def test_a_runaway_cannot_be_caught_by_accident():
    assert not issubclass(Runaway, Exception)


def test_an_import_is_not_stopped_half_way(monkeypatch, tmp_path):
    (tmp_path / "slow_to_import.py").write_text(
        "import signal\nfor _ in range(3):\n    signal.raise_signal(signal.SIGALRM)\nDONE = True\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    boundary = overdue(monkeypatch)

    def load():
        import slow_to_import

        assert slow_to_import.DONE
        while True:
            signal.raise_signal(signal.SIGALRM)

    with boundary.watched():
        assert boundary.value(WHO, load) is None
    assert boundary.remarks == [failed(WHO.value, RunCode.INGREDIENT_ENDLESS)]


def test_libraries_warn_nobody_unless_that_is_wanted(monkeypatch):
    monkeypatch.setattr(sys, "warnoptions", [])
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        with without_warnings():
            warnings.warn("a candidate is undefined somewhere", RuntimeWarning, stacklevel=1)
        assert not seen
        with without_warnings(unless=True):
            warnings.warn("a test wants to know", RuntimeWarning, stacklevel=1)
        monkeypatch.setattr(sys, "warnoptions", ["always"])
        with without_warnings():
            warnings.warn("so does a user", RuntimeWarning, stacklevel=1)
        assert len(seen) == 2
