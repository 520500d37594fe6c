"""The rooms of the package: how many, how deep their imports, and what a proof rests on.

Imports count wherever they stand, those for type checkers alone excepted.
"""

from collections.abc import Iterable, Mapping, Set
from functools import cache

from measures.imports import graph_of, reached
from measures.measure import Finding, Measure, none_allowed
from measures.source import PACKAGE, House, Source

_MAX_ROOMS = 10
_MAX_DEPTH = 30
_MAX_TRUSTED = 9_970
"""Lines that whoever audits kernel, checker and the theorem on series has to read."""
_TRUSTED = ("symplex.proof.kernel", "symplex.proof.checker", "symplex.proof.series.rods")


def rooms(house: House) -> Measure:
    """Count the packages at the top."""
    inits = [source for source in house.package if source.is_init]
    tops = [one for one in inits if one.home == PACKAGE and one.module.count(".") == 1]
    found = tuple(Finding(top.path, 1, f"a room: {top.inside.parent}") for top in tops)
    return Measure("rooms", len(tops), _MAX_ROOMS, found)


def import_depth(house: House) -> Measure:
    """The longest chain of modules, each of which imports the next."""
    graph = graph_of(house)
    behind = {name: reached(graph, name) for name in graph}

    @cache
    def chain(name: str) -> tuple[str, ...]:
        below = (chain(other) for other in graph[name] if name not in behind[other])
        return (name, *max(below, key=len, default=()))

    longest = max((chain(name) for name in graph), key=len, default=())
    found = (_first(house, longest, " → ".join(longest)),) if longest else ()
    return Measure("import depth", len(longest), _MAX_DEPTH, found)


def trusted_lines(house: House) -> Measure:
    """The lines of kernel and checker, and of whatever they import."""
    modules = _closure(graph_of(house), _TRUSTED)
    sources = {source.module: source for source in house.package}
    lines = sum(len(sources[name].text.splitlines()) for name in modules)
    found = tuple(
        Finding(sources[name].path, 1, f"{len(sources[name].text.splitlines())} lines")
        for name in sorted(modules)
    )
    return Measure("lines that kernel and checker rest on", lines, _MAX_TRUSTED, found)


def notation_in_proofs(house: House) -> Measure:
    """The modules of `notation` that a proof imports, however far away."""
    modules = _closure(graph_of(house), ("symplex.proof",))
    foreign = (name for name in modules if name.startswith("symplex.notation"))
    found = [_first(house, (name,), f"a proof imports {name}") for name in foreign]
    return none_allowed("notations that a proof imports", found)


def _closure(graph: Mapping[str, Iterable[str]], below: tuple[str, ...]) -> Set[str]:
    starts = [name for name in graph if name.startswith(below)]
    return frozenset(starts).union(*(reached(graph, name) for name in starts))


def _first(house: House, names: tuple[str, ...], sentence: str) -> Finding:
    source: Source = next(one for one in house.package if one.module == names[0])
    return Finding(source.path, 1, sentence)
