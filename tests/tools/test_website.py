import json

import pytest

from website.build import DOCS, build, listed
from website.gallery import Entry, entries
from website.links import dead_links
from website.markdown import link_to, notebook_html, page_html

GALLERY = [Entry("hj-convex", {"u": "min(x - t/2, 0)"})]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    target = tmp_path_factory.mktemp("site")
    build(target, GALLERY)
    return target


def test_every_link_leads_somewhere(site):
    assert dead_links(site) == []


def test_every_document_is_a_page_and_every_page_can_be_reached(site):
    first = (site / "index.html").read_text(encoding="utf-8")
    for path in (*DOCS.glob("*.md"), *DOCS.glob("notebooks/*.ipynb")):
        address = path.relative_to(DOCS).with_suffix(".html")
        assert (site / address).is_file()
        assert f'href="{address}"' in first
    assert len(listed()) == len(set(listed()))


def test_the_gallery_is_drawn_and_proved(site):
    first = (site / "index.html").read_text(encoding="utf-8")
    assert '<img loading="lazy" alt="The solution of hj-convex"' in first
    assert "<math" in first
    assert (site / "gallery" / "hj-convex.svg").read_bytes().startswith(b"<?xml")


def test_a_wrong_answer_does_not_enter_the_gallery(tmp_path):
    with pytest.raises(ValueError, match="hj-convex: the answer of the gallery is not proved"):
        build(tmp_path, [Entry("hj-convex", {"u": "x"})])


def test_the_reference_names_what_users_call(site):
    page = (site / "api.html").read_text(encoding="utf-8")
    for name in ("solve", "verify", "Problem.from_file", "Solution.plot", "Certificate"):
        assert f'id="symplex.{name}"' in page
    assert "max_candidates" in page


def test_thirty_problems_are_in_the_gallery():
    shown = entries()
    assert len(shown) >= 30
    for entry in shown:
        assert set(entry.solution().formulas) == set(entry.formulas)


@pytest.mark.parametrize(
    ("link", "sentence"),
    [("nowhere.html", "leads nowhere"), ("#gone", "leads to no place of that page")],
)
def test_dead_links_are_found(tmp_path, link, sentence):
    (tmp_path / "a.html").write_text(f'<p id="here"><a href="#here"></a><a href="{link}"></a>')
    (fault,) = dead_links(tmp_path)
    assert fault == f"a.html: '{link}' {sentence}"


def test_pages_link_to_pages_and_markup_is_text():
    assert link_to("runs.md#ends") == "runs.html#ends"
    assert link_to("https://example.org/a.md") == "https://example.org/a.md"
    made = page_html("# A title\n\n<script>x</script> [there](runs.md)\n\n# A title\n")
    assert '<h1 id="a-title">' in made
    assert '<h1 id="a-title-1">' in made
    assert "<script>" not in made
    assert 'href="runs.html"' in made


def test_outputs_of_notebooks_are_text():
    cell = {
        "cell_type": "code",
        "source": ["a < b"],
        "outputs": [{"output_type": "stream", "text": ["<b>"]}],
    }
    made = notebook_html(json.dumps({"cells": [cell]}))
    assert "a &lt; b" in made
    assert "&lt;b&gt;" in made
