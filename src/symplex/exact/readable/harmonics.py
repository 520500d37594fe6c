"""Products of sines and cosines of independent angles as sums of those of whole combinations."""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple


class Wave(NamedTuple):
    """The cosine, or the sine, of a combination of angles whose first multiple is positive."""

    multiples: tuple[int, ...]
    is_sine: bool


def times_wave(
    waves: Mapping[Wave, Fraction], place: int, *, is_sine: bool
) -> dict[Wave, Fraction]:
    """A sum of waves times the cosine or sine of the angle at a place.

    Half the waves of the angle's sum and difference: cos v·cos a = ½Σ cos(v ± a),
    sin v·cos a = ½Σ sin(v ± a), cos v·sin a = ½Σ ±sin(v ± a), sin v·sin a = ½Σ ∓cos(v ± a).
    """
    found: dict[Wave, Fraction] = {}
    for wave, value in waves.items():
        for step in (1, -1):
            share = value / 2
            if is_sine:
                share *= -step if wave.is_sine else step
            turned = tuple(k + step * (i == place) for i, k in enumerate(wave.multiples))
            other, becomes_sine = turned, wave.is_sine != is_sine
            if next((k for k in turned if k), 0) < 0:
                other = tuple(-k for k in turned)
                share = -share if becomes_sine else share
            key = Wave(other, becomes_sine)
            found[key] = found.get(key, Fraction(0)) + share
    return found
