"""Signs in front of what vanishes with them: closed pieces across their zeros.

sign(x)·x² is continuous although it is written with a jump. Owns when that is shown.
"""

from collections.abc import Sequence

from symplex.expression import Expression
from symplex.expression import operators as op
from symplex.expression.operator_facts import nodes
from symplex.proof.kernel.meetings import solved
from symplex.proof.kernel.pieces import Piece, Split, pieces, require_defined, resolve, vanishes
from symplex.proof.kernel.region import tokens_of
from symplex.proof.kernel.workspace import Workspace
from symplex.reasons import Code
from symplex.work.budget import Missing


def joined(formulas: Sequence[Expression], space: Workspace) -> list[Piece] | None:
    """Closed pieces across the zeros of signs, if every formula has the values of its pieces there.

    Elsewhere on a piece it has them since the signs are ±1; so it is continuous.
    """
    signs = {node for f in formulas for node in nodes(f, space.budget) if node.root is op.SIGN}
    try:
        parts = pieces(formulas, space, joins=True) if signs else None
        for part in parts or ():
            for node in signs:
                _require_joined(formulas, part, resolve(node.arguments[0], part.space, joins=True))
    except (Missing, Split):
        return None
    return parts


def _require_joined(formulas: Sequence[Expression], part: Piece, guard: Expression) -> None:
    """Show that formulas have the values of a piece where the argument of a sign vanishes."""
    if part.space.signs.sign(guard):
        return
    for values, facts in solved(guard, part.space):
        there = part.space.on(part.space.region.where(values).with_facts(facts))
        if there.is_empty:
            continue
        tokens = tokens_of(values)
        for whole, inside in zip(formulas, part.formulas, strict=True):
            here = inside.substitute(tokens)
            require_defined(here, there, Code.PART_LIMIT)
            vanishes(whole.substitute(tokens) - here, there)
