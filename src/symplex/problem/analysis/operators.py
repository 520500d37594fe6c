"""Which operators a formula for this problem is likely to need.

Derived from the statement alone: a base set, the functions that occur, and those that their
derivatives bring in.
"""

from symplex.expression import OPERATORS, Operator
from symplex.problem.analysis.hamilton_jacobi import recognise
from symplex.problem.problem import Problem

_BASE = ("+", "-", "*", "/", "neg", "square", "sqrt", "sin", "cos", "exp")
_NONSMOOTH = ("abs", "max", "min")
_COMPANIONS = {
    **{"tan": ("sin", "cos"), "sinh": ("cosh",), "cosh": ("sinh",), "tanh": ("cosh",)},
    **{"relu": _NONSMOOTH, "abs": _NONSMOOTH, "max": _NONSMOOTH, "min": _NONSMOOTH},
    **{"sign": ("abs",), "erf": ("exp",), "log": ("exp",), "atan": ("log",)},
}


def suggested_operators(problem: Problem) -> tuple[Operator, ...]:
    """The operators to search with first, in the order of the table; never pi or the tuple."""
    names = set(_BASE)
    powers: set[Operator] = set()
    for equation in problem.all_equations:
        for row in equation.left.operators | equation.right.operators:
            if row.name == "power":
                powers.add(row)
            names |= {row.name, *_COMPANIONS.get(row.name, ())}
    if recognise(problem) is not None:
        names |= set(_NONSMOOTH)
    chosen = [row for name, row in OPERATORS.items() if name in names and row.arity]
    return (*chosen, *sorted(powers, key=lambda row: row.exponent or 0))
