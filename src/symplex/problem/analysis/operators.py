"""Which operators a formula for this problem is likely to need.

Derived from the statement alone: a base set, the functions that occur, and those that their
derivatives bring in.
"""

from types import MappingProxyType

from symplex.expression import OPERATORS, Operator
from symplex.expression.operators import (
    ABS,
    ADD,
    ATAN,
    COS,
    COSH,
    DIVIDE,
    ERF,
    EXP,
    LOG,
    MAX,
    MIN,
    MULTIPLY,
    NEGATE,
    RELU,
    SIGN,
    SIN,
    SINH,
    SQRT,
    SQUARE,
    SUBTRACT,
    TAN,
    TANH,
)
from symplex.problem.analysis.hamilton_jacobi import recognise
from symplex.problem.problem import Problem

_BASE = (ADD, SUBTRACT, MULTIPLY, DIVIDE, NEGATE, SQUARE, SQRT, SIN, COS, EXP)
_NONSMOOTH = (ABS, MAX, MIN)
_COMPANIONS = MappingProxyType(
    {
        **{TAN: (SIN, COS), SINH: (COSH,), COSH: (SINH,), TANH: (COSH,)},
        **{RELU: _NONSMOOTH, ABS: _NONSMOOTH, MAX: _NONSMOOTH, MIN: _NONSMOOTH},
        **{SIGN: (ABS,), ERF: (EXP,), LOG: (EXP,), ATAN: (LOG,)},
    }
)
"""What usually stands beside an operator in a solution: mostly the parts of its derivative."""


def suggested_operators(problem: Problem) -> tuple[Operator, ...]:
    """The operators to search with first, in the order of the table; never pi or the tuple."""
    wanted = set(_BASE)
    for equation in problem.all_equations:
        for row in equation.left.operators | equation.right.operators:
            wanted |= {row, *_COMPANIONS.get(row, ())}
    if recognise(problem) is not None:
        wanted |= set(_NONSMOOTH)
    chosen = [row for row in OPERATORS.values() if row in wanted and row.arity]
    powers = [row for row in wanted if row.exponent is not None and row not in chosen]
    return (*chosen, *sorted(powers, key=lambda row: row.exponent or 0))
