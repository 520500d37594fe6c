"""Checkpoints: the last two are kept, and what is damaged is noticed."""

import random

import pytest

from symplex.work.runs.checkpoints import Checkpoints

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
