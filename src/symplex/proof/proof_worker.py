"""The process in which answers are verified: what it replies to each question.

It loads what a proof needs, and nothing of the search.
"""

from collections.abc import Mapping
from typing import Any

from symplex.errors import ExpressionError
from symplex.expression.transport import from_words, series_from_data
from symplex.problem.transport import from_data
from symplex.proof.here import verify_here
from symplex.proof.series.here import verify_series_here
from symplex.work.budget import Limits
from symplex.work.worker.server import serve


def main() -> None:
    """Verify what is asked until standard input ends."""
    serve(_reply)


def _reply(question: Mapping[str, Any]) -> dict[str, Any]:
    """The certificate; or why the answer is none, which is the user's to know."""
    problem = from_data(question["problem"])
    limits = Limits(**question["limits"])
    try:
        data = question.get("series")
        if data is not None:
            series = series_from_data(data)
            return {"certificate": verify_series_here(problem, series, limits).to_json()}
        answer = {name: from_words(words) for name, words in question["answer"].items()}
        certificate = verify_here(problem, answer, limits)
    except ExpressionError as error:
        return {"refused": str(error)}
    return {"certificate": certificate.to_json()}
