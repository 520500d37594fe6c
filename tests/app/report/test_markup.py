import pytest

from symplex.app.report.markup import Html, html, joined, table, tag


def test_text_is_escaped_and_markup_is_not():
    assert tag("p", "<b> & 'c'", Html("<i>d</i>")).source == (
        "<p>&lt;b&gt; &amp; &#x27;c&#x27;<i>d</i></p>"
    )
    assert joined("<", None, Html(">")).source == "&lt;>"
    assert html(None).source == ""
    assert (Html("a") + Html("b")).source == "ab"


@pytest.mark.parametrize("value", ['"><script>', "' onload='x", "a&b"])
def test_attributes_cannot_be_left(value):
    made = tag("p", id=value).source
    assert made.count('"') == 2
    assert "<script>" not in made


def test_a_table_can_be_reached_by_keyboard():
    made = table(("a", "b"), [("1", Html("<i>2</i>"))], "numbers").source
    assert '<th scope="col">a</th>' in made
    assert "<td><i>2</i></td>" in made
    assert 'tabindex="0" role="region" aria-label="numbers"' in made
