"""Files that are there whole or not at all."""

import os

import pytest

from symplex.errors import SettingsError
from symplex.work.runs.damage import DamagedError
from symplex.work.runs.files import read_text, write_whole


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
