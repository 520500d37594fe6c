"""Markdown and notebooks → HTML, with a place for each heading and links between pages."""

import json
import re
from collections.abc import Mapping
from html import escape
from pathlib import PurePosixPath
from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

_NO_LETTER: Final = re.compile(r"[^\w\- ]")


def page_html(text: str) -> str:
    """A page of Markdown as HTML; markup in it is text."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(text)
    used: dict[str, int] = {}
    for token, inline in zip(tokens, [*tokens[1:], Token("", "", 0)], strict=True):
        if token.type == "heading_open":
            token.attrSet("id", _place(inline.content, used))
        for child in token.children or ():
            if child.type == "link_open":
                child.attrSet("href", link_to(str(child.attrGet("href"))))
    return reader.renderer.render(tokens, reader.options, {})


def title_of(text: str) -> str:
    """The first heading of a page."""
    found = re.search(r"^# (.+)$", text, re.MULTILINE)
    return found.group(1).strip() if found else "Untitled"


def link_to(address: str) -> str:
    """A link between documents as a link between pages."""
    path, mark, place = address.partition("#")
    if ":" in path or not path.endswith((".md", ".ipynb")):
        return address
    return f"{PurePosixPath(path).with_suffix('.html')}{mark}{place}"


def notebook_html(text: str) -> str:
    """A notebook with its outputs."""
    cells: list[Mapping[str, Any]] = json.loads(text)["cells"]
    return "\n".join(_cell(cell) for cell in cells)


def notebook_title(text: str) -> str:
    """The first heading of a notebook."""
    first = json.loads(text)["cells"][0]
    return title_of("".join(first["source"]))


def _cell(cell: Mapping[str, Any]) -> str:
    source = "".join(cell["source"])
    if cell["cell_type"] != "code":
        return page_html(source)
    shown = "".join(map(_output, cell["outputs"]))
    return f"<pre><code>{escape(source)}</code></pre>{shown}"


def _output(output: Mapping[str, Any]) -> str:
    if "text" in output:
        return f'<pre class="output">{escape("".join(output["text"]))}</pre>'
    data = output["data"]
    if "image/png" in data:
        return (
            f'<img alt="A picture of the answer" src="data:image/png;base64,{data["image/png"]}">'
        )
    return f'<pre class="output">{escape(data["text/plain"])}</pre>'


def _place(heading: str, used: dict[str, int]) -> str:
    """The place of a heading, as GitHub names it."""
    slug = _NO_LETTER.sub("", heading.lower()).replace(" ", "-")
    count = used.get(slug, 0)
    used[slug] = count + 1
    return slug if not count else f"{slug}-{count}"
