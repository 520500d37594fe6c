"""Old names that are left: as identifiers, in prose, and in the help of the command line."""

import re
from collections.abc import Iterator
from pathlib import Path

from measures.help_texts import MAIN, HelpText, help_texts
from measures.identifiers import Identifier, comments, identifiers, settings_fields, texts
from measures.measure import Finding, Measure, none_allowed
from measures.old_names import MODULES, old_words, renamed
from measures.source import PACKAGE, House, Source

DOCUMENTS = ("README.md", "CONTRIBUTING.md", "docs/**/*.md")
_CORE = (f"{PACKAGE.as_posix()}/numerics/evaluation/core/**/*.[ch]pp",)
_CODE_SPAN = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
_IDENTIFIER = re.compile(r"(?<![\w-])[A-Za-z_]\w*")
_NOT_CODE = re.compile(r"//.*|/\*[\s\S]*?\*/|\"(?:\\.|[^\"\\\n])*\"")
_ALIASES = frozenset({"seeds", "second-look"})
"""`--without` still takes them; as whole strings they are no prose."""
_WITHOUT_HELP = re.compile(r"^  --without\b(?:(?!\n  -|\n\n)[\s\S])*?\bseeds\b", re.MULTILINE)
"""The option's entry in a help text, up to the next option."""


def old_names(house: House) -> Measure:
    """Count the places where an old name is left."""
    found = {
        *(one for source in (*house.package, *house.around) for one in _in_source(source)),
        *(one for path, text in house.text_files(*DOCUMENTS) for one in _in_prose(path, 1, text)),
        *(one for path, text in house.text_files(*_CORE) for one in _in_core(path, text)),
        *(one for text in help_texts(house) for one in _in_help(text)),
    }
    return none_allowed("old names", list(found))


def _finding(path: Path, line: int, old: str, new: str) -> Finding:
    return Finding(path, line, f"'{old}' is an old name; write {new}")


def _in_source(source: Source) -> Iterator[Finding]:
    for found in (Identifier(source.path.stem, 1), *identifiers(source.tree)):
        yield from _in_identifier(source.path, found)
    for found in settings_fields(source.tree, "SearchSettings"):
        if found.name == "seeds":
            yield _finding(source.path, found.line, found.name, "statement_formulas")
    if source.in_package and source.path.stem in MODULES:
        yield _finding(source.path, 1, source.path.stem, MODULES[source.path.stem])
    if source.path.parts[0] != "tests":
        for line, text in (*texts(source.tree), *comments(source.text)):
            if text not in _ALIASES:
                yield from _in_prose(source.path, line, text)


def _in_identifier(path: Path, found: Identifier) -> Iterator[Finding]:
    new = renamed(found.name, is_attribute=found.is_attribute)
    if new is not None:
        yield _finding(path, found.line, found.name, new)


def _in_prose(path: Path, first: int, text: str) -> Iterator[Finding]:
    """Old words of a text, and old identifiers of its code spans; its first line is given."""
    for start, old, new in old_words(text):
        yield _finding(path, first + text.count("\n", 0, start), old, new)
    for span in _CODE_SPAN.finditer(text):
        line = first + text.count("\n", 0, span.start())
        for name in _IDENTIFIER.findall(span.group(1)):
            yield from _in_identifier(path, Identifier(name, line))


def _in_core(path: Path, text: str) -> Iterator[Finding]:
    """Old words of C++ comments and messages, and old identifiers of the code between them."""
    for said in _NOT_CODE.finditer(text):
        yield from _in_prose(path, 1 + text.count("\n", 0, said.start()), said.group())
    for number, line in enumerate(_NOT_CODE.sub(_blank, text).split("\n"), start=1):
        for name in _IDENTIFIER.findall(line):
            yield from _in_identifier(path, Identifier(name, number, is_attribute=True))


def _blank(match: re.Match[str]) -> str:
    """Nothing, on as many lines."""
    return "\n" * match.group().count("\n")


def _in_help(shown: HelpText) -> Iterator[Finding]:
    if shown.failed:
        last = (shown.text.strip().splitlines() or ["it says nothing"])[-1]
        yield Finding(MAIN, 1, f"`{shown.command} --help` fails: {last}; make it show its help")
        return
    for _, old, new in old_words(shown.text):
        yield Finding(MAIN, 1, f"`{shown.command} --help` says '{old}', an old name; write {new}")
    if _WITHOUT_HELP.search(shown.text):
        sentence = (
            f"`{shown.command} --help` offers 'seeds' for --without; write statement-formulas"
        )
        yield Finding(MAIN, 1, sentence)
