"""One island, and the answers that it sends."""

import json
from dataclasses import replace

import pytest

from support.archipelago import QUICK, RAMP, courses
from symplex.app.spread.island import (
    Ended,
    Lost,
    Refused,
    Seen,
    from_plain,
    islands_of,
    require_version,
    run,
    to_plain,
)
from symplex.codes import RunCode, UniquenessCode
from symplex.errors import SettingsError
from symplex.notation.problem_files import bundled
from symplex.origin import Origin, Writer
from symplex.problem.transport import to_data
from symplex.proof.answer import read_answer
from symplex.proof.verdict import Verdict
from symplex.proof.verify import verify
from symplex.reasons import Reason
from symplex.solver.approximation import Measured
from symplex.solver.solution.choices import Choices
from symplex.solver.solution.solution import Approximation, Solution

# One island: its course depends on seeds and numbers alone, and whatever goes wrong is said.


def test_the_course_of_an_island_does_not_depend_on_who_is_slow():
    usual = courses((0.0, 0.0), 3)
    assert usual == courses((0.3, 0.0), 3)
    assert usual == courses((0.0, 0.3), 3)
    assert usual[0] != usual[1]


def test_the_course_of_an_island_depends_on_what_others_bring():
    # It takes nothing at its first round, and what was brought there at its second.
    two, three = courses((0.0,) * 2, 8)[0], courses((0.0,) * 3, 8)[0]
    assert two[:2] == three[:2]
    assert two != three


def test_packets_hold_formulas():
    (trees,) = json.loads(courses((0.0, 0.0), 1)[0][0]).values()
    assert len(trees) > 3


def test_the_first_island_has_the_seed_of_the_user_and_the_others_their_own():
    islands = islands_of(Choices(seed=4, without=("lifts",)), 3)
    assert islands[0].seed == 4
    assert len({island.seed for island in islands}) == 3
    assert [island.without for island in islands] == [
        ("lifts",),
        ("lifts", "textbook", "structure"),
        ("lifts", "textbook", "structure"),
    ]


def one(**choices):
    return islands_of(Choices(time_limit=999, **choices), 1)[0]


def lone(island):
    heard: list[Seen] = []
    return run(island, to_data(RAMP), lambda _: [], heard.append), heard


def test_an_island_says_how_it_goes_and_what_it_has_found():
    ended, heard = lone(one())
    assert isinstance(ended, Ended)
    solution = from_plain(RAMP, ended.answer)
    assert solution.is_exact
    assert solution.text == {"u": "2*x"}
    ended, heard = lone(one(recipe=replace(QUICK, prove_loss=1e-9)))
    assert heard[0].candidates > 0


def test_a_mistake_of_the_user_is_refused():
    refused, _ = lone(one(recipe="papr"))
    assert isinstance(refused, Refused)
    assert "did you mean 'paper'" in refused.sentence


def test_another_version_is_refused():
    refused, _ = lone(replace(one(), version="0.0.1"))
    assert isinstance(refused, Refused)
    assert "install the same version" in refused.sentence
    with pytest.raises(SettingsError, match=r"instead of 9\.9"):
        require_version("9.9")


def test_a_failure_of_the_program_is_said(monkeypatch):
    def failing(*_, **__):
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("symplex.app.spread.island.solve_chosen", failing)
    lost, _ = lone(one())
    assert lost == Lost(Reason(RunCode.ISLAND_FAILED, error="ZeroDivisionError('oh')"))


# A solution arrives as it was sent.

HEAT = bundled("heat")
ANSWER = read_answer(HEAT, "exp(-2*t)*sin(x)*cos(y)")


def sent(solution: Solution) -> Solution:
    return from_plain(HEAT, json.loads(json.dumps(to_plain(solution))))


def test_a_proved_solution_arrives_with_its_certificate():
    certificate = verify(HEAT, ANSWER)
    solution = Solution(
        *(HEAT, Verdict.EXACT, ANSWER, certificate),
        seed=7,
        seconds=1.5,
        candidates=99,
        candidates_by_origin={Origin(Writer.MOVE): 90, Origin(Writer.LIFT): 9},
        origin=Origin(Writer.LIFT, of=Origin(Writer.MOVE)),
        stop_reason="exact solution found",
        remarks=(Reason(UniquenessCode.OPEN_NO_START),),
    )
    assert sent(solution) == solution


def test_approximations_arrive_with_their_fitted_constants():
    inexact = {"u": ANSWER["u"] * read_answer(HEAT, "0.1")["u"]}
    error = Measured(0.1 + 0.2, 1e-300, 1e-9)
    front = (Approximation(3, 1e-300, inexact), Approximation(9, 0.1 + 0.2, ANSWER, error))
    solution = Solution(HEAT, Verdict.NONE, {}, None, front=front, error=error)
    assert sent(solution) == solution
    assert sent(replace(solution, front=())) != solution
