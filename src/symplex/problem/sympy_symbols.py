"""What SymPy knows of symbols and floats that a statement would not say.

SymPy simplifies by the assumptions of a symbol before we see a formula: |x| is x where x is
positive. A domain that contradicts them would state another problem, and so would a symbol whose
name means something else here. Both are errors.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import sympy
from sympy.core.function import AppliedUndef

from symplex.errors import ExpressionError, ProblemError, listing
from symplex.expression import number
from symplex.expression.exact import Order, compare
from symplex.expression.scope import RESERVED
from symplex.problem.box import Interval
from symplex.problem.entries import read_interval, read_number

_DOUBLE: Final = 53
"""Bits of the floats that Python writes with as few digits as tell them apart."""


def exact_floats(formula: Any) -> Any:  # noqa: ANN401 (SymPy is untyped)
    """The formula with floats of a precision other than Python's as the decimals they print."""
    others = {f: sympy.Rational(str(f)) for f in formula.atoms(sympy.Float) if f._prec != _DOUBLE}
    return formula.xreplace(others) if others else formula


def require_meaning(symbol: Any, unknowns: tuple[str, ...], variables: tuple[Any, ...]) -> None:  # noqa: ANN401
    """Refuse a symbol whose name stands for something else in a statement.

    Raises:
        ExpressionError: saying for what.
    """
    name: str = symbol.name
    if name in RESERVED or {name, *_stems(name)} & {*unknowns}:
        message = f"the symbol '{name}' would read as something else here; choose another name"
        raise ExpressionError(message)
    if symbol not in variables and any(name == variable.name for variable in variables):
        message = (
            f"'{name}' is not the variable {name}, which has other assumptions; use one symbol"
        )
        raise ExpressionError(message)


def _stems(name: str) -> Iterator[str]:
    """What stands before each underscore: u of u_x."""
    parts = name.split("_")
    return ("_".join(parts[:count]) for count in range(1, len(parts)))


def require_variables(function: Any, domain: Mapping[str, Any]) -> None:  # noqa: ANN401
    """Refuse a domain whose variables are not those of the unknown functions.

    Raises:
        ProblemError: naming both.
    """
    names = [str(argument) for argument in function.args]
    if set(names) != set(domain):
        message = f"expected the variables of {function}, which are {listing(names)}"
        raise ProblemError(f"{message}, found {listing(domain)}", key="domain")


def require_assumptions(formulas: Iterator[Any], statement: Mapping[str, Any]) -> None:
    """Refuse assumptions, by which SymPy has simplified, that the statement does not share.

    Raises:
        ProblemError: naming the symbol.
    """
    for formula in formulas:
        for function in formula.atoms(AppliedUndef):
            if function.is_nonnegative or function.is_nonpositive or function.is_integer:
                message = f"nothing says that {function} has the sign that SymPy assumes"
                raise ProblemError(f"{message}; leave it out", key="unknowns")
        for symbol in formula.free_symbols:
            for key in ("domain", "parameters"):
                if symbol.name in statement[key]:
                    _compare(symbol, statement[key][symbol.name], f"{key}.{symbol.name}")


def _compare(symbol: Any, value: Any, key: str) -> None:  # noqa: ANN401
    if isinstance(value, list | tuple):
        interval = read_interval(value, key)
    else:
        interval = Interval(*(read_number(value, key, {}),) * 2)
    zero = number(0)
    is_wrong = (
        (symbol.is_nonnegative and compare(interval.low, zero) is Order.LESS)
        or (symbol.is_nonpositive and compare(interval.high, zero) is Order.GREATER)
        or symbol.is_integer
        or symbol.is_extended_real is False
    )
    if is_wrong:
        message = f"SymPy assumes something else of {symbol} than {interval}"
        raise ProblemError(f"{message}, and may have simplified by it; make it real", key=key)
