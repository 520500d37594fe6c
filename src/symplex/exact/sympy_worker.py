"""The process in which computer algebra runs: what it answers to each question.

Formulas travel as text of our own language and go through our own parser; nothing is evaluated.
Each question is answered by a fork that is made for it, so SymPy's caches are the same at every
question, whatever was asked before.
"""

from collections.abc import Mapping
from typing import Any

from symplex.exact.tasks import TASKS
from symplex.exact.work import ObjectCount, TooManyObjects
from symplex.expression.parse import Scope, parse
from symplex.notation.printers import to_sympy
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
    _answer({"formula": "x*sin(x) + x", "symbols": {"x": "real"}})


def _counted(question: Mapping[str, Any], count: ObjectCount) -> dict[str, Any]:
    """The answer and the objects that it took; or that it would have taken too many."""
    count.restart(question["objects"])
    try:
        return {**_answer(question), "objects": count.made}
    except TooManyObjects:
        return {"ended": Ending.WORK.value}


def _answer(question: Mapping[str, Any]) -> dict[str, Any]:
    """What the task of the question finds; without one, other ways to write its formula."""
    try:
        return {"answer": TASKS.get(question.get("task", ""), _rewritings)(question)}
    except MemoryError:  # stopped, not answered: another machine may go further
        raise
    except Exception as error:  # whatever SymPy stumbles over is no answer
        return {"answer": None, "error": type(error).__name__}


def _rewritings(question: Mapping[str, Any]) -> list[str]:
    from symplex.exact.rewritings import rewritings

    return rewritings(_read(question))


def _read(question: Mapping[str, Any]) -> Any:  # noqa: ANN401 (SymPy is untyped)
    """The formula over symbols that know their sign where the box gives it."""
    import sympy

    signs: Mapping[str, str] = question["symbols"]
    expression = to_sympy(parse(question["formula"], Scope(tuple(signs))))
    known = {
        sympy.Symbol(name, real=True): sympy.Symbol(name, **{sign: True})
        for name, sign in signs.items()
    }
    return expression.xreplace(known)
