import json

import pytest

from support.answers import answer
from symplex.app.cli.main import main


@pytest.fixture
def saved(tmp_path):
    path = tmp_path / "answer.json"
    path.write_text(json.dumps(answer("hj-convex", "min(x - t/2, 0)").to_json()))
    return path


@pytest.mark.parametrize(("form", "start"), [("png", b"\x89PNG"), ("svg", b"<?xml")])
def test_a_saved_solution_is_drawn(saved, tmp_path, capsys, form, start):
    target = tmp_path / f"picture.{form}"
    assert main(["plot", str(saved), "--output", str(target)]) == 0
    assert target.read_bytes().startswith(start)
    assert capsys.readouterr().out == f"{target}\n"


def test_a_run_is_drawn_with_its_course(tmp_path, capsys):
    folder = tmp_path / "run"
    main(["solve", "hj-convex", "--quiet", "--max-candidates", "500", "--output", str(folder)])
    for what in ("solution", "check", "front", "course"):
        target = tmp_path / f"{what}.png"
        assert main(["plot", str(folder), "--what", what, "--dark", "--to", str(target)]) == 0
        assert target.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (["--to", "picture.bmp"], "expected a file that ends in png, svg and pdf"),
        (["--to", "nowhere/at/all.png"], "cannot be written"),
        (["--what", "moon"], "invalid choice"),
        (["--what", "course"], "Not a directory"),
    ],
)
def test_mistakes_are_one_sentence(saved, capsys, more, sentence):
    assert main(["plot", str(saved), *more]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert sentence in printed.err
    assert printed.err.count("\n") == 1
