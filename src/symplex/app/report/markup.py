"""HTML as a value: text is escaped, markup is not, and the two cannot be confused."""

from dataclasses import dataclass
from html import escape
from typing import final


@final
@dataclass(frozen=True)
class Html:
    """Markup that we made; anything else that enters a page is text."""

    source: str

    def __add__(self, other: "Html") -> "Html":
        """Both, one after the other."""
        return Html(self.source + other.source)


Part = Html | str | None
"""What stands in an element: markup, text to be escaped, or nothing."""
EMPTY = Html("")


def html(part: Part) -> Html:
    """A part as markup."""
    if part is None:
        return EMPTY
    return part if isinstance(part, Html) else Html(escape(part))


def joined(*parts: Part) -> Html:
    """Several parts, one after the other."""
    return Html("".join(html(part).source for part in parts))


def tag(name: str, *parts: Part, **attributes: str) -> Html:
    """An element; ``class_`` and ``for_`` are written without their underline."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(value)}"'
        for key, value in attributes.items()
    )
    return Html(f"<{name}{written}>{joined(*parts).source}</{name}>")


def table(head: tuple[str, ...], rows: list[tuple[Part, ...]], caption: str) -> Html:
    """A table that scrolls by itself on a narrow screen."""
    first = tag("tr", *(tag("th", word, scope="col") for word in head))
    body = [tag("tr", *(tag("td", cell) for cell in row)) for row in rows]
    made = tag("table", tag("caption", caption), tag("thead", first), tag("tbody", *body))
    return tag("div", made, class_="scroll", tabindex="0", role="region", aria_label=caption)
