"""All of them, and how a row becomes an answer.

None is left out for not being proved: how many are is what this list is to tell.
"""

from collections.abc import Iterator

from attacks.cases import Attack
from attacks.right.by_rule import fans, kinks, layers, rough, shocks, signs, smoothed

_MODULES = layers, rough, fans, smoothed, shocks, kinks, signs


def attacks() -> Iterator[Attack]:
    """Every such answer, rule by rule."""
    for module in _MODULES:
        yield from module.attacks()
