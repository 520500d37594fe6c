"""Cycles of imports between the modules of the package, late imports included.

An import below `if TYPE_CHECKING:` never runs: it closes no cycle, but a cycle that only such an
import would close is named in a note.
"""

import ast
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from typing import final

from measures.measure import Finding, Measure, none_allowed
from measures.source import House, Source, called_name


@final
@dataclass(frozen=True)
class Import:
    """One module imports another."""

    target: str
    line: int
    is_typing: bool
    """Whether only a type checker reads it."""


Graph = Mapping[str, Mapping[str, Import]]


def graph_of(house: House) -> Graph:
    """What each module imports when it runs, at once or late."""
    sources = {source.module: source for source in house.package}
    imports = {name: tuple(imports_of(source, sources.keys())) for name, source in sources.items()}
    return _graph(imports, typing=False)


def import_cycles(house: House) -> Measure:
    """Count the groups of modules that import one another in a circle."""
    sources = {source.module: source for source in house.package}
    imports = {name: tuple(imports_of(source, sources.keys())) for name, source in sources.items()}
    at_run_time = _graph(imports, typing=False)
    cycles = _cycles(at_run_time)
    found = [
        Finding(
            sources[cycle[0]].path,
            at_run_time[cycle[0]][cycle[1]].line,
            f"the imports {_arrows(cycle)} form a cycle; move what is shared into a module "
            "below both",
        )
        for cycle in cycles
    ]
    return none_allowed("import cycles", found, _notes(imports, cycles))


def _notes(imports: Mapping[str, tuple[Import, ...]], cycles: list[list[str]]) -> tuple[str, ...]:
    """What imports for type checkers alone would add."""
    known = {name for cycle in cycles for name in cycle}
    count = sum(one.is_typing for found in imports.values() for one in found)
    if not count:
        return ()
    only = [cycle for cycle in _cycles(_graph(imports, typing=True)) if not known & {*cycle}]
    return (
        f"{count} imports are below TYPE_CHECKING and are not counted",
        *(f"only a TYPE_CHECKING import closes {_arrows(cycle)}" for cycle in only),
    )


def imports_of(source: Source, known: Set[str]) -> Iterator[Import]:
    """The modules of the package that a module imports, wherever it does."""
    for node, is_typing in source.importing:
        for target in _targets(node, source, known):
            yield Import(target, node.lineno, is_typing)


def _targets(node: ast.stmt | ast.expr, source: Source, known: Set[str]) -> Iterator[str]:
    match node:
        case ast.Import(names=names):
            yield from (one.name for one in names if one.name in known)
        case ast.ImportFrom(module=module, names=names, level=level):
            base = _base(source, module or "", level)
            wanted = dict.fromkeys(f"{base}.{one.name}" for one in names)
            targets = (name if name in known else base for name in wanted)
            yield from (name for name in dict.fromkeys(targets) if name in known)
        case ast.Call(args=[ast.Constant(value=str(name)), *_]) if name in known:
            if called_name(node) in {"import_module", "__import__"}:
                yield name
        case _:
            pass


def _base(source: Source, module: str, level: int) -> str:
    """The absolute name of what a `from` statement imports from."""
    if not level:
        return module
    parts = source.module.split(".")
    package = parts[: len(parts) - level + source.is_init]
    return ".".join([*package, module] if module else package)


def _graph(imports: Mapping[str, tuple[Import, ...]], *, typing: bool) -> Graph:
    graph: dict[str, dict[str, Import]] = {}
    for name, found in imports.items():
        kept = (one for one in found if typing or not one.is_typing)
        graph[name] = {one.target: one for one in kept}
    return graph


def _cycles(graph: Graph) -> list[list[str]]:
    """A shortest cycle of every group of modules that import one another."""
    found: list[list[str]] = []
    grouped: set[str] = set()
    behind = {name: reached(graph, name) for name in graph}
    for name in sorted(graph):
        if name in grouped or name not in behind[name]:
            continue
        grouped |= {other for other in behind[name] if name in behind[other]}
        found.append(_path(graph, name))
    return found


def reached(graph: Mapping[str, Iterable[str]], start: str) -> set[str]:
    """Whatever a module imports, directly or not."""
    found: set[str] = set()
    left = [start]
    while left:
        new = {*graph[left.pop()]} - found
        found |= new
        left += new
    return found


def _path(graph: Graph, start: str) -> list[str]:
    """A shortest way from a module back to itself, both ends included."""
    ways = deque([[start]])
    seen: set[str] = set()
    while ways:
        way = ways.popleft()
        for name in sorted(graph[way[-1]]):
            if name == start:
                return [*way, start]
            if name not in seen:
                seen.add(name)
                ways.append([*way, name])
    raise ValueError(f"{start} is in no cycle; expected one that reaches itself")


def _arrows(cycle: list[str]) -> str:
    return " → ".join(cycle)
