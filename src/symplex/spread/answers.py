"""Solution ↔ plain data, exactly: what an island found is what arrives where it was sent from.

Unlike a saved solution, it is believed: it comes from a process of our own, as certificates do.
"""

from collections.abc import Mapping
from typing import Any

from symplex import origin
from symplex.approximation import Measured
from symplex.expression import Expression
from symplex.expression.transport import from_words, to_words
from symplex.problem import Problem
from symplex.proof.certificate import Certificate
from symplex.reasons import Reason
from symplex.solution import Approximation, Solution, SolutionStatus

Plain = dict[str, Any]
"""What JSON can hold."""


def to_plain(solution: Solution) -> Plain:
    """The solution without its problem."""
    certificate = solution.certificate
    return {
        "status": solution.status.value,
        "formulas": _words(solution.formulas),
        "certificate": None if certificate is None else certificate.to_json(),
        "seed": solution.seed,
        "seconds": solution.seconds,
        "candidates": solution.candidates,
        "candidates_by_origin": origin.to_plain(solution.candidates_by_origin),
        "origin": None if solution.origin is None else str(solution.origin),
        "stop_reason": solution.stop_reason,
        "front": [{**a.to_json(), "solution": _words(a.formulas)} for a in solution.front],
        "remarks": [remark.to_json() for remark in solution.remarks],
        "error": None if solution.error is None else solution.error.to_json(),
    }


def from_plain(problem: Problem, plain: Plain) -> Solution:
    """The solution of which `to_plain` made the data."""
    certificate = plain["certificate"]
    return Solution(
        problem,
        SolutionStatus(plain["status"]),
        _formulas(plain["formulas"]),
        None if certificate is None else Certificate.from_json(certificate),
        seed=plain["seed"],
        seconds=plain["seconds"],
        candidates=plain["candidates"],
        candidates_by_origin=origin.from_plain(plain["candidates_by_origin"]),
        origin=None if plain["origin"] is None else origin.Origin.read(plain["origin"]),
        stop_reason=plain["stop_reason"],
        front=tuple(Approximation.from_json(a, _formulas(a["solution"])) for a in plain["front"]),
        remarks=tuple(map(Reason.from_json, plain["remarks"])),
        error=None if plain["error"] is None else Measured.from_json(plain["error"]),
    )


def _words(formulas: Mapping[str, Expression]) -> Plain:
    return {name: to_words(formula) for name, formula in formulas.items()}


def _formulas(plain: Plain) -> dict[str, Expression]:
    return {name: from_words(words) for name, words in plain.items()}
