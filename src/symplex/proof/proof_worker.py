"""The process in which answers are verified: what it replies to each question.

It loads what a proof needs, and nothing of the search.
"""

from collections.abc import Mapping
from typing import Any

from symplex.errors import ExpressionError
from symplex.expression.transport import from_words
from symplex.problem import Problem
from symplex.problem.transport import from_data
from symplex.proof.answer import read_answer
from symplex.proof.here import verify_here
from symplex.work.budget import Limits
from symplex.work.worker.server import serve

_WARM_UP = Limits(seconds=5.0)


def main() -> None:
    """Verify what is asked until standard input ends."""
    _warm_up()
    serve(_reply)


def _warm_up() -> None:
    """Have everything loaded that a proof loads late, once, for all forks."""
    problem = Problem.from_statement(
        {
            "equations": ["u_t = u_x"],
            "domain": {"x": [0, 1], "t": [0, 1]},
            "conditions": [{"where": "t = 0", "equation": "u = abs(x)"}],
        }
    )
    for answer in ("abs(x + t)", "sin(x)"):
        verify_here(problem, read_answer(problem, answer), _WARM_UP)


def _reply(question: Mapping[str, Any]) -> dict[str, Any]:
    """The certificate; or why the answer is none, which is the user's to know."""
    problem = from_data(question["problem"])
    answer = {name: from_words(words) for name, words in question["answer"].items()}
    try:
        certificate = verify_here(problem, answer, Limits(**question["limits"]))
    except ExpressionError as error:
        return {"refused": str(error)}
    return {"certificate": certificate.to_json()}
