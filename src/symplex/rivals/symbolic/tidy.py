"""A fitted formula with the numbers that a person would write, where its loss allows it.

The authors prune and round constants by hand or by script; so does this, and it keeps a form only
if the loss stays below a bound. Nothing is proved here.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import numpy as np
import sympy

from symplex.errors import ExpressionError
from symplex.evaluation import Fixed, Objective, evaluator
from symplex.expression import CONSTANT, Expression, TokenBatch, Vocabulary, apply, tuple_of
from symplex.expression.expression import normal_form
from symplex.expression.from_sympy import from_sympy
from symplex.expression.render import to_sympy, to_text

_MAX_DIGITS: Final = 9
_MAX_NODES: Final = 80
"""Longer formulas are rounded as they stand: products of sums would grow without bound."""

Formulas = Mapping[str, Expression]
"""A formula for each unknown."""


def formulas_of(expression: Expression, unknowns: tuple[str, ...]) -> dict[str, Expression]:
    """The formulas that one tree holds."""
    parts = expression.arguments if len(unknowns) > 1 else (expression,)
    return dict(zip(unknowns, parts, strict=True))


def texts(formulas: Formulas) -> dict[str, str]:
    """Formulas in the language of the problem file."""
    return {name: to_text(formula) for name, formula in formulas.items()}


def loss_of(objective: Objective, formulas: Formulas) -> float:
    """The loss of formulas as they are, infinite where one is undefined at a point."""
    parts = tuple(formulas[name] for name in objective.unknowns)
    whole = parts[0] if len(parts) == 1 else apply(tuple_of(len(parts)), *parts)
    words = Vocabulary(tuple(dict.fromkeys((*whole.tokens, CONSTANT))))
    batch = TokenBatch.of([words.encode(whole)])
    values = np.array(whole.constants, dtype=np.float64)
    loss = float(evaluator(objective, words).fit(batch, Fixed(), first=values).losses[0])
    return loss if np.isfinite(loss) else np.inf


def tidied(objective: Objective, formulas: Formulas, bound: float) -> Formulas:
    """The form with the fewest decimals whose loss is at most a bound; as it is, if there is none.

    Args:
        objective: What measures the loss.
        formulas: With fitted constants.
        bound: The loss that a tidier form may have.
    """
    for candidate in _rounded(formulas):
        if loss_of(objective, candidate) <= bound:
            return candidate
    return formulas


def _rounded(formulas: Formulas) -> Iterator[Formulas]:
    """Forms with more and more decimals; products are multiplied out, so that terms collect."""
    try:
        as_sympy = {name: _multiplied_out(formula) for name, formula in formulas.items()}
    except ExpressionError:
        return
    for digits in range(_MAX_DIGITS + 1):
        try:
            found = {name: from_sympy(_to(digits, one)) for name, one in as_sympy.items()}
        except ExpressionError:
            continue
        yield {name: normal_form(formula) for name, formula in found.items()}


def _multiplied_out(formula: Expression) -> Any:  # noqa: ANN401 (SymPy is untyped)
    plain = to_sympy(formula)
    return sympy.expand_mul(plain) if len(formula.tokens) <= _MAX_NODES else plain


def _to(digits: int, formula: Any) -> Any:  # noqa: ANN401 (SymPy is untyped)
    """The formula with every decimal rounded to an exact number."""
    scale = 10**digits
    rounded = {f: sympy.Rational(round(float(f) * scale), scale) for f in formula.atoms(sympy.Float)}
    try:
        return formula.xreplace(rounded)
    except (ValueError, TypeError, ZeroDivisionError):
        raise ExpressionError("a rounded number is not where the formula is defined") from None
