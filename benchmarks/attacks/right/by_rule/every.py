"""All of them, and how a row becomes an answer.

None is left out for not being proved: how many are is what this list is to tell.
"""

from collections.abc import Iterator

from attacks.cases import Attack
from attacks.right.by_rule import (
    course,
    curved_kinks,
    fans,
    kinks,
    layers,
    riemann_problems,
    rough,
    shocks,
    signs,
    smoothed,
)

_FIRST = layers, rough, fans, smoothed, shocks, kinks, signs
_MODULES = *_FIRST, riemann_problems, curved_kinks, course


def attacks() -> Iterator[Attack]:
    """Every such answer, rule by rule."""
    for module in _MODULES:
        yield from module.attacks()
