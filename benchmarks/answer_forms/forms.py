"""Textbook answers, mangled by SymPy, and how long the program's own form of them is.

Owns the mangling, which is the same for all: hyperbolic functions as exponentials, functions of
sums by their addition theorems, products and powers multiplied out.
"""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, final

import sympy

from symplex.exact.readable.forms import forms_of
from symplex.expression import OPERATORS, Expression, Operator
from symplex.expression.parse import Scope, parse
from symplex.expression.render import to_text
from symplex.notation.from_sympy import from_sympy
from symplex.notation.printers import to_sympy

HERE: Final = Path(__file__).parent
_POSITIVE: Final = (0.25, 2.0)


@final
@dataclass(frozen=True)
class Form:
    """An answer as a textbook prints it."""

    name: str
    text: str
    ends: dict[str, tuple[float, float]]

    @property
    def formula(self) -> Expression:
        """The formula."""
        return parse(self.text, Scope(tuple(self.ends)))


@final
@dataclass(frozen=True)
class Shortened:
    """An answer that began mangled."""

    form: Form
    mangled: Expression
    formula: Expression

    @property
    def printed(self) -> str:
        """What a user would read."""
        return to_text(self.formula)

    @property
    def ratio(self) -> float:
        """Its characters beside those of the textbook's, spaces left out."""
        return _length(self.formula) / _length(self.form.formula)

    @property
    def has_power_of_e(self) -> bool:
        """Whether exp(1) is raised to a power somewhere."""
        e = parse("exp(1)", Scope(()))
        parts = (self.formula.subtree(k) for k in range(self.formula.size))
        return any(p.arguments[0] == e for p in parts if _is_power(p))


def _is_power(part: Expression) -> bool:
    return isinstance(part.root, Operator) and part.root.exponent is not None


def _length(formula: Expression) -> int:
    return len(to_text(formula).replace(" ", ""))


def forms() -> Iterator[Form]:
    """All answers of the list."""
    listed = tomllib.loads((HERE / "answers.toml").read_text())
    known = {name: (float(low), float(high)) for name, (low, high) in listed["intervals"].items()}
    for name, text in listed["forms"].items():
        symbols = sorted(set(re.findall(r"[A-Za-z]\w*", text)) - OPERATORS.keys() - {"sqrt"})
        yield Form(name, text, {symbol: known.get(symbol, _POSITIVE) for symbol in symbols})


def mangled(form: Form) -> Expression:
    """The answer without hyperbolic functions, functions of sums and brackets."""
    signs = {
        sympy.Symbol(name, real=True): sympy.Symbol(name, positive=True)
        for name, (low, _) in form.ends.items()
        if low > 0
    }
    formula: Any = to_sympy(form.formula).xreplace(signs)
    for hyperbolic in (sympy.sinh, sympy.cosh, sympy.tanh):
        formula = formula.replace(hyperbolic, lambda z, f=hyperbolic: f(z).rewrite(sympy.exp))
    return from_sympy(sympy.expand(sympy.expand_trig(sympy.expand(formula))))


def shortened(form: Form) -> Shortened:
    """The shortest form of a mangled answer that the program proposes and that is equal to it."""
    start = mangled(form)
    return Shortened(form, start, forms_of(start, form.ends).easiest_first[0])
