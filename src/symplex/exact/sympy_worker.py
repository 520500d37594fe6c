"""The process in which computer algebra runs: what it answers to each question.

Formulas travel as words of our own language; nothing is evaluated.
Each question is answered by a fork that is made for it, so SymPy's caches are the same at every
question, whatever was asked before.
"""

from collections.abc import Mapping
from typing import Any

from symplex.exact.tasks import TASKS
from symplex.exact.work import ObjectCount, TooManyObjects
from symplex.expression.parse import Scope, parse
from symplex.expression.transport import to_words
from symplex.work.worker.ending import Ending
from symplex.work.worker.server import serve


def main() -> None:
    """Answer questions until standard input ends."""
    _warm_up()
    count = ObjectCount()
    count.install()
    serve(lambda question: _counted(question, count))


def _warm_up() -> None:
    """Have SymPy load what it loads late, once, for all forks."""
    words = to_words(parse("x*sin(x) + x", Scope(("x",))))
    _answer({"task": "same form", "formula": words, "other": words})


def _counted(question: Mapping[str, Any], count: ObjectCount) -> dict[str, Any]:
    """The answer and the objects that it took; or that it would have taken too many."""
    count.restart(question["objects"])
    try:
        return {**_answer(question), "objects": count.made}
    except TooManyObjects:
        return {"ended": Ending.WORK.value}


def _answer(question: Mapping[str, Any]) -> dict[str, Any]:
    """What the task of the question finds."""
    try:
        return {"answer": TASKS[question["task"]](question)}
    except MemoryError:  # stopped, not answered: another machine may go further
        raise
    except Exception as error:  # whatever SymPy stumbles over is no answer
        return {"answer": None, "error": type(error).__name__}
