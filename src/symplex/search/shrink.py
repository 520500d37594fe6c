"""Smaller forms of a candidate that is already right: dead weight is cut away before it is used.

Owns what to try. Departs from the paper: without it, answers carry terms such as ``+ 1e-15*x`` and
``max(…, -7)``, which later stages would carry on.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction

from symplex.expression import Number
from symplex.search.candidate import Candidate, Garden, Sprout

_ROUNDS = 12


def smaller_forms(garden: Garden, sprout: Sprout) -> list[Sprout]:
    """Every tree with one subtree replaced by a part of itself, by 0, by 1 or by a constant."""
    words = garden.vocabulary
    simple = [Number(Fraction(0)), Number(Fraction(1))]
    plain = [Sprout(bytes([words.id_of(n)]), (1.0,)) for n in simple if n in words]
    found: dict[bytes, Sprout] = {}
    for start in range(len(sprout)):
        end = garden.end(sprout, start)
        inner = sprout.part(start, end)
        parts = [garden.subtree(inner, below) for below in range(1, len(inner))]
        whole = plain if len(inner) > 1 or inner.ids[0] == garden.constant else []
        slots = [garden.slot] if len(inner) > 1 else []
        for new in (*whole, *slots, *parts):
            form = sprout.with_part(start, end, new)
            if _keeps_root(garden, sprout, form):
                found.setdefault(garden.skeleton(form.ids), form)
    return sorted(found.values(), key=lambda form: (len(form), garden.constants(form)))


def _keeps_root(garden: Garden, sprout: Sprout, form: Sprout) -> bool:
    """A system stays a tuple of as many formulas."""
    root = garden.vocabulary.tokens[sprout.ids[0]]
    return getattr(root, "name", "") != "tuple" or form.ids[0] == sprout.ids[0]


def shrink(
    garden: Garden,
    candidate: Candidate,
    judge: Callable[[Sequence[Sprout]], list[Candidate]],
    enough: float,
) -> Candidate:
    """The smallest form reached by single cuts whose loss stays at or below `enough`."""
    for _ in range(_ROUNDS):
        weight = _weight(garden, candidate.sprout)
        forms = [
            form
            for form in smaller_forms(garden, candidate.sprout)
            if _weight(garden, form) < weight
        ]
        sound = [c for c in judge(forms) if c.loss <= enough]
        if not sound:
            return candidate
        candidate = min(sound, key=lambda c: (_weight(garden, c.sprout), c.loss))
    return candidate


def _weight(garden: Garden, sprout: Sprout) -> int:
    """Nodes, a constant counting double: an exact number is simpler than a fitted one."""
    return len(sprout) + sprout.ids.count(garden.constant)
