"""Guesses of the user's: how they are read, and what is tried with them before anything else."""

import re
from dataclasses import dataclass, replace
from typing import final

from symplex.errors import ExpressionError, listing
from symplex.expression import Expression, Symbol, Token, symbol
from symplex.expression.parse import RESERVED, parse
from symplex.problem import Problem
from symplex.solver.polish.completion import Skeleton

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_DECIMAL = re.compile(r"[0-9.]+[eE][+-]?[0-9]+")
MARK = "#"
"""Ends the name of a constant that is to be found: no user can write it."""


@final
@dataclass(frozen=True)
class Hint:
    """A guess: formulas whose names that the problem does not have are constants to be found."""

    text: str
    """As it was written."""
    skeleton: Skeleton


def read_hint(problem: Problem, text: str) -> Hint:
    """A hint, one formula or ``u = …; v = …``.

    Raises:
        ExpressionError: where it is none.
    """
    formulas: dict[str, Expression] = {}
    for part in (part for part in text.split(";") if part.strip()):
        name, sign, formula = part.partition("=")
        if not sign:
            name, formula = problem.unknowns[0], part
        if name.strip() not in problem.unknowns:
            raise ExpressionError(
                f"the hint gives a formula for '{name.strip()}'; the unknowns of this problem are "
                f"{listing(problem.unknowns)}"
            )
        formulas[name.strip()] = _with_constants(problem, formula)
    if set(formulas) != set(problem.unknowns):
        raise ExpressionError(f"a hint needs a formula for each of {listing(problem.unknowns)}")
    ordered = {name: formulas[name] for name in problem.unknowns}
    names = set[str]().union(*(formula.symbols for formula in ordered.values()))
    constants = tuple(sorted(name for name in names if name.endswith(MARK)))
    return Hint(text.strip(), Skeleton(ordered, constants))


def _with_constants(problem: Problem, text: str) -> Expression:
    """The formula with a mark at each name that the problem does not have."""
    scope = problem.answer_scope
    known = {*RESERVED, *scope.names}
    free = sorted(set(_NAME.findall(_DECIMAL.sub(" ", text))) - known)
    marked: dict[Token, Expression] = {Symbol(name): symbol(f"{name}{MARK}") for name in free}
    return parse(text, replace(scope, free=tuple(free))).substitute(marked)
