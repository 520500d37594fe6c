"""Formulas as Coq terms of type R, and the names that the problem's names have in Coq.

Owns brackets, numbers and names. A formula and what is put into it are written node by node, so
that the text of a substituted formula is the substituted text, up to brackets.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Final, NamedTuple, final

from symplex.errors import ExpressionError
from symplex.expression import Constant, Derivative, Expression, Number, Operator, Symbol, Token
from symplex.expression.operators import (
    ADD,
    DIVIDE,
    MULTIPLY,
    NEGATE,
    SUBTRACT,
)

_SUM, _PRODUCT, _SIGN, _POWER, _APPLIED, _ATOM = 50, 40, 35, 30, 10, 0
"""Coq's levels: what stands under a sign must have this level or a lower one."""
_FUNCTIONS: Final = MappingProxyType(
    {
        **{name: name for name in ("sin", "cos", "tan", "exp", "erf", "sinh", "cosh", "tanh")},
        **{"asin": "asin", "acos": "acos", "atan": "atan", "log": "ln"},
    }
)
_TAKEN: Final = frozenset(
    {
        *("exp", "ln", "sin", "cos", "tan", "sinh", "cosh", "tanh", "asin", "acos", "atan"),
        *("sqrt", "erf", "pow", "locally", "near", "solved", "as", "at", "by", "cofix", "else"),
        *("end", "exists", "fix", "for", "forall", "fun", "if", "in", "let", "match", "mod"),
        *("of", "return", "then", "using", "where", "with", "fst", "snd", "not", "and", "or"),
        *("nat", "pred", "continuous", "ball", "conj"),
    }
)
"""Words of Coq in small letters, and names that the file itself uses."""
_PLACEHOLDER = "diff#"


class _Term(NamedTuple):
    text: str
    level: int = _ATOM

    def under(self, level: int) -> str:
        return self.text if self.level <= level else f"({self.text})"


@final
@dataclass(frozen=True)
class CoqNames:
    """What things are called in the file."""

    symbols: Mapping[str, str]
    """Variables and parameters."""
    functions: Mapping[str, str]
    """Unknowns, and the fluxes that the statement differentiates."""
    point: tuple[str, ...]
    """Variables and parameters in the order in which every function takes them."""

    def function(self, derivative: Derivative) -> str:
        """The name of an unknown or of a derivative."""
        by = "".join(f"_{self.symbols[name]}" for name in derivative.by)
        return f"{self.functions[derivative.of]}{by}"

    def arguments(self, values: Mapping[str, Expression] | None = None) -> str:
        """The point at which functions are taken, as arguments."""
        terms = [
            _written(values[name], self).under(_APPLIED - 1)
            if values and name in values
            else self.symbols[name]
            for name in self.point
        ]
        return " ".join(terms)


def names_of(point: Sequence[str], functions: Sequence[str]) -> CoqNames:
    """Names that clash neither with Coq nor with each other; most stay as they are."""
    used = set(_TAKEN)

    def fresh(name: str) -> str:
        # An underscore would make u_x of an unknown u and the unknown u_x the same.
        plain = name.replace(_PLACEHOLDER, "flux").replace("_", "")
        while plain in used or not plain[:1].islower():
            plain = f"the{plain}"
        used.add(plain)
        return plain

    return CoqNames(
        {name: fresh(name) for name in point}, {name: fresh(name) for name in functions}, (*point,)
    )


def term(
    formula: Expression, names: CoqNames, values: Mapping[str, Expression] | None = None
) -> str:
    """A formula as a Coq term.

    Args:
        formula: In variables, parameters, and derivatives of unknowns.
        names: What they are called.
        values: The variables that have a value; derivatives are taken at it.

    Raises:
        ExpressionError: for what is not smooth, and for fitted constants.
    """
    return _written(formula, names, values).text


def argument(formula: Expression, names: CoqNames) -> str:
    """A formula as the argument of a function: in brackets where these are needed."""
    return _written(formula, names).under(_APPLIED - 1)


def _written(
    formula: Expression, names: CoqNames, values: Mapping[str, Expression] | None = None
) -> _Term:
    def combine(token: Token, below: Sequence[_Term], value: float) -> _Term:
        match token:
            case Operator():
                return _operator(token, below)
            case Number(exact):
                return _number(exact)
            case Symbol(name) if values and name in values:
                return _written(values[name], names)
            case Symbol(name):
                return _Term(names.symbols[name])
            case Derivative():
                return _Term(f"{names.function(token)} {names.arguments(values)}", _APPLIED)
            case Constant():
                raise ExpressionError(f"the fitted constant {value:g} is not an exact number")

    return formula.fold(combine)


def _number(exact: Fraction) -> _Term:
    if exact.denominator != 1:
        return _Term(f"{_number(Fraction(exact.numerator)).text} / {exact.denominator}", _PRODUCT)
    return _Term(str(exact.numerator), _SIGN if exact < 0 else _ATOM)


def _operator(row: Operator, below: Sequence[_Term]) -> _Term:
    if row.exponent is not None:
        return _power(row.exponent, below[0])
    if row in (ADD, SUBTRACT):
        return _Term(f"{below[0].under(_SUM)} {row.name} {below[1].under(_SUM - 1)}", _SUM)
    if row in (MULTIPLY, DIVIDE):
        left, right = below[0].under(_PRODUCT), below[1].under(_PRODUCT - 1)
        return _Term(f"{left} {row.name} {right}", _PRODUCT)
    if row is NEGATE:
        # Coq reads "- 1" as one number, which the negative of a substituted 1 is not.
        inner = below[0].under(_SIGN)
        return _Term(f"- ({inner})" if inner.isdigit() else f"- {inner}", _SIGN)
    if not row.arity:
        return _Term("PI")
    if row.name not in _FUNCTIONS:
        raise ExpressionError(
            f"a Coq file is written for smooth formulas only, and '{row.name}' is not smooth"
        )
    return _Term(f"{_FUNCTIONS[row.name]} {below[0].under(_APPLIED - 1)}", _APPLIED)


def _power(exponent: Fraction, base: _Term) -> _Term:
    """Whole powers and those of the root are products; the others are exponentials."""
    if exponent < 0:
        return _Term(f"/ {_power(-exponent, base).under(_SIGN)}", _SIGN)
    if exponent.denominator == 2:  # noqa: PLR2004 (square roots)
        root = _Term(f"sqrt {base.under(_APPLIED - 1)}", _APPLIED)
        return root if exponent.numerator == 1 else _power(Fraction(exponent.numerator), root)
    if exponent.denominator != 1:
        return _Term(f"Rpower {base.under(_APPLIED - 1)} ({exponent})", _APPLIED)
    return base if exponent == 1 else _Term(f"{base.under(_POWER - 1)} ^ {exponent}", _POWER)
