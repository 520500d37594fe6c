"""Measurements from files and arrays."""

import numpy as np
import pytest

from symplex.errors import SettingsError
from symplex.numerics.inverse import read_columns, read_csv


def test_a_file_has_names_and_numbers(tmp_path):
    file = tmp_path / "data.csv"
    file.write_text("\ufeffx, u\n1, 2.5e0\n\n3,4\n", encoding="utf-8")
    found = read_csv(file)
    assert found.count == 2
    assert found.columns["u"].tolist() == [2.5, 4.0]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("", "expected a line of names, then a line for each measurement"),
        ("x,u\n", "expected a line of names, then a line for each measurement"),
        ("x,x\n1,2\n", "line 1: 'x' stands twice among the columns"),
        ("x,\n1,2\n", "line 1: a name is missing among the columns"),
        ("x,u\n1,2\n3\n", "line 3: expected 2 values, found 1"),
        ("x,u\n1,2\n3,much\n", "line 3, column 'u': 'much' is not a number"),
        ("x,u\n1,nan\n", "measurement 1, column 'u': nan is not finite"),
        ("x,u\n1,2\n3,inf\n", "measurement 2, column 'u': inf is not finite"),
    ],
)
def test_a_bad_file_is_one_sentence(tmp_path, content, sentence):
    file = tmp_path / "data.csv"
    file.write_text(content)
    with pytest.raises(SettingsError) as found:
        read_csv(file)
    assert str(found.value) == f"{file}: {sentence}"


def test_files_that_are_none(tmp_path):
    with pytest.raises(SettingsError, match="no such file"):
        read_csv(tmp_path / "none.csv")
    with pytest.raises(SettingsError, match="cannot be read"):
        read_csv(tmp_path)
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SettingsError, match="is not UTF-8 text"):
        read_csv(tmp_path / "binary")


def test_arrays_broadcast_and_must_fit():
    assert read_columns({"x": [[1, 2], [3, 4]], "t": 0}).columns["t"].tolist() == [0.0] * 4
    for columns in ({"x": [1, 2, 3], "t": [1, 2]}, {"x": ["a"]}, {}):
        with pytest.raises(SettingsError, match=r"columns"):
            read_columns(columns)
    assert np.isfinite(read_columns({"x": 1}).columns["x"]).all()
