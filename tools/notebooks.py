"""Runs the example notebooks and writes what they print into them.

``python tools/notebooks.py`` in the root of the repository. A test runs them again and compares.
The cells are run one after the other in one namespace, without Jupyter.
"""

import ast
import base64
import io
import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "docs" / "notebooks"
_VERSION = {"nbformat": 4, "nbformat_minor": 5}


def notebooks(folder: Path = FOLDER) -> list[Path]:
    """The notebooks, by name."""
    return sorted(folder.glob("*.ipynb"))


def run(notebook: Mapping[str, Any]) -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """Every cell with the outputs that it has when it is run after those before it."""
    scope: dict[str, Any] = {"__name__": "__main__"}
    for cell in notebook["cells"]:
        yield cell, (_outputs("".join(cell["source"]), scope) if _is_code(cell) else [])


def _is_code(cell: Mapping[str, Any]) -> bool:
    return cell["cell_type"] == "code"


def _outputs(source: str, scope: dict[str, Any]) -> list[dict[str, Any]]:
    """What a cell prints, and the value of its last line."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with redirect_stdout(printed):
        exec(compile(tree, "<cell>", "exec"), scope)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), scope)
    found: list[dict[str, Any]] = []
    if printed.getvalue():
        text = printed.getvalue().splitlines(keepends=True)
        found.append({"output_type": "stream", "name": "stdout", "text": text})
    if value is not None:
        found.append(
            {
                "output_type": "execute_result",
                "execution_count": None,
                "metadata": {},
                "data": _data(value),
            }
        )
    return found


def _data(value: object) -> dict[str, Any]:
    """What a notebook shows of a value: a picture, or its text."""
    picture = getattr(value, "_repr_png_", None)
    if picture is not None:
        return {"text/plain": "a picture", "image/png": base64.b64encode(picture()).decode()}
    return {"text/plain": repr(value)}


def executed(notebook: Mapping[str, Any]) -> dict[str, Any]:
    """The same notebook with its outputs."""
    cells: list[dict[str, Any]] = []
    for number, (cell, outputs) in enumerate(run(notebook), 1):
        made = dict(cell) | {"id": f"cell-{number}"}
        if _is_code(cell):
            shown = [_numbered(output, number) for output in outputs]
            made |= {"execution_count": number, "outputs": shown, "metadata": {}}
        cells.append(made)
    return {**notebook, **_VERSION, "cells": cells}


def _numbered(output: Mapping[str, Any], number: int) -> dict[str, Any]:
    return {k: (number if k == "execution_count" else v) for k, v in output.items()}


def texts(outputs: list[dict[str, Any]]) -> list[str]:
    """What outputs say, pictures apart."""
    return ["".join(o["text"]) if "text" in o else o["data"]["text/plain"] for o in outputs]


def main() -> int:
    """Run every notebook and write it back."""
    for path in notebooks():
        made = executed(json.loads(path.read_text(encoding="utf-8")))
        path.write_text(f"{json.dumps(made, indent=1, ensure_ascii=False)}\n", encoding="utf-8")
        print(path.name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
