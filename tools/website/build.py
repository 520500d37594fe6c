"""The site: which pages there are, in which order, and the frame around each."""

import shutil
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Final

from website.gallery import Entry, entries, gallery_html
from website.markdown import notebook_html, notebook_title, page_html, title_of
from website.reference import reference_html

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PARTS: Final = (
    ("Start here", ("worked-example.md", "state-a-problem.md", "certificate.md", "pictures.md")),
    ("Use it", ("approximations.md", "runs.md", "structure.md", "textbook.md", "cluster.md")),
    ("How it works", ("architecture.md", "search.md", "evaluation.md", "policy.md", "proofs.md")),
    ("Results", ("handbook.md", "invented.md", "scale.md")),
)
_HEAD: Final = (
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    '<meta name="color-scheme" content="light dark">'
)


def build(target: Path, gallery: Sequence[Entry] | None = None) -> None:
    """Write the site into a folder.

    Args:
        target: The folder.
        gallery: What the gallery shows; by default all that docs/gallery.toml has.
    """
    target.mkdir(parents=True, exist_ok=True)
    (target / "notebooks").mkdir(exist_ok=True)
    shutil.copytree(DOCS / "pictures", target / "pictures", dirs_exist_ok=True)
    shutil.copy(Path(__file__).with_name("site.css"), target / "site.css")
    for name in listed():
        text = (DOCS / name).read_text(encoding="utf-8")
        _write(target, name, title_of(text), page_html(text))
    for path in sorted((DOCS / "notebooks").glob("*.ipynb")):
        text = path.read_text(encoding="utf-8")
        _write(target, f"notebooks/{path.name}", notebook_title(text), notebook_html(text))
    _write(target, "api.md", "API reference", reference_html())
    shown = entries() if gallery is None else list(gallery)
    welcome = page_html(_WELCOME.format(count=len(shown)))
    _write(target, "index.md", "SymPlex", welcome + gallery_html(shown, target))


def listed() -> list[str]:
    """Every page of Markdown: those that are named, then those that nobody has named yet."""
    named = [name for _, names in PARTS for name in names]
    return [*named, *sorted(path.name for path in DOCS.glob("*.md") if path.name not in named)]


_WELCOME: Final = """\
# SymPlex

State a differential equation with its conditions; get a closed-form formula, and a proof that it
satisfies what was stated. [A worked example](worked-example.md) shows the whole way,
[State a problem](state-a-problem.md) the language of problem files, and
[The certificate](certificate.md) what is proved, and how.

## {count} problems, solved and proved
"""


def _write(target: Path, name: str, title: str, body: str) -> None:
    page = target / Path(name).with_suffix(".html")
    up = "../" * (len(Path(name).parts) - 1)
    style = f'<link rel="stylesheet" href="{up}site.css">'
    head = f"{_HEAD}<title>{escape(title)} – SymPlex</title>{style}"
    skip = '<a class="skip" href="#content">Skip to the content</a>'
    frame = f'{skip}<nav aria-label="Pages">{_navigation(up)}</nav><main id="content">{body}</main>'
    text = f'<!DOCTYPE html>\n<html lang="en"><head>{head}</head><body>{frame}</body></html>\n'
    page.write_text(text, encoding="utf-8")


def _navigation(up: str) -> str:
    """Every page, by part."""
    named = {name for _, names in PARTS for name in names}
    more = tuple(name for name in listed() if name not in named)
    parts = [*PARTS, *([("More", more)] if more else [])]
    found = [f'<a href="{up}index.html"><b>SymPlex</b></a>']
    for title, names in parts:
        items = "".join(_item(up, name) for name in names)
        found.append(f"<details open><summary>{title}</summary><ul>{items}</ul></details>")
    notebooks = sorted((DOCS / "notebooks").glob("*.ipynb"))
    items = "".join(
        f'<li><a href="{up}notebooks/{path.stem}.html">{path.stem.replace("-", " ")}</a></li>'
        for path in notebooks
    )
    found.append(f"<details open><summary>Notebooks</summary><ul>{items}</ul></details>")
    found.append(f'<a href="{up}api.html">API reference</a>')
    return "".join(found)


def _item(up: str, name: str) -> str:
    title = title_of((DOCS / name).read_text(encoding="utf-8"))
    return f'<li><a href="{up}{Path(name).stem}.html">{escape(title)}</a></li>'
