"""Shapes of functions of one variable, with free constants: what a profile or a factor may be."""

from typing import Final

from symplex.expression import Expression, Symbol, Token, symbol
from symplex.expression.parse import Scope, parse
from symplex.propose.structure.fitting import free

_FREE, _WRITTEN = "c", "x"
PLACE: Final = "x#"
"""The variable of all shapes; no problem has one of this name."""
SHAPES: Final = (
    "c",
    "c*x",
    "c + c*x",
    "c*x^2",
    "c + c*x^2",
    "c + c*x + c*x^2",
    "c*x^3",
    "c + c*x + c*x^2 + c*x^3",
    "c + c*x^2 + c*x^4",
    "c*sqrt(x)",
    "c/x",
    "c/x^2",
    "c/sqrt(x)",
    "c*exp(c*x)",
    "c*exp(c*x^2)",
    "c*sin(c*x)",
    "c*cos(c*x)",
    "c*sinh(c*x)",
    "c*cosh(c*x)",
    "c*tanh(c*x)",
    "c/cosh(c*x)",
    "c/cosh(c*x)^2",
    "c/(c + x)",
    "c*sqrt(c + x)",
    "c/sqrt(c + x)",
    "c/(c + x)^2",
    "c*(c + x)^2",
    "c/(c + x^2)",
    "c*sqrt(c + x^2)",
    "c/sqrt(c + x^2)",
    "c + c*log(x)",
    "c*log(c + x)",
    "c*erf(c*x)",
    "c*atan(c*x)",
    "c*tan(c*x)",
    "c*exp(c*log(x))",
)
"""Every c is a constant of its own."""


def shapes() -> tuple[Expression, ...]:
    """The formulas in the one variable `PLACE`; constants are slots."""
    scope = Scope((_WRITTEN,), free=(_FREE,))
    replaced: dict[Token, Expression] = {Symbol(_FREE): free(), Symbol(_WRITTEN): symbol(PLACE)}
    return tuple(parse(text, scope).substitute(replaced) for text in SHAPES)
