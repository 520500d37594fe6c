"""The order in which strategies have their turns."""

import math
from dataclasses import replace

import pytest

from support.methods import EXPONENTIAL, HEAT, SEPARATION
from symplex.codes import RunCode
from symplex.expression import number
from symplex.notation.problem_files import bundled
from symplex.origin import UNRECORDED
from symplex.problem import Problem
from symplex.proof.answer import read_answer
from symplex.proof.certificate import conclude
from symplex.propose.candidates.settings import DEFAULT
from symplex.propose.structure.reference_cache import ReferenceCache
from symplex.solver.approximation import Approximation
from symplex.solver.approximation.reference_values import Measured
from symplex.solver.polish.polish import Polished
from symplex.solver.search.state import Finding, RunOptions
from symplex.solver.solution.approximating import Acceptance, Plan
from symplex.solver.solution.course import Course
from symplex.solver.solution.hints import read_hint
from symplex.work.clock import Deadline

# The course of a run: what was told first, then the search and the textbook in turns.

BLIND = replace(
    DEFAULT.without(["statement-formulas", "lifts", "ansatz", "symformer"]),
    moves=50,
)
"""A recipe with moves alone: what they find depends on the last bits of fits."""
HOPELESS = Problem(
    ["u_t = u_xx + exp(sin(7*x + t))"], {"x": [0, 1], "t": [0, 1]}, [("t = 0", "u = x")]
)
"""No formula solves it."""


def course(problem, settings=DEFAULT, methods=(), hints=(), time_limit=999):
    plan = Plan(settings, RunOptions(deadline=Deadline(time_limit)), methods)
    return Course(problem, plan, tuple(read_hint(problem, text) for text in hints))


def proved(course):
    """What a course proves first, and how many attempts were before it."""
    for count, polished in enumerate(course.attempts()):
        if polished is not None and polished.certificate.is_exact:
            return polished, count
    return None, -1


def test_a_hint_comes_before_anything_else():
    told = course(bundled("heat"), BLIND, hints=("c*x", "exp(a*t)*sin(x)*cos(b*y)"))
    polished, count = proved(told)
    assert polished.answer == read_answer(bundled("heat"), "sin(x)*cos(y)*exp(-2*t)") or count == 0
    assert told.candidates == 0
    (remark,) = told.remarks
    assert remark.codes == (RunCode.RUN_HINT, RunCode.SKELETON_NO_VALUES)
    assert dict(remark.facts)["hint"] == "c*x"


def test_a_hint_is_not_bound_by_the_words_of_the_search():
    problem = Problem(
        ["u_x = 7*x^(5/2)/2 + 1/(1 + x)"], {"x": ["1/2", 1]}, [("x = 1", "u = 1 + log(2)")]
    )
    options = RunOptions(operators={"log": False})
    plan = Plan(BLIND, options, ())
    hint = read_hint(problem, "x^(7/2) + a*log(b + x)")
    assert proved(Course(problem, plan, (hint,)))[0] is not None


def test_a_subproblem_is_solved_by_a_search_of_its_own_and_mapped_back():
    """The main search is blind; the smaller problem's exponential is found by moves alone."""
    settings = replace(BLIND, moves=300)
    found = course(HEAT, settings, (SEPARATION,))
    polished, _ = proved(found)
    assert polished.answer == read_answer(HEAT, "2*sin(3*x)*exp(-9*t)")
    assert found.candidates_below > 0
    assert found.candidates == found.search.state.candidates + found.candidates_below


def test_methods_solve_the_smaller_problem_too():
    found = course(HEAT, BLIND, (SEPARATION, EXPONENTIAL))
    polished, _ = proved(found)
    assert polished is not None
    assert found.candidates_below == 0  # with one variable, the textbook comes first
    assert found.search.state.candidates >= 100  # with several, the search does


def test_the_same_course_is_taken_again():
    runs = []
    for _ in range(2):
        found = course(HEAT, BLIND, (SEPARATION, EXPONENTIAL))
        _, count = proved(found)
        runs.append((count, found.candidates))
    assert runs[0] == runs[1]


