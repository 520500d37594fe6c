"""Formulas for others: LaTeX, SymPy and Python source.

Kept out of the tree itself, so that a new target touches nothing else.
"""

from collections.abc import Sequence
from fractions import Fraction
from types import MappingProxyType, SimpleNamespace
from typing import Any

import numpy as np

from symplex.errors import ExpressionError
from symplex.expression.evaluate import Backend, interpret, nearest_float, numpy_backend
from symplex.expression.expression import Expression, number
from symplex.expression.operators import (
    ADD,
    COSH,
    ERF,
    EXP,
    MAX,
    MIN,
    NEGATE,
    PI,
    POWER,
    RELU,
    SINH,
    SUBTRACT,
    Notation,
    Operator,
)
from symplex.expression.render import written_form
from symplex.expression.series import Formula, Series
from symplex.expression.text import (
    Written,
    decimal,
    derivative_text,
    write,
    write_float,
    write_number,
    write_operator,
)
from symplex.expression.token import Constant, Derivative, Number, Token
from symplex.notation.latex_text import latex_of
from symplex.notation.latex_text import name_latex as name_latex

_SYMPY_BITS = 50_000
_SYMPY_ROOT_BITS = 640
"""SymPy factors a number before it takes a root."""
_LARGEST_FLOAT = 10**300


def to_latex(formula: Formula) -> str:
    """The formula in LaTeX."""
    if isinstance(formula, Series):
        return _series_latex(formula)
    return latex_of(written_form(formula))


def _series_latex(series: Series) -> str:
    r"""The closed part, then the sum: ``\sum_{n = 1, 3, \ldots}^{\infty}`` for every second n."""
    places = f"{series.first}"
    if series.step > 1:
        places = rf"{series.first}, {series.first + series.step}, \ldots"
    inner = to_latex(series.term)
    if series.term.root in (ADD, SUBTRACT, NEGATE):
        inner = rf"\left({inner}\right)"
    term = rf"\sum_{{{series.index} = {places}}}^{{\infty}} {inner}"
    return term if series.closed == number(0) else f"{to_latex(series.closed)} + {term}"


def _sympy_backend() -> Backend:
    """SymPy on real numbers. Imported on first use: it takes half a second."""
    import sympy

    names = {"maximum": "Max", "minimum": "Min", "abs": "Abs"}
    words = (
        *("sin", "cos", "tan", "exp", "log", "abs", "sign", "maximum", "minimum"),
        *("erf", "sinh", "cosh", "tanh", "asin", "acos", "atan"),
    )
    functions = {word: getattr(sympy, names.get(word, word)) for word in words}

    def rational(value: Fraction | int) -> Any:  # noqa: ANN401
        return sympy.Rational(Fraction(value).numerator, Fraction(value).denominator)

    def power(base: Any, exponent: Fraction) -> Any:  # noqa: ANN401
        factor = base.as_coeff_Mul()[0]  # SymPy carries powers of numbers out
        bits = factor.p.bit_length() + factor.q.bit_length() if factor.is_Rational else 0
        rooted = exponent.denominator > 1 and bits > _SYMPY_ROOT_BITS
        if rooted or bits * abs(exponent) > _SYMPY_BITS:
            raise ExpressionError("a power of a number has too many digits for SymPy")
        return base ** rational(exponent)

    return SimpleNamespace(**functions, power=power, number=rational, pi=sympy.pi)  # pyright: ignore[reportReturnType]


def to_sympy(formula: Formula) -> Any:  # noqa: ANN401 (SymPy is untyped)
    """The formula or the series for SymPy, over real symbols; the step of its index is 1.

    Raises:
        ExpressionError: as `_to_sympy`.
    """
    if not isinstance(formula, Series):
        return _to_sympy(formula)
    import sympy

    index = sympy.Symbol(formula.index, integer=True)
    first, place = formula.first, index
    if formula.step > 1:
        first, place = 0, formula.first + formula.step * index
    term = _to_sympy(formula.term).subs(sympy.Symbol(formula.index, real=True), place)
    return _to_sympy(formula.closed) + sympy.Sum(term, (index, first, sympy.oo))


