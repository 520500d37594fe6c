"""The origin of an answer is who wrote it, and every candidate has one."""

from dataclasses import replace

import pytest

from support.reference_values import reference_of
from symplex.notation.problem_files import bundled
from symplex.origin import Origin, Writer
from symplex.problem import Problem
from symplex.propose.candidates.settings import DEFAULT, PAPER, SYMFORMER
from symplex.solver.solution.solve import solve

DECAY = Problem(["u_t = -3*u"], {"t": [0, 1]}, [("t = 0", "u = 2")])
UNSOLVED = Problem(["u_t = u_xx - u^3"], {"x": [0, 1], "t": [0, 1]}, [("t = 0", "u = sin(x)")])
LINE = Problem(["u_x = u"], {"x": [0, 1]}, [("x = 0", "u = 1")])
SMALL = replace(SYMFORMER, samples=64)
BLIND = ("textbook", "reference")
EARLY = replace(DEFAULT, first_learning_epoch=0, learn_every=1, samples=16, regrown=16, moves=200)


def solved(problem, most=1_500, **rest):
    found = solve(problem, time_limit=1e6, max_candidates=most, **rest)
    assert sum(found.candidates_by_origin.values()) == found.candidates
    assert (found.origin is None) == (not found.formulas)
    return found


def writers(found):
    return {origin.last.writer for origin in found.candidates_by_origin}


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("name", ["heat", "parametric-advection-hat", "hj-convex", "poisson-exp"])
def test_the_counts_add_up_whatever_is_solved(name, seed):
    found = solved(bundled(name), seed=seed)
    assert found.is_exact
    assert writers(found) <= {
        *(Writer.STATEMENT, Writer.EARLIER_STAGE, Writer.LIFT),
        *(Writer.ANSATZ, Writer.MOVE),
    }


@pytest.mark.parametrize(
    ("rest", "some"),
    [
        ({"without": BLIND}, {Writer.STATEMENT, Writer.ANSATZ}),  # ends in an earlier stage
        ({"recipe": SMALL}, {Writer.POLICY}),
        ({"recipe": replace(PAPER, samples=64), "most": 300}, {Writer.POLICY}),
        (
            {"recipe": EARLY, "without": (*BLIND, "ansatz")},
            {Writer.POLICY, Writer.REGROWN, Writer.MOVE},
        ),
        ({"hint": "c*x*t", "without": BLIND}, {Writer.HINT}),
    ],
)
def test_the_counts_add_up_where_nothing_is_found(rest, some):
    found = solved(UNSOLVED, **rest)
    assert found.stop_reason == "candidate limit"
    assert some <= writers(found)


def test_smaller_problems_are_counted_under_the_method_that_made_them():
    found = solved(bundled("heat"), without=("lifts", "ansatz", "moves", "algebra"))
    below = [one for one in found.candidates_by_origin if one.writer is Writer.REDUCTION]
    assert all(one.name and one.of is not None for one in below)


@pytest.mark.parametrize(
    ("problem", "rest", "origin"),
    [
        (LINE, {"hint": "c*exp(d*x)", "without": ("textbook",)}, "hint"),
        (DECAY, {}, "method: constant coefficients"),
        (bundled("poisson-exp"), {"without": ("textbook",)}, "statement formula"),
        (bundled("heat"), {}, "lift > statement formula"),
        (bundled("heat"), {"without": ("statement-formulas",)}, "lift > ansatz"),
        (bundled("heat"), {"without": ("lifts", "textbook"), "most": 30_000}, "ansatz"),
        (bundled("parametric-heat"), {}, "algebra > lift > statement formula"),
        (
            bundled("parametric-heat"),
            {"without": ("algebra", "textbook")},
            "lift > lift > statement formula",
        ),
    ],
)
def test_the_origin_is_followed_to_the_answer(problem, rest, origin):
    found = solved(problem, **rest)
    assert found.is_exact
    assert str(found.origin) == origin


def test_what_the_search_by_values_scores_and_offers_is_told_apart(monkeypatch):
    monkeypatch.setattr("symplex.solver.solution.by_values.AFTER", 100)
    monkeypatch.setattr(
        "symplex.solver.solution.approximating.reference",
        lambda problem, **_: reference_of(problem, "sin(x)*exp(-t)"),
    )
    found = solved(UNSOLVED, without=("textbook", "structure", "algebra"), most=400)
    counted = {one for one in found.candidates_by_origin if one.writer is Writer.VALUES}
    assert Origin(Writer.VALUES, of=Origin(Writer.REGRESSION)) in counted
    assert Origin(Writer.VALUES, of=Origin(Writer.HINT)) not in counted