def test_a_course_continues_from_where_it_was_with_the_textbook_in_the_middle_of_its_turns():
    """The main search is blind; what proves comes from smaller problems."""
    settings, positions = replace(BLIND, moves=300), []

    def taken(earlier=None):
        def keep(_):
            positions.append(made.position())

        options = RunOptions(keep=None if earlier else keep)
        plan = Plan(settings, options, (SEPARATION,))
        made = Course(HEAT, plan, (), earlier)
        polished, _ = proved(made)
        return polished.answer, made.candidates

    whole = taken()
    turns = [position.turns for position in positions]
    assert len(set(turns)) > 2  # the textbook was at several places
    for place in (turns.index(0), len(turns) // 2, len(turns) - 1):
        assert taken(positions[place]) == whole


def test_a_textbook_without_turns_left_is_not_read_again():
    seen = []

    class Counted:
        name = "counted"

        def propose(self, problem, budget):
            seen.append(problem)
            return iter(())

    def taken(earlier=None):
        def keep(_):
            positions.append(made.position())

        options = RunOptions(keep=keep)
        plan = Plan(BLIND, options, (Counted(),))
        made = Course(HOPELESS, plan, (), earlier)
        made.search.end_after(1_500)
        assert proved(made)[0] is None
        return made.candidates

    positions = []
    whole = taken()
    assert len(seen) == 1
    assert taken(next(p for p in positions if p.textbook is not None)) == whole
    assert len(seen) == 1


def test_what_looks_at_a_reference_comes_late_and_is_repeated(monkeypatch):
    monkeypatch.setattr("symplex.solver.solution.course._LOOK_AFTER", (600, 600))
    settings, positions = replace(BLIND, moves=300), []

    def taken(earlier=None, without=()):
        options = RunOptions(keep=lambda _: positions.append(made.position()))
        plan = Plan(settings.without(without), options, (), structure=(SEPARATION,))
        made = Course(HEAT, plan, (), earlier)
        made.search.end_after(4_000)
        polished, _ = proved(made)
        return polished and polished.answer, made.candidates

    whole = taken()
    assert whole[0] is not None
    assert positions[0].seen_turns == 0
    middle = next(place for place in positions if place.seen_turns)
    assert taken(middle) == whole
    for without in (("structure", "reference"), ("reference",)):
        positions.clear()
        taken(without=without)
        assert positions
        assert not any(place.seen_turns for place in positions)


def test_without_the_textbook_no_method_is_asked():
    class Untouchable:
        name = "untouchable"

        def propose(self, problem, budget):
            pytest.fail("it was asked")

    found = course(HEAT, BLIND.without(["textbook"]), (Untouchable(),))
    found.search.end_after(3_000)
    for _ in found.attempts():
        pass
    assert found.candidates_below == 0


def test_a_smaller_problem_has_a_share_of_the_work():
    quick = replace(BLIND, moves=2_000)
    reduced = Course(HOPELESS, Plan(quick, RunOptions(), (), depth=2))
    assert proved(reduced)[0] is None
    assert 5_000 <= reduced.candidates < 8_000


def test_what_solves_a_problem_at_held_parameters_is_solved_for_all_of_them():
    """The parameter enters at four places at once, through a root."""
    problem = Problem(
        ["u_tt + 2*c*u_t + u = 0"],
        {"t": [0, 5]},
        [("t = 0", "u = 1"), ("t = 0", "u_t = 0")],
        parameters={"c": ["1/10", "9/10"]},
    )
    found = course(problem)
    polished, _ = proved(found)
    assert polished is not None
    assert found.search.state.stage == 0


def test_without_algebra_nothing_is_solved_for_all_parameters(monkeypatch):
    monkeypatch.setattr(Course, "_for_all_parameters", lambda *_: pytest.fail("it was asked"))
    plain = course(HEAT, DEFAULT.without(["algebra"]))
    held = Finding(read_answer(HEAT, "x + t")["u"], UNRECORDED, {"k": number(1)})
    monkeypatch.setattr(type(plain.search), "findings", lambda _: iter([held]))
    assert [one for one in plain.attempts() if one is not None] == []


def test_time_is_kept_for_the_end_while_a_reference_is_still_to_be_looked_for():
    def made(settings):
        plan = Plan(settings, RunOptions(deadline=Deadline(1.0)), ())
        return plan.options.deadline, Course(HEAT, plan, ())

    clock, found = made(BLIND)
    assert 0.5 < clock.left < 1.0
    clock.started -= 1.0
    assert proved(found)[0] is None
    assert found.candidates == 0
    assert made(BLIND.without(["reference"]))[0].kept == 0.0


def test_a_finding_that_is_repeated_is_finished_once(monkeypatch):
    polished = []

    def polish(_, answer, *__, **___):
        polished.append(answer)
        return Polished(answer, conclude(()))

    monkeypatch.setattr("symplex.solver.solution.finisher.polish", polish)
    going = course(HEAT, BLIND)
    tree = read_answer(HEAT, "x + t")["u"]
    found = [Finding(tree, UNRECORDED)] * 100_000
    monkeypatch.setattr(type(going.search), "findings", lambda _: iter(found))
    list(going.attempts())
    assert len(polished) == 1


def test_methods_do_not_wait_for_a_search_that_stands_still(monkeypatch):
    going = course(HEAT, BLIND, (SEPARATION, EXPONENTIAL))
    monkeypatch.setattr(type(going.search), "findings", lambda _: iter([None] * 1_000))
    assert proved(going)[0] is not None


def test_what_is_measured_is_a_number_and_there_is_an_end_of_it(monkeypatch):
    going = course(HEAT, BLIND)
    formulas = read_answer(HEAT, "x + t")
    good = Approximation(3, 0.1, formulas, Measured(0.1, 0.1, 1e-9))
    bad = Approximation(3, 0.1, formulas, Measured(math.nan, math.nan, 1e-9))
    monkeypatch.setattr(going.by_values.approximating, "front", lambda _: (good, bad) * 1_000)
    assert all(one is good for one in going.measured_front())
    assert 0 < len(going.measured_front()) <= 100


# What a course is made with.


def test_a_smaller_problem_has_what_is_left_of_the_time_and_nothing_to_look_at():
    options = RunOptions(watch=print, policy=b"in the words of this problem")
    whole = Plan(DEFAULT, options, (), cache=ReferenceCache(), acceptance=Acceptance(0.1))
    below = whole.below
    assert below.options.watch is None
    assert below.options.policy is None
    assert (below.depth, below.structure, below.cache, below.acceptance) == (1, (), None, None)
    assert below.options.deadline is whole.options.deadline
