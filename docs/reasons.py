"""Writes the codes of all reasons, with their sentences, into docs/reasons.md.

Run it from the root of the checkout, ``python docs/reasons.py``, when a test says that the page is
out of date.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from symplex.codes import CODES
from symplex.sentences import SENTENCES

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "reasons.md"
_SOURCES = [ROOT / "src" / "symplex" / name for name in ("reasons.py", "codes.py")]
_BEGIN = "<!-- written by docs/reasons.py -->\n"
_GROUP = re.compile(r"^    # (.+)$")
_MEMBER = re.compile(r'^    [A-Z_]+ = "([a-z.-]+)"$')


def listing() -> str:
    """A table for each group of codes, in the order of the enumerations."""
    return "".join(_lines())


def _lines() -> Iterator[str]:
    codes = {code.value: code for code in CODES}
    lines = (line for file in _SOURCES for line in file.read_text(encoding="utf-8").splitlines())
    for line in lines:
        group, member = _GROUP.match(line), _MEMBER.match(line)
        if group:
            yield f"\n## {group[1].removesuffix('.')}\n\n| code | sentence |\n|---|---|\n"
        elif member:
            words = SENTENCES[codes[member[1]]].replace("|", "\\|")
            yield f"| `{member[1]}` | {words} |\n"


def main() -> None:
    """Replace the tables in the page."""
    before = PAGE.read_text(encoding="utf-8").partition(_BEGIN)[0]
    PAGE.write_text(f"{before}{_BEGIN}{listing()}", encoding="utf-8")


if __name__ == "__main__":
    main()
