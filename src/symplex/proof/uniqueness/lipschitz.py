"""Whether a formula is Lipschitz on the domain: by bounded slopes, or by its composition."""

from typing import Final

from symplex.expression import Expression, Number
from symplex.expression import operators as op
from symplex.expression.calculus import differentiate
from symplex.proof.uniqueness.subject import Subject

_KEEP: Final = (op.ADD, op.SUBTRACT, op.NEGATE, op.MAX, op.MIN, op.RELU, op.ABS, op.SIN, op.COS)
_ALSO: Final = (op.TANH, op.ATAN, op.ERF)
"""Functions with bounded slopes."""


def is_lipschitz(formula: Expression, subject: Subject) -> bool:
    """Whether a continuous formula is shown to be Lipschitz in all variables."""
    if op.SIGN in formula.operators:
        return False
    slopes = [differentiate(formula, name) for name in subject.problem.variables]
    if all(subject.space.is_defined(s) and subject.is_bounded(s) for s in slopes):
        return True
    parts = formula.arguments
    if formula.root in (*_KEEP, *_ALSO):
        return all(is_lipschitz(part, subject) for part in parts)
    if formula.root is op.MULTIPLY:
        factors = [part for part in parts if not isinstance(part.root, Number)]
        return len(factors) == 1 and is_lipschitz(factors[0], subject)
    # The length of a vector is no further from that of another than the vectors are.
    under = _under_root(formula)
    squares = _terms(under) if under is not None else []
    bases = [_base(square) for square in squares]
    return bool(bases) and all(b is not None and is_lipschitz(b, subject) for b in bases)


def _under_root(formula: Expression) -> Expression | None:
    exponent = getattr(formula.root, "exponent", None)
    is_root = formula.root is op.SQRT or (exponent is not None and exponent * 2 == 1)
    return formula.arguments[0] if is_root else None


def _terms(formula: Expression) -> list[Expression]:
    """The terms of a sum."""
    if formula.root is op.ADD:
        return [term for part in formula.arguments for term in _terms(part)]
    return [formula]


def _base(formula: Expression) -> Expression | None:
    """What is squared; None if the formula is no square."""
    exponent = getattr(formula.root, "exponent", None)
    return formula.arguments[0] if exponent == 2 else None  # noqa: PLR2004
