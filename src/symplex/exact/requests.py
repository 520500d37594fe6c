"""Integrals, solutions and differential equations, asked of SymPy in the shared child process.

Every answer is a proposal. A question that is given up has no answer.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from symplex.errors import ExpressionError
from symplex.exact.sympy_client import PROCESS_CLIENT, Ends, NoAnswerError, signs_of
from symplex.exact.work import MAX_OBJECTS
from symplex.expression import Expression
from symplex.expression.transport import from_words, to_words
from symplex.work.budget import Budget


def antiderivative(
    formula: Expression, variable: str, box: Ends, budget: Budget
) -> Expression | None:
    """An antiderivative; None where SymPy has none in our language."""
    found = _trees("integrate", formula, variable, box, budget)
    return found[0] if found else None


def zeros_of(formula: Expression, name: str, box: Ends, budget: Budget) -> list[Expression]:
    """Formulas for a symbol at which the formula may vanish."""
    return _trees("solve", formula, name, box, budget)


def general_solutions(
    equations: Sequence[Expression],
    variable: str,
    unknowns: Sequence[str],
    box: Ends,
    budget: Budget,
) -> list[dict[str, Expression]]:
    """Formulas for the unknowns of differential equations, each residual to vanish.

    Constants of integration are symbols named ``c#1``, ``c#2``, ….
    """
    question = {
        "task": "dsolve",
        "equations": [to_words(equation) for equation in equations],
        "variable": variable,
        "unknowns": list(unknowns),
        "symbols": signs_of(box),
    }
    found: list[dict[str, Expression]] = []
    for answer in _answers(question, budget, 2 * MAX_OBJECTS):
        with suppress(ExpressionError):
            found.append({name: from_words(words) for name, words in answer.items()})
    return found


def have_same_form(first: Expression, second: Expression, budget: Budget | None = None) -> bool:
    """Whether two formulas are shown to be the same when simplified, up to their numbers."""
    question = {"task": "same form", "formula": to_words(first), "other": to_words(second)}
    return bool(next(iter(_answers(question, budget or Budget.unlimited())), False))


def _trees(
    task: str, formula: Expression, variable: str, box: Ends, budget: Budget
) -> list[Expression]:
    unknown = dict.fromkeys(sorted(formula.symbols | {variable}), (-1.0, 1.0))
    question = {
        "task": task,
        "formula": to_words(formula),
        "variable": variable,
        "symbols": signs_of({**unknown, **box}),
    }
    found: list[Expression] = []
    for words in _answers(question, budget):
        with suppress(ExpressionError):
            found.append(from_words(words))
    return found


def _answers(
    question: Mapping[str, Any], budget: Budget, objects: int = MAX_OBJECTS
) -> Sequence[Any]:
    if not budget.patient:
        return ()
    try:
        return PROCESS_CLIENT.ask(question, budget, objects) or ()
    except NoAnswerError:
        return ()
