"""A solution arrives as it was sent."""

import json
from dataclasses import replace

from symplex.app.spread.island import from_plain, to_plain
from symplex.notation.problem_files import bundled
from symplex.origin import Origin, Writer
from symplex.proof.answer import read_answer
from symplex.proof.verify import verify
from symplex.reasons import Code, Reason
from symplex.solver.approximation import Measured
from symplex.solver.solution.solution import Approximation, Solution
from symplex.solver.solution.status import SolutionStatus

HEAT = bundled("heat")
ANSWER = read_answer(HEAT, "exp(-2*t)*sin(x)*cos(y)")


def sent(solution: Solution) -> Solution:
    return from_plain(HEAT, json.loads(json.dumps(to_plain(solution))))


def test_a_proved_solution_arrives_with_its_certificate():
    certificate = verify(HEAT, ANSWER)
    solution = Solution(
        *(HEAT, SolutionStatus.EXACT, ANSWER, certificate),
        seed=7,
        seconds=1.5,
        candidates=99,
        candidates_by_origin={Origin(Writer.MOVE): 90, Origin(Writer.LIFT): 9},
        origin=Origin(Writer.LIFT, of=Origin(Writer.MOVE)),
        stop_reason="exact solution found",
        remarks=(Reason(Code.OPEN_NO_START),),
    )
    assert sent(solution) == solution


def test_approximations_arrive_with_their_fitted_constants():
    inexact = {"u": ANSWER["u"] * read_answer(HEAT, "0.1")["u"]}
    error = Measured(0.1 + 0.2, 1e-300, 1e-9)
    front = (Approximation(3, 1e-300, inexact), Approximation(9, 0.1 + 0.2, ANSWER, error))
    solution = Solution(HEAT, SolutionStatus.NONE, {}, None, front=front, error=error)
    assert sent(solution) == solution
    assert sent(replace(solution, front=())) != solution
