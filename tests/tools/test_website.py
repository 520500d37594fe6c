import json
import re
from importlib import import_module

import pytest

from support.checkout import ROOT
from website.gallery import Entry, entries, gallery_html
from website.notebooks import notebook_markdown
from website.reference import reference_markdown

CONFIG = ROOT / "mkdocs.yml"
GALLERY = '[hj-convex]\nu = "min(x - t/2, 0)"\n'


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The site with one problem in its gallery; a warning, as for a dead link, ends the build."""
    pytest.importorskip("material", reason="needs symplex[docs]")
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    folder = tmp_path_factory.mktemp("site")
    (folder / "gallery.toml").write_text(GALLERY)
    config = load_config(str(CONFIG), site_dir=str(folder / "site"))
    config.extra["gallery"] = str(folder / "gallery.toml")
    build(config)
    return folder / "site"


def test_every_document_is_in_the_menu():
    listed = set(
        re.findall(r"[\w/-]+\.md", CONFIG.read_text(encoding="utf-8").partition("nav:")[2])
    )
    docs = ROOT / "docs"
    files = {path.name for path in docs.glob("*.md")}
    notebooks = {f"notebooks/{path.stem}.md" for path in docs.glob("notebooks/*.ipynb")}
    assert listed == files | notebooks | {"index.md", "api.md"}


def test_the_gallery_is_drawn_and_proved():
    made = gallery_html([Entry("hj-convex", {"u": "min(x - t/2, 0)"})])
    assert '<img loading="lazy" alt="The solution of hj-convex"' in made.html
    assert "<math" in made.html
    assert made.pictures["hj-convex.svg"].startswith(b"<?xml")


def test_a_wrong_answer_does_not_enter_the_gallery():
    with pytest.raises(ValueError, match="hj-convex: the answer of the gallery is not proved"):
        gallery_html([Entry("hj-convex", {"u": "x"})])


def test_thirty_problems_are_in_the_gallery():
    shown = entries()
    assert len(shown) >= 30
    for entry in shown:
        assert set(entry.solution().formulas) == set(entry.formulas)


def test_the_reference_names_what_there_is():
    named = re.findall(r"^::: (\S+)$", reference_markdown(), re.MULTILINE)
    assert len(named) > 15
    for one in named:
        module, _, name = one.rpartition(".")
        assert getattr(import_module(module), name).__doc__


def test_outputs_of_notebooks_stand_in_blocks():
    fence = "`" * 3
    cells = [
        {"cell_type": "markdown", "source": ["# Words"]},
        {
            "cell_type": "code",
            "source": ["a < b"],
            "outputs": [{"output_type": "stream", "text": [f"{fence}\n"]}],
        },
    ]
    made = notebook_markdown(json.dumps({"cells": cells}))
    assert made == f"# Words\n\n{fence}python\na < b\n{fence}\n\n{fence}`text\n{fence}\n{fence}`\n"


@pytest.mark.slow
def test_the_site_is_whole_and_loads_nothing_from_elsewhere(site):
    first = (site / "index.html").read_text(encoding="utf-8")
    assert "1 problems, solved and proved" in first
    assert (site / "gallery" / "hj-convex.svg").read_bytes().startswith(b"<?xml")
    reference = (site / "api.html").read_text(encoding="utf-8")
    for name in ("symplex.solve", "symplex.solver.solution.solution.Solution.plot"):
        assert f'id="{name}"' in reference
    assert "max_candidates" in reference
    assert "data:image/png" in (site / "notebooks" / "eikonal.html").read_text(encoding="utf-8")
    assert '<script src="iframe-worker.js">' in first
    assert (site / "iframe-worker.js").is_file()
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        loaded = re.findall(r'<(?:script|img|iframe)[^>]* src="(https?:[^"]*)', text)
        loaded += re.findall(
            r'<link[^>]* rel="(?:stylesheet|preconnect)" href="(https?:[^"]*)', text
        )
        assert loaded == [], page.name
