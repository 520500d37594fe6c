import json

import pytest

from support.answers import answer
from symplex.errors import SettingsError
from symplex.solution import Solution
from symplex.solution.stored import stored_solution


def test_a_file_that_solve_printed_is_read_without_a_proof(tmp_path):
    written = answer("hj-convex", "min(x - t/2, 0)").to_json()
    (tmp_path / "answer.json").write_text(json.dumps(written))
    read = Solution.unverified(stored_solution(tmp_path / "answer.json"))
    assert read.text == {"u": "min(x - t/2, 0)"}
    assert read.certificate is None


@pytest.mark.parametrize(
    ("content", "sentence"),
    [("{", "it is not JSON"), ("[1]", "holds no saved solution"), ("[" * 10**5, "is not JSON")],
)
def test_other_files_are_refused_in_one_sentence(tmp_path, content, sentence):
    (tmp_path / "answer.json").write_text(content)
    with pytest.raises(SettingsError, match=sentence):
        stored_solution(tmp_path / "answer.json")


def test_nothing_there_is_said(tmp_path):
    with pytest.raises(SettingsError, match="cannot be read: No such file"):
        stored_solution(tmp_path / "nothing.json")
    with pytest.raises(SettingsError, match="holds no run"):
        stored_solution(tmp_path)
