"""Checkpoints: whole files, sealed, or none."""

import os
import random

import pytest

from symplex.errors import SettingsError
from symplex.work.runs.checkpoints import Checkpoints
from symplex.work.runs.damage import DamagedError
from symplex.work.runs.files import read_text, write_whole
from symplex.work.runs.sealing import sealed, unsealed

# Checkpoints: the last two are kept, and what is damaged is noticed.

CONTENTS = [b"one\n", b"two" * 50, b"", b"four\xff\n\n"]


@pytest.fixture
def kept(tmp_path):
    checkpoints = Checkpoints(tmp_path)
    assert [checkpoints.keep(content) for content in CONTENTS] == [1, 2, 3, 4]
    return checkpoints


def test_the_last_two_are_kept_the_latest_first(kept, tmp_path):
    assert [stored.content for stored in kept.latest_first()] == [CONTENTS[3], CONTENTS[2]]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["checkpoint-000003", "checkpoint-000004"]
    assert Checkpoints(tmp_path).keep(b"five") == 5


def test_every_flipped_bit_and_every_cut_is_noticed(tmp_path):
    checkpoints = Checkpoints(tmp_path)
    checkpoints.keep(b"content " * 30)
    path = tmp_path / "checkpoint-000001"
    good, rng = path.read_bytes(), random.Random(1)
    for place in range(len(good)):
        bad = bytearray(good)
        bad[place] ^= 1 << rng.randrange(8)
        for data in (bytes(bad), good[:place]):
            path.write_bytes(data)
            (stored,) = checkpoints.latest_first()
            assert stored.content is None
            assert stored.fault.startswith("checkpoint-000001 is")


def test_one_under_another_number_is_noticed(kept, tmp_path):
    (tmp_path / "checkpoint-000003").replace(tmp_path / "checkpoint-000009")
    first, second = kept.latest_first()
    assert (first.content, second.content) == (None, CONTENTS[3])


def test_what_cannot_be_written_leaves_those_before_it(kept, tmp_path, monkeypatch):
    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("symplex.work.runs.checkpoints.write_whole", full)
    with pytest.raises(OSError, match="No space"):
        kept.keep(b"five")
    assert [stored.content for stored in kept.latest_first()] == [CONTENTS[3], CONTENTS[2]]


def test_a_run_that_has_ended_needs_none(kept, tmp_path):
    kept.remove()
    assert list(tmp_path.iterdir()) == []


CONTENT = {"name": "é − \u2028", "small": 1e-05, "loss": float("inf"), "deep": {"a": [1, None]}}


class TestSeals:
    """What was changed after it was written is noticed, whatever was changed."""

    @pytest.mark.parametrize("indent", [None, 1])
    def test_what_is_read_is_what_was_written(self, indent):
        assert unsealed(sealed(CONTENT, indent), indent) == CONTENT

    @pytest.mark.parametrize("indent", [None, 1])
    def test_every_flipped_bit_and_every_cut_is_noticed(self, indent):
        good = sealed(CONTENT, indent).encode()
        for place in range(len(good)):
            for bit in range(8):
                bad = bytearray(good)
                bad[place] ^= 1 << bit
                with pytest.raises((DamagedError, UnicodeDecodeError)):
                    unsealed(bytes(bad).decode(), indent)
            with pytest.raises(DamagedError):
                unsealed(good[:place].decode(), indent)

    def test_a_change_that_means_the_same_is_noticed(self):
        text = sealed(CONTENT)
        for same in (text.replace("1e-05", "1E-05"), text.replace("u00e9", "u00E9"), text + " "):
            assert same != text
            with pytest.raises(DamagedError):
                unsealed(same)

    @pytest.mark.parametrize("text", ["", "[]", "null", '{"sha256": 1}', "[" * 100_000, "{}"])
    def test_other_text_is_damaged(self, text):
        with pytest.raises(DamagedError):
            unsealed(text)

    def test_the_order_does_not_hide_a_change(self):
        keys = list(CONTENT)
        random.Random(1).shuffle(keys)
        shuffled = sealed({key: CONTENT[key] for key in keys})
        assert unsealed(shuffled) == CONTENT
        assert shuffled != sealed(CONTENT)


# Files that are there whole or not at all.


def test_a_file_is_replaced_whole(tmp_path):
    path = tmp_path / "a"
    write_whole(path, b"old")
    write_whole(path, b"new", durable=False)
    assert path.read_bytes() == b"new"
    assert [p.name for p in tmp_path.iterdir()] == ["a"]


def test_what_cannot_be_written_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch):
    path = tmp_path / "a"
    write_whole(path, b"old")

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["a"]


def test_what_cannot_be_read_is_said(tmp_path):
    with pytest.raises(DamagedError, match="is missing"):
        read_text(tmp_path / "none")
    (tmp_path / "bytes").write_bytes(b"\xff")
    with pytest.raises(DamagedError, match="not what was written"):
        read_text(tmp_path / "bytes")
    with pytest.raises(SettingsError, match="cannot be read: Is a directory"):
        read_text(tmp_path)
