"""Which operators and leaves a symbolic rival writes its formulas with."""

from collections.abc import Collection, Sequence

from symplex.errors import SettingsError, listing, nearest
from symplex.expression import CONSTANT, OPERATORS, Operator, Symbol, tuple_of
from symplex.expression.operators import (
    ABS,
    ADD,
    COS,
    DIVIDE,
    EXP,
    LOG,
    MAX,
    MIN,
    MULTIPLY,
    NEGATE,
    RELU,
    SIGN,
    SIN,
    SUBTRACT,
)
from symplex.expression.vocabulary import Vocabulary
from symplex.problem import Problem

ARITHMETIC = (ADD, SUBTRACT, MULTIPLY, DIVIDE)
SMOOTH = (SIN, COS, EXP, LOG)
"""Beside arithmetic, the functions that the authors of SSDE and DSR search with."""
NONSMOOTH = (ABS, MAX, MIN, RELU, SIGN)


def stated_operators(problem: Problem) -> frozenset[Operator]:
    """The operators that the statement is written with."""
    return frozenset[Operator]().union(
        *(side.operators for e in problem.all_equations for side in (e.left, e.right))
    )


def has_kinks(operators: Collection[Operator]) -> bool:
    """Whether some of the operators have a kink or a jump."""
    return any(row in NONSMOOTH for row in operators)


def operators_named(names: Sequence[str]) -> tuple[Operator, ...]:
    """The operators of these names."""
    for name in names:
        if name not in OPERATORS or not OPERATORS[name].arity:
            raise SettingsError(
                f"there is no operator '{name}'; there are {listing(OPERATORS)}"
                f"{nearest(name, OPERATORS)}"
            )
    return tuple(OPERATORS[name] for name in names)


def search_operators(problem: Problem) -> tuple[Operator, ...]:
    """Arithmetic and what the statement itself uses; with no kink in it, sin, cos, exp and log too.

    The authors of SSDE found the paper's Burgers problem with arithmetic and abs, and not with a
    wide set: the narrow one is the stronger rival.
    """
    data = problem.conditions or problem.equations
    stated = frozenset[Operator]().union(
        *(side.operators for e in data for side in (e.left, e.right))
    )
    wanted = {*ARITHMETIC, *(row for row in stated if row.arity and row is not NEGATE)}
    if not has_kinks(stated):
        wanted |= {*SMOOTH, *(row for row in stated_operators(problem) if row.exponent is not None)}
    return in_order(wanted)


def in_order(operators: Collection[Operator]) -> tuple[Operator, ...]:
    """Operators in the order of the table, then powers by their exponents."""
    table = [row for row in OPERATORS.values() if row in operators and row.arity]
    powers = [row for row in operators if row.exponent is not None and row not in table]
    return (*table, *sorted(powers, key=lambda row: row.exponent or 0))


def vocabulary_of(problem: Problem, operators: Sequence[Operator]) -> Vocabulary:
    """Operators, variables, parameters and the constant; a tuple at the root of a system."""
    several = len(problem.unknowns) > 1
    roots = [tuple_of(len(problem.unknowns))] if several else []
    leaves = map(Symbol, (*problem.variables, *problem.parameters))
    return Vocabulary((*roots, *operators, *leaves, CONSTANT))
