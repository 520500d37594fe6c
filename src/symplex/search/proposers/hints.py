"""Guesses of the user's: names that the problem does not have are constants to be fitted."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import final

from symplex.errors import ExpressionError, listing
from symplex.expression import CONSTANT, Expression, Symbol, Token, apply, leaf, tuple_of
from symplex.expression.parse import RESERVED, parse
from symplex.problem import Problem
from symplex.search.candidate import Origin, Proposal
from symplex.search.proposers.proposer import StageContext

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_DECIMAL = re.compile(r"[0-9.]+[eE][+-]?[0-9]+")


@final
class Hints:
    """Proposes the guesses that use no symbol beyond those of the stage."""

    def propose(self, context: StageContext) -> Iterator[Proposal]:
        """The hints, in the order in which they were given."""
        known = set(context.stage.symbols)
        fitting = (hint for hint in context.hints if hint.symbols <= known)
        return context.encoded(Origin.HINT, fitting)


def read_hint(problem: Problem, text: str) -> Expression:
    """The tree of a hint, one formula or ``u = …; v = …``, with a slot for each free name."""
    parts = [part for part in text.split(";") if part.strip()]
    formulas: dict[str, Expression] = {}
    for part in parts:
        name, sign, formula = part.partition("=")
        if not sign:
            name, formula = problem.unknowns[0], part
        if name.strip() not in problem.unknowns:
            raise ExpressionError(
                f"the hint gives a formula for '{name.strip()}'; the unknowns of this problem are "
                f"{listing(problem.unknowns)}"
            )
        formulas[name.strip()] = _with_slots(problem, formula)
    if set(formulas) != set(problem.unknowns):
        raise ExpressionError(f"a hint needs a formula for each of {listing(problem.unknowns)}")
    ordered = [formulas[name] for name in problem.unknowns]
    return ordered[0] if len(ordered) == 1 else apply(tuple_of(len(ordered)), *ordered)


def _with_slots(problem: Problem, text: str) -> Expression:
    scope = problem.answer_scope
    known = {*RESERVED, *scope.names}
    free = sorted(set(_NAME.findall(_DECIMAL.sub(" ", text))) - known)
    tree = parse(text, replace(scope, parameters=(*scope.parameters, *free)))
    slots: dict[Token, Expression] = {Symbol(name): leaf(CONSTANT, 1.0) for name in free}
    return tree.substitute(slots)
