"""Smaller forms of a candidate that already solves its stage: dead weight is removed before use.

Owns which forms are tried. Departs from the paper: without it, answers carry terms such as
``+ 1e-15*x`` and ``max(…, -7)`` into later stages.
"""

from collections.abc import Callable, Sequence

from symplex.expression.encoded import EncodedTree
from symplex.expression.encoding import TreeEncoding
from symplex.propose.candidates.candidate import Candidate
from symplex.propose.candidates.tree_keys import TreeKeys

_ROUNDS = 12


def smaller_forms(tree: EncodedTree, keys: TreeKeys) -> list[EncodedTree]:
    """Every tree with one subtree replaced by a part of itself, by 0, by 1 or by a constant."""
    encoding = tree.encoding
    found: list[EncodedTree] = []
    for start in range(len(tree)):
        end = encoding.end(tree.ids, start)
        for new in _replacements(encoding, tree.part(start, end)):
            form = tree.with_part(start, end, new)
            if form.is_system == tree.is_system:
                found.append(form)
    return sorted(keys.distinct(found), key=lambda form: (len(form), form.constants))


def _replacements(encoding: TreeEncoding, inner: EncodedTree) -> list[EncodedTree]:
    parts = [inner.subtree(below) for below in range(1, len(inner))]
    numbers = [one for value in (0, 1) if not (one := encoding.number(value)).constants]
    plain = numbers if len(inner) > 1 or inner.constants else []
    return [*plain, *([encoding.free] if len(inner) > 1 else []), *parts]


def shrink(
    candidate: Candidate,
    keys: TreeKeys,
    score: Callable[[Sequence[EncodedTree]], Sequence[Candidate]],
    solved_loss: float,
    rejected: set[bytes],
) -> Candidate:
    """The smallest form reached by single replacements whose loss stays at or below a bound.

    Args:
        candidate: What is to become smaller.
        keys: By which trees are told apart.
        score: Fits the constants of forms.
        solved_loss: The bound.
        rejected: The keys of forms known to exceed the bound, which are not tried again; those
            found here are added.
    """
    for _ in range(_ROUNDS):
        weight = _weight(candidate.tree)
        forms = [form for form in smaller_forms(candidate.tree, keys) if _weight(form) < weight]
        new = [(k, f) for k, f in zip(keys.keys(forms), forms, strict=True) if k not in rejected]
        scored = score([form for _, form in new])
        kept = [c for c in scored if c.loss <= solved_loss]
        rejected.update(
            key for (key, _), c in zip(new, scored, strict=True) if c.loss > solved_loss
        )
        if not kept:
            return candidate
        candidate = min(kept, key=lambda c: (_weight(c.tree), c.loss))
    return candidate


def _weight(tree: EncodedTree) -> int:
    """Nodes, a constant counting double: an exact number is simpler than a fitted one."""
    return len(tree) + len(tree.constants)
