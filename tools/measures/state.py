"""Mutable state that belongs to a module: what is done depends on what was done before.

Counted are module-level containers that can change, context variables, generators of random
numbers, cache decorators (an instance's `cached_property` is fine) and `global` statements.
"""

import ast
from collections.abc import Iterator

from measures.measure import Finding, Measure, none_allowed
from measures.source import House, called_name

_MUTABLE = frozenset(
    {"dict", "list", "set", "defaultdict", "deque", "OrderedDict", "Counter", "ChainMap"}
    | {"bytearray", "WeakKeyDictionary", "WeakValueDictionary", "WeakSet"}
    | {"ContextVar", "local", "count", "Random", "default_rng", "Generator"}
)
_CACHES = frozenset({"cache", "lru_cache"})
_Function = ast.FunctionDef | ast.AsyncFunctionDef


def mutable_state(house: House) -> Measure:
    """Count the module-level state of the package."""
    found = [
        Finding(source.path, line, sentence)
        for source in house.package
        for line, sentence in (
            *_assigned(source.tree),
            *_caches(source.tree),
            *_globals(source.tree),
        )
    ]
    return none_allowed("module-level mutable state", found)


def _module_level(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements that run at import, those of conditions and classes included."""
    for statement in body:
        yield statement
        if isinstance(statement, _Function):
            continue
        for field in ("body", "orelse", "finalbody"):
            yield from _module_level(getattr(statement, field, []))
        for handler in getattr(statement, "handlers", []):
            yield from _module_level(handler.body)


def _assigned(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for statement in tree.body:
        if isinstance(statement, ast.ClassDef):
            continue
        for inner in _module_level([statement]):
            match inner:
                case ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value):
                    pass
                case ast.AugAssign(value=value):
                    pass
                case _:
                    continue
            what = _mutable(value)
            if what:
                yield (
                    inner.lineno,
                    f"a module-level {what} can change; wrap it in MappingProxyType, tuple or "
                    "frozenset, or pass it as an argument",
                )


def _mutable(value: ast.expr) -> str:
    """What kind of mutable value an expression makes; nothing if it makes none."""
    match value:
        case ast.Dict() | ast.List() | ast.Set() | ast.DictComp() | ast.ListComp() | ast.SetComp():
            return type(value).__name__.removesuffix("Comp").lower()
        case ast.Call(func=ast.Attribute(value=ast.Name(id="dict"), attr="fromkeys")):
            return "dict"
        case ast.Call() if called_name(value) in _MUTABLE | _CACHES:
            return called_name(value)
        case ast.BinOp(left=one, right=other) | ast.IfExp(body=one, orelse=other):
            return _mutable(one) or _mutable(other)
        case ast.Tuple(elts=parts):
            kinds = [_mutable(part) for part in parts]
            return next((kind for kind in kinds if kind), "")
        case _:
            return ""


def _caches(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Caches of functions that are defined once: of the module and of its classes."""
    for statement in _module_level(tree.body):
        if not isinstance(statement, _Function):
            continue
        for decorator in statement.decorator_list:
            if called_name(decorator) in _CACHES:
                yield (
                    statement.lineno,
                    f"@{called_name(decorator)} keeps what `{statement.name}` returned for the "
                    "whole process; let an object own the cache",
                )


def _globals(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Global):
            yield (
                node.lineno,
                f"`global {', '.join(node.names)}` changes the module; return the value instead",
            )
