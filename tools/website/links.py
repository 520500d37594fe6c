"""Links of a site: each must lead to a file, and to a place in it."""

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class _Page(HTMLParser):
    """The links and the places of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.places: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what an element links to, and its own place."""
        for key, value in attrs:
            if key in ("href", "src") and value:
                self.links.append(value)
            if key == "id" and value:
                self.places.add(value)


def dead_links(folder: Path) -> list[str]:
    """A sentence for each link within a site that leads nowhere."""
    pages = {
        path.resolve(): _Page(path.read_text(encoding="utf-8")) for path in folder.rglob("*.html")
    }
    return [
        sentence
        for path, page in pages.items()
        for link in page.links
        for sentence in _fault(path, link, pages)
    ]


def _fault(path: Path, link: str, pages: dict[Path, _Page]) -> Iterator[str]:
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return
    target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    if not target.is_file():
        yield f"{path.name}: '{link}' leads nowhere"
    elif parts.fragment and target in pages and parts.fragment not in pages[target].places:
        yield f"{path.name}: '{link}' leads to no place of that page"
