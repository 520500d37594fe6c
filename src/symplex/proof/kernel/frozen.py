"""Derivatives as coordinates: what a formula is whatever values they have.

Owns the symbols that stand for them; no name of the user's contains #.
"""

from collections.abc import Mapping

from symplex.expression import Derivative, Expression, Symbol
from symplex.proof.kernel.pieces import vanishes
from symplex.proof.kernel.region import Ends
from symplex.proof.kernel.workspace import Workspace
from symplex.work.budget import Missing

Coordinates = Mapping[Derivative, Symbol]


def frozen(formula: Expression) -> tuple[Expression, Coordinates]:
    """The formula with a symbol for each derivative of an unknown, and these symbols."""
    tokens = sorted(formula.derivatives, key=repr)
    names = {token: Symbol(f"d#{k}") for k, token in enumerate(tokens)}
    return formula.substitute({d: Expression((s,)) for d, s in names.items()}), names


def is_always_zero(formula: Expression, space: Workspace) -> bool:
    """Whether a formula is shown to be zero whatever values unknowns and derivatives have."""
    return is_zero_for_all(frozen(formula)[0], space)


def depends_on(formula: Expression, token: Derivative, space: Workspace) -> bool:
    """Whether a formula is not shown to have the same value for every value of a derivative."""
    whole, names = frozen(formula)
    if token not in names:
        return False
    other = whole.substitute({names[token]: Expression((Symbol("e#"),))})
    return not is_zero_for_all(whole - other, space)


def is_zero_for_all(formula: Expression, space: Workspace) -> bool:
    """Whether a formula is shown to be zero, whatever values symbols have that have no range."""
    region = space.region
    for name in sorted(formula.symbols - region.ends.keys()):
        region = region.with_ends(name, Ends(None, None))
    try:
        return bool(vanishes(formula, space.on(region)))
    except Missing:
        return False
