"""All attacks, in one fixed order: every kind of wrong answer, and the true ones in odd forms."""

from collections import defaultdict
from collections.abc import Sequence

from attacks.cases import Attack, distinct
from attacks.right import by_hand, edges, forms, known, large, weak
from attacks.right import glue as glued
from attacks.right import statements as written
from attacks.right import weak_edges as near_edges
from attacks.right.by_rule import every as by_rule
from attacks.wrong import (
    classical_edges,
    coefficients,
    cones,
    constants,
    divergences,
    domain_edges,
    faces,
    false_identities,
    far,
    fluxes,
    glue,
    higher_order,
    hyperbolic_edges,
    implicit_kinks,
    jumps,
    layers,
    limit_edges,
    limit_forms,
    limits,
    mended_rules,
    moments,
    mutated,
    names,
    obstacles,
    parameters,
    precision,
    quadratic_kinks,
    rewritten,
    rough,
    shocks,
    smoothed,
    sources,
    statements,
    states,
    tangents,
    undefined,
    viscosity,
    walls_and_densities,
    weak_edges,
    weak_forms,
    wider_rules,
    zeros,
)
from attacks.wrong import large as enlarged

_WRONG = (
    cones,
    coefficients,
    viscosity,
    shocks,
    jumps,
    higher_order,
    zeros,
    constants,
    names,
    parameters,
    precision,
    smoothed,
    far,
    faces,
    rewritten,
    rough,
    mutated,
    statements,
    divergences,
    undefined,
    limits,
    limit_edges,
    limit_forms,
    enlarged,
    moments,
    layers,
    obstacles,
    implicit_kinks,
    sources,
    states,
    tangents,
    quadratic_kinks,
    fluxes,
    classical_edges,
    weak_edges,
    glue,
    domain_edges,
    walls_and_densities,
    weak_forms,
    hyperbolic_edges,
    false_identities,
    wider_rules,
    mended_rules,
)
_SHORT = 60
"""Characters of the equations and of the answer."""
_SLOW, _FEW = frozenset({"implicit kink", "implicit ridge"}), 2
"""Kinds that take seconds, and how many of each are quick."""


def wrong_answers() -> tuple[Attack, ...]:
    """Every wrong answer once."""
    return distinct(attack for module in _WRONG for attack in module.attacks())


def by_kind(attacks: Sequence[Attack]) -> dict[str, list[Attack]]:
    """The attacks of each kind, in their order."""
    found: dict[str, list[Attack]] = defaultdict(list)
    for attack in attacks:
        found[attack.kind].append(attack)
    return dict(found)


def spread(attacks: Sequence[Attack], count: int) -> list[Attack]:
    """So many attacks, as evenly as possible over the kinds and within each."""
    kinds = by_kind(attacks)
    chosen: list[Attack] = []
    left = count
    for place, members in enumerate(sorted(kinds.values(), key=len)):
        share = min(len(members), left // (len(kinds) - place))
        stride = len(members) / max(share, 1)
        chosen += [members[int(index * stride)] for index in range(share)]
        left -= share
    return chosen


def right_answers() -> tuple[Attack, ...]:
    """Every true answer in an odd form once."""
    rules = weak, near_edges, glued, by_rule
    modules = known, by_hand, forms, written, large, edges, *rules
    return distinct(attack for module in modules for attack in module.attacks())


def quick(attacks: Sequence[Attack], count: int) -> list[Attack]:
    """So many short attacks of every kind: a few tenths of a second each."""
    short = by_kind([attack for attack in attacks if _length(attack) <= _SHORT])
    chosen = (members[:_FEW] if kind in _SLOW else members for kind, members in short.items())
    return spread([attack for members in chosen for attack in members], count)


def _length(attack: Attack) -> int:
    return sum(map(len, (*attack.statement["equations"], *attack.answer.values())))
