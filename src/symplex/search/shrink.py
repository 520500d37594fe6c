"""Smaller forms of a candidate that already solves its stage: dead weight is removed before use.

Owns which forms are tried. Departs from the paper: without it, answers carry terms such as
``+ 1e-15*x`` and ``max(…, -7)`` into later stages.
"""

from collections.abc import Callable, Sequence

from symplex.expression.encoded import EncodedTree, TreeEncoding
from symplex.search.candidate import Candidate

_ROUNDS = 12


def smaller_forms(tree: EncodedTree) -> list[EncodedTree]:
    """Every tree with one subtree replaced by a part of itself, by 0, by 1 or by a constant."""
    encoding = tree.encoding
    found: dict[bytes, EncodedTree] = {}
    for start in range(len(tree)):
        end = encoding.end(tree.ids, start)
        for new in _replacements(encoding, tree.part(start, end)):
            form = tree.with_part(start, end, new)
            if form.is_system == tree.is_system:
                found.setdefault(encoding.skeleton(form.ids), form)
    return sorted(found.values(), key=lambda form: (len(form), form.constants))


def _replacements(encoding: TreeEncoding, inner: EncodedTree) -> list[EncodedTree]:
    parts = [inner.subtree(below) for below in range(1, len(inner))]
    numbers = [one for value in (0, 1) if not (one := encoding.number(value)).constants]
    plain = numbers if len(inner) > 1 or inner.constants else []
    return [*plain, *([encoding.free] if len(inner) > 1 else []), *parts]


def shrink(
    candidate: Candidate,
    score: Callable[[Sequence[EncodedTree]], list[Candidate]],
    solved_loss: float,
) -> Candidate:
    """The smallest form reached by single replacements whose loss stays at or below a bound."""
    for _ in range(_ROUNDS):
        weight = _weight(candidate.tree)
        forms = [form for form in smaller_forms(candidate.tree) if _weight(form) < weight]
        sound = [c for c in score(forms) if c.loss <= solved_loss]
        if not sound:
            return candidate
        candidate = min(sound, key=lambda c: (_weight(c.tree), c.loss))
    return candidate


def _weight(tree: EncodedTree) -> int:
    """Nodes, a constant counting double: an exact number is simpler than a fitted one."""
    return len(tree) + len(tree.constants)