def _to_sympy(expression: Expression) -> Any:  # noqa: ANN401 (SymPy is untyped)
    """The formula for SymPy, over real symbols; unknowns become symbols named like ``u_xx``.

    A tuple becomes a Python tuple. Fitted constants become floats.

    Raises:
        ExpressionError: where a number in it is too large for SymPy, which carries out powers and
            evaluates what it compares: a tower of exponentials would never end.
    """
    import sympy

    _refuse_towers(expression)

    values: dict[str | Derivative, Any] = {
        name: sympy.Symbol(name, real=True) for name in expression.symbols
    }
    for derivative in expression.derivatives:
        values[derivative] = sympy.Symbol(derivative_text(derivative), real=True)
    try:
        return interpret(expression, _sympy_backend(), values, slot=sympy.Float)
    except ExpressionError:
        raise
    except (ValueError, TypeError, RecursionError):  # it compares acos(2) with a number, say
        raise ExpressionError("SymPy cannot take this formula") from None


def _refuse_towers(expression: Expression) -> None:
    """Refuse an exponential of a number too large for a float: SymPy may try to evaluate it."""
    backend = numpy_backend()

    def combine(token: Token, below: Sequence[Any], value: float) -> Any:  # noqa: ANN401
        """The value of a part without variables, or None."""
        match token:
            case Number(exact):
                return np.asarray(nearest_float(exact))
            case Constant():
                return np.asarray(value)
            case Operator(arity=arity) if (
                token.is_tuple or sum(x is not None for x in below) < arity
            ):
                return None
            case Operator():
                if token in (EXP, SINH, COSH) and not np.isfinite(below[0]):
                    raise ExpressionError("a number in the formula is too large for SymPy")
                return token.form(backend, *below)
            case _:
                return None

    with np.errstate(all="ignore"):
        expression.fold(combine)


def to_python(expression: Expression) -> str:
    """NumPy source for the formula; it needs ``import math`` and ``import numpy as np``."""
    return written_form(expression).fold(_python).text


_PYTHON_CALLS = MappingProxyType(
    {
        MAX: "np.maximum({0}, {1})",
        MIN: "np.minimum({0}, {1})",
        RELU: "np.maximum({0}, 0.0)",
        ERF: "np.vectorize(math.erf, otypes=[float])({0})",
        PI: "np.pi",
    }
)
"""The functions whose NumPy name is not their own."""


def _python(token: Token, below: Sequence[Written], value: float) -> Written:
    match token:
        case Operator(notation=Notation.INFIX | Notation.PREFIX):
            return write_operator(token, below)
        case Operator(notation=Notation.POWER):
            base = below[0].bracketed(POWER + 1)
            return Written(f"{base.text}**{_python_power(token)}", POWER, base.start)
        case Operator(notation=Notation.TUPLE):
            return Written(f"({', '.join(part.text for part in below)},)")
        case Operator(name=name):
            template = _PYTHON_CALLS.get(token, f"np.{name}({{0}})")
            return Written(template.format(*(part.text for part in below)))
        case Number(exact):
            return _python_number(exact)
        case _:
            return write(token, below, value)


def _python_number(exact: Fraction) -> Written:
    """A float literal; a quotient of two where no short decimal is the number."""
    written = write_number(exact)
    if decimal(exact) is not None:
        return written
    if exact.denominator == 1:
        return written._replace(text=f"{written.text}.0")
    if max(abs(exact.numerator), exact.denominator) > _LARGEST_FLOAT:
        return write_float(nearest_float(exact))
    return written._replace(text=f"{exact.numerator}.0/{exact.denominator}.0")


def _python_power(row: Operator) -> str:
    exponent = row.exponent or Fraction(1)
    if exponent.denominator == 1:
        return f"{exponent}" if exponent > 0 else f"({exponent})"
    return f"({exponent.numerator}/{exponent.denominator})"
