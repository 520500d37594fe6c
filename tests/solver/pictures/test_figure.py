import tomllib

import pytest

from support.checkout import BENCHMARKS
from symplex.expression.parse import Scope, parse
from symplex.solver.pictures.figure import (
    Theme,
    formula_label,
    is_set,
    name_label,
    new_picture,
    plain,
)

SCOPE = Scope(("x", "y", "t"), ("kappa",), (), {})
ANSWERS = BENCHMARKS / "answers.toml"


def test_every_answer_of_the_paper_is_set_as_mathematics():
    for name, rows in tomllib.loads(ANSWERS.read_text(encoding="utf-8")).items():
        label = formula_label("u", parse(rows["u"], SCOPE))
        assert label.startswith("$u = "), name
        assert is_set(label), name


def test_what_is_long_is_text_and_cut():
    label = formula_label("u", parse(" + ".join(f"sin({n}*x)" for n in range(60)), SCOPE), 50)
    assert label.startswith("u = sin(")
    assert len(label) == 50


@pytest.mark.parametrize("text", ["cost $5", "$\\frac{", "a_b^c", "\x07 $x$ \\alpha"])
def test_texts_of_users_are_no_formulas(text):
    picture = new_picture(2, 1)
    picture.suptitle(plain(text))
    assert picture.to_bytes("svg").startswith(b"<?xml")


def test_greek_names_are_greek():
    assert name_label("kappa") == r"$\kappa$"


@pytest.mark.parametrize(("form", "start"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%")])
def test_the_same_picture_is_the_same_file(form, start):
    files = set()
    for _ in range(2):
        picture = new_picture(2, 1)
        picture.subplots().plot([0, 1], [0, 1])
        files.add(picture.to_bytes(form))
    (content,) = files
    assert content.startswith(start)


def test_a_notebook_gets_a_png():
    assert new_picture(1, 1)._repr_png_().startswith(b"\x89PNG")


def test_dark_is_light_on_dark():
    light, dark = Theme(), Theme.dark()
    assert light.paper == "#ffffff"
    assert int(dark.ink[1:3], 16) > int(dark.paper[1:3], 16)
