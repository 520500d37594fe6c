"""What was changed after it was written is noticed, whatever was changed."""

import random

import pytest

from symplex.work.runs.damage import DamagedError
from symplex.work.runs.sealing import sealed, unsealed

CONTENT = {"name": "é − \u2028", "small": 1e-05, "loss": float("inf"), "deep": {"a": [1, None]}}


@pytest.mark.parametrize("indent", [None, 1])
def test_what_is_read_is_what_was_written(indent):
    assert unsealed(sealed(CONTENT, indent), indent) == CONTENT


@pytest.mark.parametrize("indent", [None, 1])
def test_every_flipped_bit_and_every_cut_is_noticed(indent):
    good = sealed(CONTENT, indent).encode()
    for place in range(len(good)):
        for bit in range(8):
            bad = bytearray(good)
            bad[place] ^= 1 << bit
            with pytest.raises((DamagedError, UnicodeDecodeError)):
                unsealed(bytes(bad).decode(), indent)
        with pytest.raises(DamagedError):
            unsealed(good[:place].decode(), indent)


def test_a_change_that_means_the_same_is_noticed():
    text = sealed(CONTENT)
    for same in (text.replace("1e-05", "1E-05"), text.replace("u00e9", "u00E9"), text + " "):
        assert same != text
        with pytest.raises(DamagedError):
            unsealed(same)


@pytest.mark.parametrize("text", ["", "[]", "null", '{"sha256": 1}', "[" * 100_000, "{}"])
def test_other_text_is_damaged(text):
    with pytest.raises(DamagedError):
        unsealed(text)


def test_the_order_does_not_hide_a_change():
    keys = list(CONTENT)
    random.Random(1).shuffle(keys)
    shuffled = sealed({key: CONTENT[key] for key in keys})
    assert unsealed(shuffled) == CONTENT
    assert shuffled != sealed(CONTENT)
