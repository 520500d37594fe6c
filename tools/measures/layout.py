"""What stands beside the package: its picture in the documents, and a test file for each module."""

import re
from pathlib import Path

from measures.measure import Finding, Measure, none_allowed
from measures.source import House

PICTURE = Path("docs/architecture.md")
TESTED_PERCENT = 90.0
_FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_INDENTED = re.compile(r"^(?: {4}|\t).*$", re.MULTILINE)


def packages_in_picture(house: House) -> Measure:
    """Count the packages that the architecture page does not draw.

    The picture is what stands in the page's fenced and indented blocks; a package appears in it by
    the last part of its name.
    """
    drawn = _drawn(house.root / PICTURE)
    packages = [source for source in house.package if source.is_init]
    inner = [source for source in packages if source.inside.parent != Path()]
    found = [
        Finding(
            source.path,
            1,
            f"the package `{source.inside.parent.as_posix()}` is not in the picture of "
            f"{PICTURE.as_posix()}; draw it there",
        )
        for source in inner
        if source.inside.parent.name not in drawn
    ]
    return none_allowed("packages missing from the picture", found)


def _drawn(page: Path) -> frozenset[str]:
    """The words of the page's blocks."""
    if not page.is_file():
        return frozenset()
    text = page.read_text(encoding="utf-8")
    blocks = [*_FENCED.findall(text), *_INDENTED.findall(_FENCED.sub("", text))]
    return frozenset(word for block in blocks for word in re.findall(r"\w+", block))
