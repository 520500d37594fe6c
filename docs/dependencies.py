"""Writes the dependencies of all packages, as they are imported, into docs/architecture.md.

Run it from the root of the checkout, ``python docs/dependencies.py``, when a test says that the
page is out of date.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "symplex"
PAGE = ROOT / "docs" / "architecture.md"
FENCE = "```dependencies\n"
_PACKAGE = "symplex"


def listing(sources: Path = SOURCES) -> str:
    """A line for each package and each module at the top: ``name -> the names that it imports``."""
    found: dict[str, set[str]] = {}
    for file in sorted(sources.rglob("*.py")):
        module = ".".join((_PACKAGE, *file.relative_to(sources).with_suffix("").parts))
        owner = _owner(module.removesuffix(".__init__"), sources)
        found.setdefault(owner, set())
        for target in _imports(ast.parse(file.read_text(encoding="utf-8"))):
            found[owner].add(_owner(target, sources))
    lines = [f"{name} -> {', '.join(sorted(found[name] - {name}))}" for name in sorted(found)]
    return "".join(f"{line.strip()}\n" for line in lines)


def _imports(tree: ast.AST) -> Iterator[str]:
    """Everything of this package that a module imports, also late or for its types alone."""
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        yield from (name for name in names if name.split(".")[0] == _PACKAGE)


def _owner(name: str, sources: Path) -> str:
    """The package that a module or a name in it belongs to, or the module at the top."""
    parts = name.split(".")[1:]
    while parts and not sources.joinpath(*parts).is_dir():
        if len(parts) == 1 and sources.joinpath(f"{parts[0]}.py").is_file():
            break
        parts.pop()
    return ".".join(parts) or _PACKAGE


def main() -> None:
    """Replace the list in the page."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(FENCE)
    after = rest.partition("```")[2]
    PAGE.write_text(f"{before}{FENCE}{listing()}```{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
