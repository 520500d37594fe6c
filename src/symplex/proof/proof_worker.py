"""The process in which answers are verified: what it replies to each question.

It loads what a proof needs, and nothing of the search.
"""

from collections.abc import Mapping
from typing import Any

from symplex.errors import ExpressionError
from symplex.expression.transport import from_words
from symplex.problem.transport import from_data
from symplex.proof.here import verify_here
from symplex.work.budget import Limits
from symplex.work.worker.server import serve


def main() -> None:
    """Verify what is asked until standard input ends."""
    serve(_reply)


def _reply(question: Mapping[str, Any]) -> dict[str, Any]:
    """The certificate; or why the answer is none, which is the user's to know."""
    problem = from_data(question["problem"])
    answer = {name: from_words(words) for name, words in question["answer"].items()}
    try:
        certificate = verify_here(problem, answer, Limits(**question["limits"]))
    except ExpressionError as error:
        return {"refused": str(error)}
    return {"certificate": certificate.to_json()}
