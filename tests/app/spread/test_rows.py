"""Rows outlive a crash, and a file that holds something else is left alone."""

import json
import resource
import signal

import pytest

from symplex.app.spread.rows import NoFile, RowFile
from symplex.errors import SettingsError


def test_rows_are_there_again_when_the_file_is_opened_again(tmp_path):
    file = tmp_path / "rows.jsonl"
    first = RowFile(file)
    first.append("a", {"seed": 1, "text": "ψ"})
    first.append("b", {"seed": 2})
    assert file.read_text(encoding="utf-8").count("\n") == 2
    second = RowFile(file)
    assert second.rows == {
        "a": {"task": "a", "seed": 1, "text": "ψ"},
        "b": {"task": "b", "seed": 2},
    }
    second.append("c", {})
    assert list(RowFile(file).rows) == ["a", "b", "c"]


def test_a_torn_row_is_cut_off_wherever_it_was_torn(tmp_path):
    whole = b'{"task": "a", "seed": 1}\n'
    torn = b'{"task": "b", "seed": 2}'
    for length in range(len(torn) + 1):
        file = tmp_path / f"{length}.jsonl"
        file.write_bytes(whole + torn[:length])
        rows = RowFile(file)
        assert list(rows.rows) == ["a"]
        rows.append("b", {"seed": 3})
        lines = file.read_text(encoding="utf-8").splitlines()
        assert [json.loads(line)["seed"] for line in lines] == [1, 3]


@pytest.mark.parametrize(
    "content", [b"equations = []\n", b"text without an end", b"[1]\n", b'{"task": "a"\n', b"\n"]
)
def test_a_file_that_holds_something_else_is_left_as_it_is(tmp_path, content):
    file = tmp_path / "mine.toml"
    file.write_bytes(content)
    with pytest.raises(SettingsError, match="expected the rows of a sweep"):
        RowFile(file)
    assert file.read_bytes() == content


def test_a_file_that_cannot_be_written_is_refused(tmp_path):
    with pytest.raises(SettingsError, match="cannot be written"):
        RowFile(tmp_path / "none" / "rows.jsonl")


def test_a_row_that_finds_no_room_leaves_nothing_behind(tmp_path):
    file = tmp_path / "rows.jsonl"
    rows = RowFile(file)
    rows.append("a", {})
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, before[1]))
        with pytest.raises(SettingsError, match="cannot be written: File too large"):
            rows.append("b", {"text": "x" * 200})
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
    assert list(rows.rows) == list(RowFile(file).rows) == ["a"]
    rows.append("c", {})
    assert list(RowFile(file).rows) == ["a", "c"]


def test_without_a_file_rows_are_remembered():
    rows = NoFile()
    rows.append("a", {"seed": 1})
    assert rows.rows == {"a": {"task": "a", "seed": 1}}
