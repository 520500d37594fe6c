"""The names that a formula may use, and the sentences for names that it may not.

Owns which words the language reserves. Reading formulas is `parse`'s business.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, final

from symplex.errors import listing, nearest, shown
from symplex.expression.expression import Expression
from symplex.expression.operators import OPERATORS, Notation, Operator

DIFF: Final = "diff"
"""The word for a derivative: ``diff(u, x, 2)``."""
FUNCTIONS: Final[Mapping[str, Operator]] = MappingProxyType(
    {
        name: row
        for name, row in OPERATORS.items()
        if row.notation is Notation.FUNCTION and row.arity > 0
    }
)
"""The functions that a formula may call, beside `diff`."""
NUMBERS: Final[Mapping[str, Operator]] = MappingProxyType(
    {name: row for name, row in OPERATORS.items() if row.notation is Notation.NAME}
)
"""The numbers with a name of their own."""
RESERVED: Final = frozenset({*FUNCTIONS, *NUMBERS, DIFF})
"""Names that a problem cannot use for its own."""

_MAX_SUFFIX = 1_000
"""A longer run of variable names is no derivative that anyone means."""
_MEANT: Final = MappingProxyType(
    {
        **{"ln": "log(x)", "e": "exp(1)", "E": "exp(1)", "Abs": "abs(x)", "Max": "max(a, b)"},
        **{"Min": "min(a, b)", "arcsin": "asin(x)", "arccos": "acos(x)", "arctan": "atan(x)"},
        **{"sec": "1/cos(x)", "csc": "1/sin(x)", "cot": "1/tan(x)", "sech": "1/cosh(x)"},
        **{"csch": "1/sinh(x)", "coth": "1/tanh(x)", "Pi": "pi", "PI": "pi", "pow": "x^2"},
        **{"sgn": "sign(x)", "square": "x^2", "cube": "x^3", "neg": "-x"},
        **{"Derivative": "diff(u, x)", "D": "diff(u, x)"},
        **{"heaviside": "(1 + sign(x))/2", "Heaviside": "(1 + sign(x))/2"},
    }
)
"""Words of other languages, and how their meaning is written here."""


@final
@dataclass(frozen=True)
class Scope:
    """The names that a formula may use, and what they stand for."""

    variables: tuple[str, ...] = ()
    parameters: tuple[str, ...] = ()
    unknowns: tuple[str, ...] = ()
    numbers: Mapping[str, Expression] = field(default_factory=dict[str, Expression])
    """Named constants: each is replaced by its value where it stands."""
    free: tuple[str, ...] = ()
    """Constants that are still to be found; one may be an exponent: a^c is exp(c*log(a))."""

    @property
    def names(self) -> tuple[str, ...]:
        """Every name that stands for something."""
        return (*self.unknowns, *self.variables, *self.parameters, *self.numbers, *self.free)

    def derivative_readings(self, suffix: str) -> list[tuple[str, ...]]:
        """The ways to read ``u_suffix`` as a run of variable names; at most two are listed."""
        readings: list[list[tuple[str, ...]]] = [[()]]
        if len(suffix) > _MAX_SUFFIX:
            return []
        for end in range(1, len(suffix) + 1):
            found = [
                (*reading, name)
                for name in self.variables
                if suffix[max(end - len(name), 0) : end] == name
                for reading in readings[end - len(name)]
            ]
            readings.append(found[:2])
        return readings[-1]

    def unknown_name(self, name: str) -> str:
        """The sentence for a name that stands for nothing."""
        if name in _MEANT:
            return f"unknown symbol '{name}'; write {_MEANT[name]}"
        has = (
            f"; this problem has {listing(self.names)}"
            if self.names
            else "; only numbers and pi may stand here"
        )
        return f"unknown symbol '{shown(name)}'{has}{nearest(name, (*self.names, *NUMBERS))}"

    def not_a_function(self, name: str) -> str:
        """The sentence for a name that is called but is no function."""
        if name in self.unknowns:
            return (
                f"the unknown '{name}' is written without arguments; values at other points "
                "(periodic and two-point conditions) cannot be stated yet"
            )
        if name in self.names:
            return f"'{name}' is not a function; write {name}*(…) to multiply"
        if name in _MEANT:
            return f"unknown function '{name}'; write {_MEANT[name]}"
        return (
            f"unknown function '{shown(name)}'; there are {listing(sorted({*FUNCTIONS, DIFF}))}"
            f"{nearest(name, FUNCTIONS)}"
        )
