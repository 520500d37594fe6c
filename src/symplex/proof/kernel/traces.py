"""What a condition may ask on its face of an answer that jumps or has kinks.

The value at a jump is a convention: a face inside of the jump has none. A derivative on a face is a
function there only if the ones below it do not jump, and a function of it has a meaning at a kink
only if it does not jump itself: |x| has a second derivative at every x but 0, and no u_xx = 0.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from symplex.budget import Missing
from symplex.expression import Derivative, Expression
from symplex.expression import operators as op
from symplex.expression.operators import Rule
from symplex.problem import Equation
from symplex.proof.kernel.meetings import described, is_thin
from symplex.proof.kernel.pieces import pieces, require_defined, vanishes
from symplex.proof.kernel.region import Fact, Values, tokens_of
from symplex.proof.kernel.study import linear_coefficient
from symplex.proof.kernel.workspace import Workspace

Reached = tuple[Sequence[Expression], Mapping[Derivative, Expression]]
"""Of a piece that reaches a face: its guards and its derivatives, both on the face."""


def require_values(answer: Values, condition: Equation, whole: Workspace, face: Workspace) -> None:
    """Show that the answer has values on a face: no part of the face lies in a jump.

    Raises:
        Missing: if one may.
    """
    formulas = [answer[name] for name in sorted({d.of for d in condition.derivatives})]
    if not any(op.SIGN in formula.operators for formula in formulas):
        return
    fixed = tokens_of(condition.region.values)
    jumps = dict.fromkeys(jump for part in pieces(formulas, whole) for jump in part.jumps)
    for guard in (jump.substitute(fixed) for jump in jumps):
        if not (face.signs.holds(guard, Rule.NONZERO) or is_thin(guard, face)):
            raise Missing("the answer jumps where the condition asks for its value")


def single_valued(condition: Equation, face: Workspace) -> frozenset[Derivative]:
    """The derivatives that must not jump on a face for a condition to have a meaning there.

    They are all below one in the condition, and that one itself unless it enters linearly.
    """
    found: set[Derivative] = set()
    for token in (token for token in condition.derivatives if token.order):
        slope = linear_coefficient(condition.residual, token, face)
        is_linear = slope is not None and not any(d.order for d in slope.derivatives)
        orders = range(1, token.order + (not is_linear))
        found |= {Derivative(token.of, by) for k in orders for by in combinations(token.by, k)}
    return frozenset(found)


def require_single_values(
    needed: frozenset[Derivative], reached: Sequence[Reached], face: Workspace
) -> None:
    """Show that derivatives agree wherever pieces that reach a face meet on it.

    Raises:
        Missing: naming one that may jump.
    """
    for (first, one), (second, other) in combinations(reached, 2):
        for values, space in _common((*first, *second), face) if needed else ():
            for token in sorted(needed, key=repr):
                gap = (one[token] - other[token]).substitute(tokens_of(values))
                if not _is_zero(gap, space):
                    name = f"{token.of}_{''.join(token.by)}"
                    raise Missing(f"{name} is not shown not to jump where the condition needs it")


def _common(guards: Sequence[Expression], face: Workspace) -> Iterator[tuple[Values, Workspace]]:
    facts = (Fact(guard, Rule.NONNEGATIVE) for guard in dict.fromkeys(guards))
    return described({}, face.region.with_facts(facts), face)


def _is_zero(formula: Expression, space: Workspace) -> bool:
    try:
        require_defined(formula, space, "a limit")
        vanishes(formula, space)
    except Missing:
        return False
    return True
