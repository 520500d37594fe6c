"""Second-order equations that an answer with Lipschitz slopes solves almost everywhere.

Let F be continuous and fall in the second derivatives. A function in W^{2,∞} that solves F = 0
almost everywhere is a viscosity solution: where u − φ has a local maximum, D²(u − φ) is almost not
positive on a set of positive measure nearby (Bony's maximum principle). Obstacle problems are such.
"""

from collections.abc import Callable, Sequence
from typing import Final

from symplex.expression import Derivative, Expression, Operator
from symplex.expression import operators as op
from symplex.expression.calculus import differentiate
from symplex.expression.operators import Rule
from symplex.proof.kernel.pieces import require_defined
from symplex.proof.kernel.study import Study
from symplex.proof.kernel.workspace import Workspace
from symplex.reasons import Code, Reason
from symplex.work.budget import Missing

_UNKNOWN: Final = 2
"""Neither rising nor falling."""


def prove_strong(residual: Expression, found: Study) -> Reason:
    """Show that an answer is a viscosity solution since it solves almost everywhere; say how.

    The residual is oriented: it rises in the unknown, or in its rate. That it vanishes almost
    everywhere on every piece was shown before.

    Raises:
        Missing: with what was not shown.
    """
    names = found.space.region.variables
    for derivative in residual.derivatives:
        if derivative.order > 1 and len(set(derivative.by)) > 1:
            raise Missing(Code.WEAK_MIXED_DERIVATIVE)
    for name in names:
        slopes = [differentiate(part.formulas[0], name) for part in found.parts]
        for part, slope in zip(found.parts, slopes, strict=True):
            require_defined(slope, part.space, Code.PART_SLOPE)
            for curvature in (differentiate(slope, second) for second in names):
                require_defined(curvature, part.space, Code.PART_SECOND_DERIVATIVE)
        if not found.matches(slopes):
            raise Missing(Code.WEAK_SLOPES_JUMP)
    if op.SIGN in residual.operators or trend(residual, found.space) != -1:
        raise Missing(Code.WEAK_NO_TREND)
    return Reason(Code.SHOWN_ELLIPTIC_VISCOSITY)


def is_second(derivative: Derivative) -> bool:
    """Whether a derivative is one of those in which an equation is elliptic."""
    return derivative.order > 1


def trend(
    formula: Expression, space: Workspace, counts: Callable[[Derivative], bool] = is_second
) -> int:
    """1 if a formula rises in every derivative that counts, −1 if it falls, 0 without one, else 2.

    It may stand still in some of them.
    """
    root, parts = formula.root, formula.arguments
    if not any(map(counts, formula.derivatives)):
        return 0
    if isinstance(root, Derivative):
        return 1
    inner = [trend(part, space, counts) for part in parts]
    if root in (op.SUBTRACT, op.NEGATE):
        inner[-1] = _opposite(inner[-1])
    if root in (op.ADD, op.SUBTRACT, op.NEGATE, op.MAX, op.MIN, op.RELU):
        return _common(inner)
    if root in (op.MULTIPLY, op.DIVIDE):
        return _scaled(root, parts, inner, space)
    exponent = root.exponent if isinstance(root, Operator) else None
    is_odd = exponent is not None and exponent > 0 and exponent.denominator == 1
    return inner[0] if is_odd and exponent is not None and exponent % 2 else _UNKNOWN


def _opposite(sign: int) -> int:
    return sign if sign == _UNKNOWN else -sign


def _common(signs: Sequence[int]) -> int:
    found = {sign for sign in signs if sign}
    return found.pop() if len(found) == 1 else _UNKNOWN


def _scaled(
    root: object, parts: Sequence[Expression], inner: Sequence[int], space: Workspace
) -> int:
    """A product or quotient with a factor of known sign in which no unknown occurs."""
    position = 0 if inner[0] else 1
    factor, moving = parts[1 - position], inner[position]
    if factor.derivatives or moving == _UNKNOWN or (root is op.DIVIDE and position == 1):
        return _UNKNOWN
    sign = space.signs.sign(factor, Rule.NONNEGATIVE)
    return moving * sign if sign else _UNKNOWN
