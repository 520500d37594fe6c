"""Decisions that compare strings, outside of parsing and the command line.

Counted are `==`, `!=`, `in` and `not in` with a string literal, a container of string literals or
a module constant bound to either; string patterns of `match`; `startswith` and `endswith`.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from measures.measure import Finding, Measure
from measures.source import House, Source, called_name

LIMIT = 20
PARSING = (
    "expression/parse.py",
    "expression/read_series.py",
    "notation/read_*.py",
    "notation/from_sympy.py",
    "notation/sympy_symbols.py",
    "notation/problem_files.py",
    "notation/latex/*.py",
    "problem/statement.py",
    "app/cli/*.py",
    "commands/*.py",
    "notation/toml_places.py",
    "notation/mistakes.py",
    "app/workbench/guard.py",
    "app/workbench/hosts.py",
)
"""Where text becomes values: a string has to be compared somewhere."""
_WRAPPERS = frozenset({"frozenset", "set", "tuple", "list"})
_ADVICE = "compare by identity, or make the choice an Enum where text is read"


def string_comparisons(house: House) -> Measure:
    """Count the string comparisons of the package."""
    found = [
        Finding(source.path, line, f"{what}; {_ADVICE}")
        for source in house.package
        if not any(source.inside.match(pattern) for pattern in PARSING)
        for line, what in _comparisons(source)
    ]
    return Measure("string comparisons", len(found), LIMIT, tuple(sorted(found)))


def _comparisons(source: Source) -> Iterator[tuple[int, str]]:
    constants = _constants(source.tree)
    for node in _nodes(source.tree, source.inside):
        match node:
            case ast.Compare() if _is_string_comparison(node, constants):
                yield node.lineno, f"`{ast.unparse(node)}` compares strings"
            case ast.MatchValue(value=ast.Constant(value=str(text))):
                yield node.lineno, f"the pattern {text!r} compares strings"
            case ast.Call(func=ast.Attribute(attr=("startswith" | "endswith") as name)):
                yield node.lineno, f"`{name}` compares strings"
            case _:
                pass


def _nodes(node: ast.AST, inside: Path) -> Iterator[ast.AST]:
    """The nodes of a tree, without what a bench does with its command line."""
    in_bench = inside.parts[0] == "bench"
    for child in ast.iter_child_nodes(node):
        if in_bench and isinstance(child, ast.FunctionDef) and _reads_arguments(child):
            continue
        yield child
        yield from _nodes(child, inside)


def _reads_arguments(function: ast.FunctionDef) -> bool:
    annotations = (argument.annotation for argument in function.args.args)
    return any(note is not None and "argparse." in ast.unparse(note) for note in annotations)


def _constants(tree: ast.Module) -> frozenset[str]:
    """The names that the module binds to strings and containers of strings."""
    names: set[str] = set()
    for statement in tree.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                pass
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                pass
            case _:
                continue
        # A mapping is looked up, not compared with.
        if not isinstance(value, ast.Dict) and _is_text(value, frozenset()):
            names.add(name)
    return frozenset(names)


def _is_string_comparison(node: ast.Compare, constants: frozenset[str]) -> bool:
    operands = (node.left, *node.comparators)
    if any(isinstance(operand, ast.Name) and operand.id == "__name__" for operand in operands):
        return False
    pairs = zip(operands, node.ops, operands[1:], strict=False)
    return any(
        isinstance(operator, ast.Eq | ast.NotEq | ast.In | ast.NotIn)
        and (_is_text(left, constants) or _is_text(right, constants))
        for left, operator, right in pairs
    )


def _is_text(node: ast.expr, constants: frozenset[str]) -> bool:
    """Whether an operand is a string literal, or a container of such, or a name of either."""
    match node:
        case ast.Constant(value=str()) | ast.JoinedStr():
            return True
        case ast.Name(id=name):
            return name in constants
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
            return any(_is_text(part, constants) for part in parts)
        case ast.Dict(keys=keys):
            return any(key is not None and _is_text(key, constants) for key in keys)
        case ast.Call(args=[inner]) if called_name(node) in _WRAPPERS:
            return _is_text(inner, constants)
        case _:
            return False
