"""Ingredients that fail in every way: they are all known, and a run goes on without them."""

import json
import math
import sys
from dataclasses import dataclass

import numpy as np
import pytest

from faults.__main__ import summary
from faults.ingredients import ingredients, named
from faults.injection import Fault, Turned, inject, inject_fault
from faults.spoiling import MANY, flooded, spoiled
from faults.subjects import SUBJECTS, Seen, Subject, chosen
from faults.trials import Trial, row
from faults.workers import WORKERS
from statements.runner import Outcome, Timing
from symplex.codes import RunCode
from symplex.expression import symbol
from symplex.notation.problem_files import bundled
from symplex.problem import Problem
from symplex.sentences import sentence
from symplex.solver.solution.solve import solve
from symplex.work.boundary import Boundary, Ingredient

ANSWER = {
    "solution": {},
    "latex": {},
    "certificate": None,
    "seed": 0,
    "seconds": 1.0,
    "candidates": 1,
    "stop_reason": "time limit",
    "version": "0",
}
LIFTS, STATEMENT = "the proposer of lifts", "the proposer of statement formulas"


@pytest.fixture(autouse=True)
def restored(monkeypatch):
    """Whatever is injected is gone after a test; failures are notes, as for users."""
    monkeypatch.setattr(Boundary, "turns", Boundary.turns)
    monkeypatch.setattr(Boundary, "has_failed", Boundary.has_failed)
    monkeypatch.delenv("SYMPLEX_STRICT", raising=False)


@pytest.fixture
def overdue(monkeypatch):
    """What makes the turn that goes on count as a runaway: no clock decides."""
    made = []

    class Kept:
        def __new__(cls, *args):
            made.append(Boundary(*args))
            return made[-1]

    monkeypatch.setattr(sys.modules["symplex.solver.solution.solve"], "Boundary", Kept)

    def fire():
        made[-1]._turns[-1].ends = -math.inf

    return fire


def test_whoever_has_turns_is_known(monkeypatch):
    monkeypatch.setattr("symplex.solver.solution.by_values.AFTER", 200)
    turned = Turned()
    inject(turned.listening)
    ordinary = Problem(
        ["u_xx = u^2 - x"], {"x": [0, 4]}, [("x = 0", "u = 0"), ("x = 0", "u_x = 0")]
    )
    solve(bundled("parametric-heat"), time_limit=1e6, max_candidates=400)
    solve(ordinary, time_limit=1e6, max_candidates=1_500, hint="c*x^2")
    assert turned.named <= set(ingredients())
    assert len(turned.named) > len(ingredients()) - 10


@pytest.mark.parametrize("fault", [Fault.LOOP, Fault.WAIT])
@pytest.mark.parametrize("who", [named(Ingredient.CONTRADICTIONS), STATEMENT])
def test_who_hangs_is_left_alone(who, fault, overdue):
    inject_fault(who, fault, overdue)
    solution = solve(bundled("heat"), time_limit=1e6)
    assert solution.is_exact
    (failed,) = (one for one in solution.remarks if RunCode.INGREDIENT_ENDLESS in one.codes)
    assert failed.code is RunCode.INGREDIENT_FAILED
    assert who in sentence(failed)


@pytest.mark.parametrize("fault", [Fault.RAISE, Fault.NAN, Fault.FLOOD, Fault.ABSENT])
@pytest.mark.parametrize("who", [LIFTS, named(Ingredient.CONTRADICTIONS)])
def test_the_others_find_the_answer(who, fault):
    fired = []
    inject_fault(who, fault, lambda: fired.append(1))
    solution = solve(bundled("heat"), time_limit=1e6)
    assert solution.is_exact
    assert fired
    assert any(who in note for note in solution.notes) == (fault is Fault.RAISE)


def test_polishing_that_says_nan_proves_nothing():
    inject_fault(named(Ingredient.POLISHING), Fault.NAN, lambda: None)
    solution = solve(bundled("heat"), max_candidates=300, without=("reference", "textbook"))
    assert not solution.is_exact
    json.dumps(solution.to_json(), allow_nan=False)


def test_a_run_of_the_command_line_is_scored():
    made = row(LIFTS, Fault.RAISE, Subject("heat"), Timing(600.0, 600.0), "exact")
    assert (made["lost"], made["overrun"], made["wrong"]) == ([], False, False)


def scored(monkeypatch, fault, status="none", **given):
    answer = {**ANSWER, "status": status, "solution": {}, **given.pop("answer", {})}
    seen = Seen(given.pop("named", frozenset()), frozenset())
    run = Trial(Outcome(1, json.dumps(answer), "", given.pop("wall", 1.0)), fired=False, seen=seen)
    monkeypatch.setattr("faults.trials.run", lambda *_: run)
    return row(LIFTS, fault, Subject("heat"), Timing(3.0, 1.0), "approximate")


def test_what_is_wrong_with_a_run_is_seen(monkeypatch):
    made = scored(monkeypatch, Fault.RAISE, wall=7.0)
    assert made["lost"] == ["the fault did not show", "no note tells who failed"]
    assert made["overrun"]
    assert made["wrong"]
    made = scored(monkeypatch, Fault.NAN, named=frozenset((LIFTS,)))
    assert (made["lost"], made["mute"]) == ([], True)
    made = scored(monkeypatch, Fault.LOOP, answer={"notes": [f"{LIFTS} failed"]})
    assert made["lost"] == ["the fault did not show"]


@dataclass(frozen=True)
class Thing:
    number: float
    parts: tuple
    count: int = 3


def test_whatever_is_handed_over_is_spoiled():
    made = spoiled(Thing(1.0, (2.0, {"u": symbol("x")}, np.ones(2), "text", None)))
    number, formulas, array, text, none = made.parts
    assert math.isnan(made.number)
    assert math.isnan(number)
    assert made.count == 3
    assert str(formulas["u"].constants) == "(nan,)"
    assert np.isnan(array).all()
    assert (text, none) == ("text", None)


def test_what_is_many_becomes_a_million():
    assert len(flooded((1, 2))) == MANY
    assert flooded(()) == ()
    assert flooded("one") == "one"


def test_a_subject_is_one_on_which_someone_speaks():
    first, second = SUBJECTS[:2]
    silent, speaking = Seen(frozenset("a"), frozenset()), Seen(frozenset("ab"), frozenset("a"))
    seen = {first.key: silent, second.key: speaking}
    assert chosen("a", seen, (first, second)) is second
    assert chosen("b", seen, (first, second)) is second
    assert chosen("c", seen, (first, second)) is None
    assert len({one.key for one in SUBJECTS}) == len(SUBJECTS)
    assert not set(WORKERS) & set(ingredients())


def test_rows_are_summed_up_by_fault():
    good = {"fault": "NAN", "lost": [], "overrun": False, "wrong": False, "mute": True, "over": -3}
    bad = {**good, "lost": ["traceback"], "overrun": True, "wrong": True, "mute": False, "over": 5}
    _, line = summary([good, bad])
    assert line.split() == ["says", "NaN", "2", "1", "1", "1", "1", "5.0s"]
