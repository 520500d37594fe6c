"""The source files of a checkout, read and parsed once."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
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
        """The path inside its package, or inside the repository where it lies elsewhere."""
        return self.path.relative_to(self.home) if self.in_package else self.path

    @property
    def home(self) -> Path:
        """The package that the file belongs to, if it belongs to one."""
        return BENCHMARKS if self.path.is_relative_to(BENCHMARKS) else PACKAGE

    @property
    def in_package(self) -> bool:
        """Whether the file belongs to the package itself, or to that of the benchmarks."""
        return self.path.is_relative_to(self.home)

    @property
    def is_init(self) -> bool:
        """Whether the file makes a folder a package."""
        return self.path.name == "__init__.py"

    @property
    def module(self) -> str:
        """The dotted name, as it is imported."""
        parts = self.path.relative_to(self.home.parent).with_suffix("").parts
        return ".".join(parts[:-1] if self.is_init else parts)


@final
@dataclass(frozen=True)
class House:
    """A checkout of the repository."""

    root: Path
    package: tuple[Source, ...]
    """The Python files of the package, and of that of the benchmarks."""
    around: tuple[Source, ...]
    """Those of the tests, those beside the benchmarks' package, the stubs of the compiled core."""

    def text_files(self, *patterns: str) -> Iterator[tuple[Path, str]]:
        """The texts of the files that match, by path relative to the root."""
        for pattern in patterns:
            for path in sorted(self.root.glob(pattern)):
                yield path.relative_to(self.root), path.read_text(encoding="utf-8")


def read_house(root: Path) -> House:
    """Read every Python file of a checkout.

    Raises:
        SyntaxError: If a file is not Python.
    """
    stubs = _sources(root, PACKAGE, "*.pyi")
    found = [
        source
        for folder in (PACKAGE, Path("tests"), Path("benchmarks"))
        for source in _sources(root, folder, "*.py")
    ]
    package = tuple(source for source in found if source.in_package)
    return House(root, package, (*stubs, *(one for one in found if not one.in_package)))


def _sources(root: Path, folder: Path, pattern: str) -> tuple[Source, ...]:
    found: list[Source] = []
    for path in sorted((root / folder).rglob(pattern)):
        text = path.read_text(encoding="utf-8")
        found.append(Source(path.relative_to(root), text, ast.parse(text, str(path))))
    return tuple(found)


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
