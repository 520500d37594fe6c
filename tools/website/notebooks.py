"""Notebooks with their outputs, as Markdown."""

import json
from collections.abc import Mapping
from typing import Any


def notebook_markdown(text: str) -> str:
    """A notebook as a page: words as they are, code and what it printed as blocks."""
    cells: list[Mapping[str, Any]] = json.loads(text)["cells"]
    return "\n\n".join(_cell(cell) for cell in cells) + "\n"


def _cell(cell: Mapping[str, Any]) -> str:
    source = "".join(cell["source"])
    if cell["cell_type"] != "code":
        return source
    return "\n\n".join([_block("python", source), *map(_output, cell["outputs"])])


def _output(output: Mapping[str, Any]) -> str:
    if "text" in output:
        return _block("text", "".join(output["text"]))
    data = output["data"]
    if "image/png" in data:
        return f"![A picture of the answer](data:image/png;base64,{data['image/png']})"
    return _block("text", data["text/plain"])


def _block(language: str, text: str) -> str:
    """A fenced block: longer fences than any that stand in it."""
    fence = "`" * 3
    while fence in text:
        fence += "`"
    return f"{fence}{language}\n{text.rstrip()}\n{fence}"
