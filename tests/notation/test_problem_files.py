"""Files that may hold a problem."""

from io import BytesIO

import pytest

from symplex.errors import ProblemError
from symplex.notation.problem_files import MAX_BYTES, bytes_of, content_of, read_limited
from symplex.problem.statement import Literal


def test_decimals_stay_text():
    content = content_of(b'name = "a"\nlength = 0.10\ncount = 2')
    assert content == {"name": "a", "length": "0.10", "count": 2}
    assert isinstance(content["length"], Literal)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\xff\xfe", "is not UTF-8 text (at byte 0)"),
        (b"name = ", "is not TOML"),
        (b"a = " + b"[" * 5000 + b"]" * 5000, "is not TOML"),
    ],
)
def test_what_is_no_toml_is_refused(data, message):
    with pytest.raises(ProblemError) as error:
        content_of(data)
    assert message in str(error.value)


def test_a_byte_order_mark_is_skipped():
    assert content_of(b"\xef\xbb\xbfname = 'a'") == {"name": "a"}


def test_missing_files_and_directories_are_named(tmp_path):
    with pytest.raises(ProblemError, match="no such file"):
        bytes_of(tmp_path / "none.toml")
    with pytest.raises(ProblemError, match="is a directory"):
        bytes_of(tmp_path)


def test_files_have_a_reasonable_size(tmp_path):
    path = tmp_path / "a.toml"
    path.write_bytes(b"x" * MAX_BYTES)
    assert len(bytes_of(path)) == MAX_BYTES
    with pytest.raises(ProblemError, match="standard input: is larger"):
        read_limited(BytesIO(b"x" * (MAX_BYTES + 1)), "standard input")


@pytest.mark.parametrize(
    "text",
    [
        f"a{'.a' * 20_000} = 1",
        f"[{'a.' * 20_000}a]",
        f"b = {{{'a . ' * 20_000}a = 1}}",
        '"a"' + '."a"' * 20_000 + " = 1",
    ],
    ids=["plain", "table", "inline", "quoted"],
)
def test_a_key_of_many_parts_is_refused_at_once(text):
    with pytest.raises(ProblemError, match="a key has too many parts"):
        content_of(text.encode())


def test_dots_elsewhere_are_no_keys():
    text = f"# {'.' * 200}\nequations = ['u_x = {' + '.join(['0.5*x'] * 300)}']\nx = {[0.5] * 200}"
    assert content_of(text.encode()).keys() == {"equations", "x"}
