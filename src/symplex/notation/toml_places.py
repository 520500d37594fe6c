"""Where each entry of a problem file stands in its text.

`tomllib` reads values and forgets where they were. This scanner is given text that `tomllib` has
accepted, so it may be short: it looks for keys, quotes and brackets, and has no opinion of them.
"""

import re
from dataclasses import dataclass, field
from typing import Final, final

_BLANK: Final = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_SPACE: Final = re.compile(r"[ \t]*")
_STRING: Final = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}(?!")'
    + r"|'''.*?'{3,5}(?!')"
    + r'|"(?:[^"\\\n]|\\.)*"|'
    + r"'[^'\n]*'",
    re.DOTALL,
)
_PART: Final = re.compile(r"""[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'""")
_BARE: Final = re.compile(r"[^,\]}\n#]*")
_QUOTES: Final = "\"'"


@final
@dataclass(frozen=True)
class Place:
    """A part of a text, from `start` up to `end`."""

    start: int
    end: int
    inside: int
    """Where the content of a text in quotes begins; elsewhere the same as `start`."""


def places(text: str) -> dict[str, Place]:
    """The place of each entry by its key, as errors name it: ``conditions[1].where``."""
    scanner = _Scanner(text)
    scanner.document()
    return scanner.found


@final
@dataclass
class _Scanner:
    text: str
    at: int = 0
    found: dict[str, Place] = field(default_factory=dict[str, Place])
    headers: dict[str, int] = field(default_factory=dict[str, int])
    """How many tables of each array have begun."""

    def document(self) -> None:
        """Walk from the beginning to the end."""
        table = ""
        while self.skip(_BLANK) < len(self.text):
            start = self.at
            if self.text[self.at] == "[":
                table = self.header()
            else:
                self.entry(table)
            if self.at == start:  # nothing that can be followed: leave it at that
                return

    def header(self) -> str:
        """``[table]`` or ``[[table]]``; returns what stands before its keys."""
        start = self.at
        doubled = self.text[start : start + 2] == "[["
        self.at += 2 if doubled else 1
        name = self.key()
        self.skip(_SPACE)
        self.at = min(self.at + (2 if doubled else 1), len(self.text))
        if doubled:
            index = self.headers.get(name, 0)
            self.headers[name] = index + 1
            self.found.setdefault(name, Place(start, self.at, start))
            name = f"{name}[{index}]"
        self.found.setdefault(name, Place(start, self.at, start))
        return name

    def entry(self, table: str) -> None:
        """``key = value``."""
        key = self.key()
        self.skip(_SPACE)
        if self.text[self.at : self.at + 1] == "=":
            self.at += 1
            self.skip(_SPACE)
            self.value(f"{table}.{key}" if table else key)

    def key(self) -> str:
        """A key, with its parts joined by dots."""
        parts: list[str] = []
        while True:
            self.skip(_SPACE)
            match = _PART.match(self.text, self.at)
            if match is None:
                return ".".join(parts)
            parts.append(match[0].strip(_QUOTES))
            self.at = match.end()
            self.skip(_SPACE)
            if self.text[self.at : self.at + 1] != ".":
                return ".".join(parts)
            self.at += 1

    def value(self, key: str) -> None:
        """A value and, within lists and tables, those that it is made of."""
        start = self.at
        string = _STRING.match(self.text, self.at)
        opening = self.text[start : start + 1]
        if string is not None:
            self.at = string.end()
        elif opening == "[":
            self.many(key, "]")
        elif opening == "{":
            self.many(key, "}")
        else:
            self.skip(_BARE)
            self.at = start + len(self.text[start : self.at].rstrip())
        quotes = 0 if string is None else 3 if string[0][:3] in ('"""', "'''") else 1
        self.found[key] = Place(start, self.at, start + quotes)

    def many(self, key: str, closing: str) -> None:
        """The entries between two brackets."""
        self.at += 1
        index = 0
        while self.skip(_BLANK) < len(self.text) and self.text[self.at] != closing:
            start = self.at
            if closing == "]":
                self.value(f"{key}[{index}]")
            else:
                self.entry(key)
            index += 1
            self.skip(_BLANK)
            if self.text[self.at : self.at + 1] == ",":
                self.at += 1
            if self.at == start:
                return
        self.at = min(self.at + 1, len(self.text))

    def skip(self, pattern: re.Pattern[str]) -> int:
        """Go to the end of what the pattern matches here."""
        match = pattern.match(self.text, self.at)
        self.at = self.at if match is None else match.end()
        return self.at
