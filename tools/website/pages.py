"""MkDocs' hook: adds the pages that no file holds to the site."""

import sys
from pathlib import Path
from typing import Any

# MkDocs runs this file by its path; what stands beside it is found through the folder above.
sys.path.insert(0, str(Path(__file__).parents[1]))

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from website.gallery import entries, gallery_html
from website.notebooks import notebook_markdown
from website.reference import reference_markdown


def on_files(files: Files, *, config: MkDocsConfig, **_: Any) -> Files:  # noqa: ANN401 (MkDocs')
    """Add the gallery, the notebooks and the reference; each answer is proved on the way."""
    root = Path(config.config_file_path).parent

    def add(name: str, content: str | bytes) -> None:
        files.append(File.generated(config, name, content=content))

    shown = entries(root / str(config.extra["gallery"]))  # pyright: ignore[reportUnknownArgumentType]
    drawn = gallery_html(shown)
    for name, picture in drawn.pictures.items():
        add(f"gallery/{name}", picture)
    welcome = Path(__file__).with_name("welcome.md").read_text(encoding="utf-8")
    filled = welcome.replace("{count}", str(len(shown))).replace("{gallery}", drawn.html)
    add("index.md", filled)
    for path in sorted((root / "docs" / "notebooks").glob("*.ipynb")):
        files.remove(_file_of(files, f"notebooks/{path.name}"))
        add(f"notebooks/{path.stem}.md", notebook_markdown(path.read_text(encoding="utf-8")))
    add("api.md", reference_markdown())
    for name in ("site.css", "iframe-worker.js"):
        add(name, Path(__file__).with_name(name).read_text(encoding="utf-8"))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:  # noqa: ANN401 (MkDocs')
    """Links to notebooks lead to their pages."""
    return markdown.replace(".ipynb)", ".md)")


def _file_of(files: Files, name: str) -> File:
    found = files.get_file_from_path(name)
    if found is None:
        raise FileNotFoundError(name)
    return found
