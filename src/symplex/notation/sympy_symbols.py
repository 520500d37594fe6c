"""What SymPy knows of symbols and floats that a statement would not say.

SymPy simplifies by the assumptions of a symbol before we see a formula: |x| is x where x is
positive, and a symbol may be gone from all formulas. A range that contradicts them would state
another problem, and so would a symbol whose name means something else here. Both are errors.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

import sympy
from sympy.core.function import AppliedUndef, UndefinedFunction

from symplex.errors import ExpressionError, ProblemError, listing
from symplex.expression import number
from symplex.expression.exact import Order, compare
from symplex.expression.parse import RESERVED
from symplex.problem.box import Interval
from symplex.problem.statement import read_interval, read_number

_DOUBLE: Final = 53
"""Bits of the floats that Python writes with as few digits as tell them apart."""
_REAL: Final = MappingProxyType(sympy.Symbol("x", real=True).assumptions0)
"""What SymPy may assume of every unknown and of every number."""
_SIGNS: Final = MappingProxyType(
    {
        **{"positive": frozenset({1}), "negative": frozenset({-1}), "zero": frozenset({0})},
        **{"nonnegative": frozenset({0, 1}), "nonpositive": frozenset({-1, 0})},
        **{"nonzero": frozenset({-1, 1})},
        **{"prime": frozenset({1}), "composite": frozenset({1})},  # known of what is not positive
    }
)
"""The signs of the numbers of which SymPy's facts may hold."""


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


def require_assumptions(
    formulas: Iterable[Any], given: Sequence[Any], statement: Mapping[str, Any]
) -> None:
    """Refuse assumptions, by which SymPy may have simplified, that the statement does not share.

    Args:
        formulas: Every formula of the statement.
        given: What the user named variables, parameters and unknowns by. A symbol among them may
            have been simplified away from all formulas.
        statement: The ranges by name.

    Raises:
        ProblemError: naming the symbol or function.
    """
    seen: list[Any] = [*formulas, *(one for one in given if isinstance(one, sympy.Basic))]
    called = [call for formula in seen for call in formula.atoms(AppliedUndef)]
    functions = [*(call.func for call in called), *filter(_is_function, given)]
    free: Iterator[Any] = (one for formula in seen for one in formula.free_symbols)
    symbols = sorted(dict.fromkeys(free), key=lambda symbol: symbol.name)
    _require_one_of_each_name(functions, "functions", "unknowns")
    _require_one_of_each_name(symbols, "symbols", "")
    for call in called:
        if not call.func.default_assumptions.items() <= _REAL.items():
            message = (
                f"nothing says that {call} has the sign, or is of the kind, that SymPy assumes"
            )
            raise ProblemError(f"{message}; leave it out", key="unknowns")
    _require_symbols(statement["parameters"], {symbol.name for symbol in symbols})
    for symbol in symbols:
        for key, is_closed in (("domain", False), ("parameters", True)):
            if symbol.name in statement[key]:
                where = f"{key}.{symbol.name}"
                _compare(symbol, statement[key][symbol.name], where, is_closed=is_closed)


def _is_function(one: object) -> bool:
    return isinstance(one, UndefinedFunction)


def _require_one_of_each_name(several: Iterable[Any], what: str, key: str) -> None:
    """Refuse a second symbol or function of one name: a statement could not tell them apart."""
    found: dict[str, Any] = {}
    for one in several:
        if found.setdefault(one.name, one) != one:
            message = f"SymPy tells two {what} called '{one.name}' apart, by their assumptions"
            raise ProblemError(f"{message}; use one with the same everywhere", key=key)


def _require_symbols(parameters: Iterable[str], names: set[str]) -> None:
    """Refuse a parameter of which nothing but the name is there, as its assumptions are not."""
    for name in parameters:
        if name not in names:
            message = f"no formula has '{name}', and SymPy may have simplified it away"
            key = f"parameters.{name}"
            raise ProblemError(f"{message}; give the symbol in place of its name", key=key)


def _compare(symbol: Any, value: Any, key: str, *, is_closed: bool) -> None:  # noqa: ANN401
    """Refuse facts about a symbol that do not hold for every number of its range."""
    if isinstance(value, list | tuple):
        interval = read_interval(value, key)
    else:
        interval = Interval(*(read_number(value, key, {}),) * 2)
    signs = _signs(interval, is_closed=is_closed)
    if not all(_holds(fact, known, signs) for fact, known in symbol.assumptions0.items()):
        message = f"SymPy assumes something else of {symbol} than {interval}"
        raise ProblemError(f"{message}, and may have simplified by it; make it real", key=key)


def _holds(fact: str, known: bool, signs: frozenset[int]) -> bool:  # noqa: FBT001
    """Whether a fact of SymPy's holds for all real numbers with one of the signs."""
    if fact in _REAL:
        return _REAL[fact] == known
    meant = _SIGNS.get(fact.removeprefix("extended_"))
    return meant is not None and (signs <= meant if known else signs.isdisjoint(meant))


def _signs(interval: Interval, *, is_closed: bool) -> frozenset[int]:
    """The signs that numbers of an interval may have, its ends among them only if it is closed.

    A parameter may be any number of its range. A variable is inside of its interval, and what is
    called positive may begin at 0, as x > 0 does in textbooks.
    """
    low, high = (compare(end, number(0)) for end in (interval.low, interval.high))
    signs = {
        -1: low not in (Order.EQUAL, Order.GREATER),
        0: low is not Order.GREATER and high is not Order.LESS,
        1: high not in (Order.EQUAL, Order.LESS),
    }
    if not is_closed and (low is Order.EQUAL) != (high is Order.EQUAL):
        signs[0] = False
    return frozenset(sign for sign, is_there in signs.items() if is_there)
