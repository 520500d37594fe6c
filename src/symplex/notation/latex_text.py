"""Tree → LaTeX, node by node.

Works on anything that folds, so that the tree itself can show what it is; `printers` brings a
formula to its normal form first.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import isfinite
from types import MappingProxyType
from typing import Final

from symplex.expression.operators import (
    DIVIDE,
    MULTIPLY,
    NEGATION,
    POWER,
    PRODUCT,
    Notation,
    Operator,
)
from symplex.expression.text import (
    Foldable,
    Start,
    Written,
    decimal,
    write_float,
    write_number,
)
from symplex.expression.token import Constant, Derivative, Number, Symbol, Token


def latex_of(tree: Foldable) -> str:
    """The LaTeX of a tree, node by node as it stands."""
    return tree.fold(_latex).text


def _latex(token: Token, below: Sequence[Written], value: float) -> Written:
    match token:
        case Operator():
            return _operator_latex(token, below)
        case Number(exact):
            return _number_latex(exact)
        case Constant():
            return _number_latex(Fraction(repr(value))) if isfinite(value) else write_float(value)
        case Symbol(name):
            return Written(name_latex(name))
        case Derivative(of, by):
            index = f"_{{{' '.join(name_latex(name) for name in by)}}}" if by else ""
            return Written(f"{name_latex(of)}{index}")


def _number_latex(exact: Fraction) -> Written:
    written = write_number(exact)
    short = decimal(exact)
    if short is None and exact.denominator != 1:
        sign = "-" if exact < 0 else ""
        fraction = rf"{sign}\frac{{{abs(exact.numerator)}}}{{{exact.denominator}}}"
        return Written(fraction, NEGATION if sign else POWER, written.start)
    mantissa, e, exponent = (short or "").partition("e")
    if e:
        return Written(rf"{mantissa} \cdot 10^{{{int(exponent)}}}", PRODUCT, written.start)
    return written


def _operator_latex(row: Operator, below: Sequence[Written]) -> Written:
    match row.notation:
        case Notation.INFIX if row is DIVIDE:
            return Written(row.latex.format(*(part.text for part in below)), POWER, Start.NUMBER)
        case Notation.INFIX:
            left = _latex_bracketed(below[0], row.precedence)
            right = _latex_bracketed(below[1], row.precedence + 1, keep_sign=False)
            # Two numbers side by side would be read as one.
            dotted = row is MULTIPLY and right.start is Start.NUMBER
            template = r"{0} \cdot {1}" if dotted else row.latex
            return Written(template.format(left.text, right.text), row.precedence, left.start)
        case Notation.PREFIX:
            text = row.latex.format(_latex_bracketed(below[0], NEGATION + 1).text)
            return Written(text, NEGATION, Start.SIGN)
        case Notation.POWER:
            base = _latex_bracketed(below[0], POWER + 1)
            return Written(row.latex.format(base.text), POWER, base.start)
        case Notation.FUNCTION | Notation.NAME | Notation.TUPLE:
            binding = POWER if row.arity else row.precedence  # sin(x)^2 needs brackets
            return Written(row.latex.format(*(part.text for part in below)), binding)


def _latex_bracketed(written: Written, least: int, *, keep_sign: bool = True) -> Written:
    return written.bracketed(least, keep_sign=keep_sign, brackets=(r"\left(", r"\right)"))


GREEK: Final = frozenset(
    (
        *("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa"),
        *("lambda", "mu", "nu", "xi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi"),
        *("omega", "Gamma", "Delta", "Theta", "Lambda", "Xi", "Sigma", "Phi", "Psi", "Omega"),
    )
)


_SPELLED = MappingProxyType({"lamda": "lambda"})
"""The Greek letter whose own name is a reserved word."""


def name_latex(name: str) -> str:
    r"""A name in LaTeX: ``\kappa``, ``c_{1}``, ``\mathrm{Re}``."""
    stem, _, index = name.partition("_")
    digits = stem[len(stem.rstrip("0123456789")) :]
    if digits and not index:
        stem, index = stem[: -len(digits)], digits
    stem = _SPELLED.get(stem, stem)
    head = f"\\{stem}" if stem in GREEK else stem if len(stem) == 1 else rf"\mathrm{{{stem}}}"
    return f"{head}_{{{index.replace('_', ' ')}}}" if index else head
