"""The example notebooks say what they say when they are run."""

import base64
import json

import pytest

import notebooks

PATHS = notebooks.notebooks()


def test_there_are_four():
    names = ["eikonal", "heat-with-kappa", "inverse-problem", "training"]
    assert [path.stem for path in PATHS] == names


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_outputs_are_current(path):
    held = json.loads(path.read_text(encoding="utf-8"))
    for cell, outputs in notebooks.run(held):
        if cell["cell_type"] == "code":
            assert notebooks.texts(cell["outputs"]) == notebooks.texts(outputs), cell["source"]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_picture_is_shown(path):
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    outputs = [output for cell in cells for output in cell.get("outputs", ())]
    pictures = [o["data"]["image/png"] for o in outputs if "image/png" in o.get("data", {})]
    assert pictures
    assert all(base64.b64decode(one).startswith(b"\x89PNG") for one in pictures)


def test_a_cell_prints_and_its_last_line_is_its_value():
    cells = [
        {"cell_type": "markdown", "source": ["# Words"]},
        {"cell_type": "code", "source": ["a = 2\n", "print(a)\n", "a + 1"]},
    ]
    _, second = notebooks.executed({"cells": cells})["cells"]
    assert notebooks.texts(second["outputs"]) == ["2\n", "3"]
