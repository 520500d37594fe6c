"""The statement's own formulas, its data and sources: as candidates, and as building blocks.

Departs from the paper, which learns the initial condition by reinforcement: what is stated is
known.
"""

from collections.abc import Iterator
from itertools import islice, product
from typing import final

from symplex.expression import Expression, Number, Symbol, Token, apply, leaf, number, tuple_of
from symplex.origin import Writer
from symplex.problem import Problem
from symplex.problem.restrict import data_of
from symplex.propose.candidates.candidate import Proposal
from symplex.propose.candidates.proposer import StageContext

_MAX_BLOCKS = 60
_MAX_TUPLES = 4096
_LONGEST_BLOCK = 15


@final
class StatementFormulas:
    """Proposes the statement's own formulas."""

    def propose(self, context: StageContext) -> Iterator[Proposal]:
        """A formula of the statement for each unknown, in every combination."""
        return context.encoded(Writer.STATEMENT, statement_formulas(context.stage.problem))


def statement_formulas(problem: Problem) -> tuple[Expression, ...]:
    """Whole candidates: a formula of the statement for each unknown, in every combination."""
    formulas: dict[str, dict[Expression, None]] = {name: {} for name in problem.unknowns}
    for equation in problem.all_equations:
        given = equation.given_value()
        if given is not None and not given[0].by:
            for formula in _extended(given[1], equation.region.fixed):
                formulas[given[0].of][formula] = None
    for name in problem.unknowns:
        for formula in (*data_of(problem), number(0)):
            if len(formulas[name]) < 6:
                formulas[name][formula] = None
    if len(problem.unknowns) == 1:
        return tuple(formulas[problem.unknowns[0]])
    row = tuple_of(len(problem.unknowns))
    combinations = islice(product(*(list(found)[:4] for found in formulas.values())), _MAX_TUPLES)
    return tuple(apply(row, *parts) for parts in combinations)


def building_blocks(problem: Problem) -> tuple[Expression, ...]:
    """Subtrees of the statement's formulas, for moves to build with; the smaller first."""
    found: dict[Expression, None] = {}
    for formula in (*data_of(problem), *formulas_on_faces(problem)):
        for start in range(formula.size):
            part = formula.subtree(start)
            if part.symbols and 1 < part.size <= _LONGEST_BLOCK:
                found[part] = None
    return tuple(sorted(found, key=lambda part: part.size)[:_MAX_BLOCKS])


def formulas_on_faces(problem: Problem) -> Iterator[Expression]:
    """Data on faces, read as functions of the variable that the face holds fixed."""
    for condition in problem.conditions:
        given = condition.given_value()
        if given is not None:
            yield from _extended(given[1], condition.region.fixed)


def _extended(
    formula: Expression, fixed: tuple[tuple[str, Expression], ...]
) -> Iterator[Expression]:
    """The formula, and with fixed values replaced by variables: exp(1) on x = 1 is exp(x)."""
    yield formula
    for name, value in fixed:
        replacements: dict[Token, Expression] = {value.root: leaf(Symbol(name))}
        if isinstance(value.root, Number) and value.root.value != 0:
            replacements[Number(-value.root.value)] = -leaf(Symbol(name))
            yield formula.substitute(replacements)
