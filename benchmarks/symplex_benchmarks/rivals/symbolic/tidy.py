"""A fitted formula with the numbers that a person would write, where its loss allows it.

The authors prune and round constants by hand or by script; so does this, and it keeps a form only
if the loss stays below a bound. Nothing is proved here.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import pi
from typing import Any, Final

import numpy as np
import sympy
from numpy.typing import NDArray

from symplex.errors import ExpressionError
from symplex.expression import CONSTANT, Expression, apply, tuple_of
from symplex.expression.encoded import EncodedTree
from symplex.expression.encoding import TreeEncoding
from symplex.expression.render import normal_form, to_text
from symplex.expression.vocabulary import Vocabulary
from symplex.notation.from_sympy import from_sympy
from symplex.notation.printers import to_sympy
from symplex.numerics.evaluation.evaluator import evaluator
from symplex.numerics.evaluation.fit import Fixed
from symplex.numerics.evaluation.objective import Objective

_MAX_DIGITS: Final = 9
_MAX_NODES: Final = 80
"""Longer formulas are rounded as they stand: products of sums would grow without bound."""

_FITTED: Final = 1000
"""A fraction with a larger denominator is no number that a person would write."""
_STEPS: Final = 12
_ANGLE: Final = pi / _STEPS
_NEAR_ANGLE: Final = 1e-6
"""A fitted number that is so near to a multiple of π/12 is tried as that: a shifted cosine is a
sine."""

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
    whole = _together(objective, formulas)
    encoding = _encoding(whole)
    return float(_losses(objective, encoding, [encoding.encode(whole)])[0])


def tidied(objective: Objective, formulas: Formulas, bound: float) -> Formulas:
    """The form with the fewest decimals whose loss is at most a bound, and without idle parts.

    Args:
        objective: What measures the loss.
        formulas: With fitted constants.
        bound: The loss that a tidier form may have.
    """
    tidy = _tidied_once(objective, formulas, bound)
    while True:
        # What an idle part held together may be multiplied out and rounded now.
        again = _tidied_once(objective, tidy, bound)
        if _size(again) >= _size(tidy):
            return min(again, tidy, key=_size)  # of two as short the one that was rounded again
        tidy = again


def _tidied_once(objective: Objective, formulas: Formulas, bound: float) -> Formulas:
    near = (found for found in _rounded(formulas) if loss_of(objective, found) <= bound)
    return pruned(objective, next(near, formulas), bound)


def _size(formulas: Formulas) -> int:
    return sum(len(formula.tokens) for formula in formulas.values())


def pruned(objective: Objective, formulas: Formulas, bound: float) -> Formulas:
    """Operators left out, an argument in their place, while the loss stays at most the bound."""
    encoding = _encoding(_together(objective, formulas))
    tree = encoding.encode(_together(objective, formulas))
    first = 0 if encoding.tuple_id is None else 1
    while True:
        shorter = [
            tree.with_subtree(place, part)
            for place in range(first, len(tree))
            for part in tree.subtree(place).arguments
        ]
        losses = _losses(objective, encoding, shorter)
        kept = [t for t, loss in zip(shorter, losses, strict=True) if loss <= bound]
        if not kept:
            break
        tree = min(kept, key=len)
    found = normal_form(encoding.decode(tree))
    return formulas_of(found, objective.unknowns)


def _together(objective: Objective, formulas: Formulas) -> Expression:
    parts = tuple(formulas[name] for name in objective.unknowns)
    return parts[0] if len(parts) == 1 else apply(tuple_of(len(parts)), *parts)


def _encoding(expression: Expression) -> TreeEncoding:
    """An encoding that has every token of a formula, so that nothing is lost."""
    return TreeEncoding(Vocabulary(tuple(dict.fromkeys((*expression.tokens, CONSTANT)))))


def _losses(
    objective: Objective, encoding: TreeEncoding, trees: Sequence[EncodedTree]
) -> NDArray[np.float64]:
    batch = encoding.batch(trees)
    made = evaluator(objective, encoding.vocabulary)
    losses = made.fit(batch.tokens, Fixed(), first=batch.constants).losses
    return np.where(np.isfinite(losses), losses, np.inf)


def _rounded(formulas: Formulas) -> Iterator[Formulas]:
    """Forms with more and more decimals; products are multiplied out, so that terms collect."""
    try:
        as_sympy = {name: _multiplied_out(formula) for name, formula in formulas.items()}
    except ExpressionError:
        return
    for digits in range(_MAX_DIGITS + 1):
        for angles in (True, False):
            try:
                found = {n: from_sympy(_to(digits, f, angles=angles)) for n, f in as_sympy.items()}
            except ExpressionError:
                continue
            yield {name: normal_form(formula) for name, formula in found.items()}


def _multiplied_out(formula: Expression) -> Any:  # noqa: ANN401 (SymPy is untyped)
    plain = to_sympy(formula)
    return sympy.expand_mul(plain) if len(formula.tokens) <= _MAX_NODES else plain


def _decimals(formula: Any) -> list[Any]:  # noqa: ANN401 (SymPy is untyped)
    """The numbers that were fitted; once tidied they are fractions with a long denominator."""
    fractions = formula.atoms(sympy.Rational)
    return [*formula.atoms(sympy.Float), *(one for one in fractions if one.q > _FITTED)]


def _to(digits: int, formula: Any, *, angles: bool) -> Any:  # noqa: ANN401 (SymPy is untyped)
    """The formula with every decimal rounded to an exact number, multiples of π/12 if wanted."""
    scale = 10**digits
    rounded: dict[Any, Any] = {}
    for decimal in _decimals(formula):
        steps = round(float(decimal) / _ANGLE)
        if angles and steps and abs(float(decimal) - steps * _ANGLE) < _NEAR_ANGLE:
            rounded[decimal] = steps * sympy.pi / _STEPS
        else:
            rounded[decimal] = sympy.Rational(round(float(decimal) * scale), scale)
    try:
        return formula.xreplace(rounded)
    except (ValueError, TypeError, ZeroDivisionError):
        raise ExpressionError("a rounded number is not where the formula is defined") from None
