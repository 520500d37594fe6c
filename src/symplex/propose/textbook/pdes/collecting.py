"""Identities in some variables: what must vanish for a formula to vanish for all their values.

Functions that are algebraically related, such as sines and cosines of one angle, are told apart by
the normal form, so that less is asked for than by `terms`.
"""

from collections.abc import Iterable, Sequence

from symplex.exact.formulas.arithmetic import Arithmetic
from symplex.exact.formulas.building import ZERO
from symplex.expression import Expression
from symplex.propose.textbook.pdes.terms import Expansion
from symplex.reasons import Code
from symplex.work.budget import Missing


def collected(tree: Expression, names: Sequence[str], arithmetic: Arithmetic) -> list[Expression]:
    """Formulas without the variables that vanish together if the formula does.

    Raises:
        Missing: where a variable is hidden in something that has no normal form.
    """
    found = [tree]
    for name in names:
        found = [part for one in found for part in _in_one(one, name, arithmetic)]
    if any(not part.symbols.isdisjoint(names) for part in found):
        parts = Expansion(names, arithmetic).terms(tree).values()
        found = [part for part in parts if part != ZERO]
    return list(dict.fromkeys(found))


def _in_one(tree: Expression, name: str, arithmetic: Arithmetic) -> Iterable[Expression]:
    if name not in tree.symbols:
        return [] if tree == ZERO else [tree]
    parts = arithmetic.fraction(tree)
    if parts is None:
        raise Missing(Code.ALGEBRA_HIDDEN, name=name)
    top = parts[0]
    if name not in top.symbols:
        return [] if top == ZERO else [top]
    found = arithmetic.in_generators(tree, name)
    if found is None:
        raise Missing(Code.ALGEBRA_HIDDEN, name=name)
    return [part for part in found[1].values() if part != ZERO]
