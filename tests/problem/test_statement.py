"""Every mistake in a file is one sentence with the file, the key, what was expected and found."""

import pytest

from support.malformed import BASE, MALFORMED
from symplex.cli.main import main
from symplex.errors import ProblemError
from symplex.problem import Problem


def test_the_file_that_the_mistakes_are_made_in_is_sound(tmp_path):
    path = tmp_path / "good.toml"
    path.write_text(BASE)
    assert Problem.from_file(path).name == "good"


@pytest.mark.parametrize("name", MALFORMED)
def test_one_mistake_one_sentence(name, tmp_path, capsys):
    text, sentence = MALFORMED[name]
    path = tmp_path / f"{name}.toml"
    path.write_text(text)
    with pytest.raises(ProblemError) as caught:
        Problem.from_file(path)
    assert str(caught.value) == f"{path}: {sentence}"
    assert main(["check", str(path)]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith(f"symplex: {path}: ")
    assert shown.err.count("\n") == 1


def test_there_are_enough_of_them():
    assert len(MALFORMED) >= 60
