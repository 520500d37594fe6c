"""The source files of a package and of its benchmarks, read and parsed once."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import final

PACKAGE = Path("src/symplex")
BENCHMARKS = Path("benchmarks/symplex_benchmarks")
"""The package of the benchmarks, a project of its own, for which the same holds."""


@final
@dataclass(frozen=True)
class Source:
    """One Python file."""

    path: Path
    """Relative to the root of the repository."""
    text: str
    tree: ast.Module

    @property
    def inside(self) -> Path:
        """The path inside its package."""
        return self.path.relative_to(self.home)

    @property
    def home(self) -> Path:
        """The package that the file belongs to."""
        return BENCHMARKS if self.path.is_relative_to(BENCHMARKS) else PACKAGE

    @property
    def is_init(self) -> bool:
        """Whether the file makes a folder a package."""
        return self.path.name == "__init__.py"

    @property
    def module(self) -> str:
        """The dotted name, as it is imported."""
        parts = self.path.relative_to(self.home.parent).with_suffix("").parts
        return ".".join(parts[:-1] if self.is_init else parts)

    @cached_property
    def importing(self) -> tuple[tuple[ast.stmt | ast.expr, bool], ...]:
        """What may import, each with whether it stands below `if TYPE_CHECKING:`."""
        return tuple(_importing(self.tree, is_typing=False))


def _importing(node: ast.AST, *, is_typing: bool) -> Iterator[tuple[ast.stmt | ast.expr, bool]]:
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.Import() | ast.ImportFrom() | ast.Call():
                yield child, is_typing
                yield from _importing(child, is_typing=is_typing)
            case ast.If(test=test, body=body, orelse=otherwise):
                guarded = is_typing or called_name(test) == "TYPE_CHECKING"
                yield from _importing(ast.Module(body, []), is_typing=guarded)
                yield from _importing(ast.Module(otherwise, []), is_typing=is_typing)
                yield from _importing(ast.Expression(test), is_typing=is_typing)
            case _:
                yield from _importing(child, is_typing=is_typing)


@final
@dataclass(frozen=True)
class House:
    """The packages of a checkout."""

    package: tuple[Source, ...]
    """The Python files of the package, and of that of the benchmarks."""


def read_house(root: Path) -> House:
    """Read every Python file of the two packages.

    Raises:
        SyntaxError: If a file is not Python.
    """
    found: list[Source] = []
    for folder in (PACKAGE, BENCHMARKS):
        for path in sorted((root / folder).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            found.append(Source(path.relative_to(root), text, ast.parse(text, str(path))))
    return House(tuple(found))


def called_name(node: ast.expr) -> str:
    """The last name of what is called or used as a decorator: `lru_cache` of `functools.lru_cache`.

    A subscript counts as what it specialises, so `dict[str, int]()` is a call of `dict`.
    """
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Call(func=function):
            return called_name(function)
        case ast.Subscript(value=value):
            return called_name(value)
        case _:
            return ""
