"""Every name that Python code gives or uses, and every text in it, with the line of each."""

import ast
import io
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from typing import final


@final
@dataclass(frozen=True)
class Identifier:
    """One name in code."""

    name: str
    line: int
    is_attribute: bool = False
    """Whether it is said of something else: `x.name`, `name=` in a call or a pattern."""


def identifiers(tree: ast.Module) -> Iterator[Identifier]:
    """The names of variables, arguments, functions, classes, attributes, keywords and imports."""
    for node in ast.walk(tree):
        match node:
            case ast.Import() | ast.ImportFrom():
                yield from (Identifier(name, node.lineno) for name in _imported(node))
            case ast.Attribute(attr=name):
                yield Identifier(name, node.end_lineno or node.lineno, is_attribute=True)
            case ast.keyword(arg=str(name)):
                yield Identifier(name, node.lineno, is_attribute=True)
            case ast.MatchClass(kwd_attrs=names):
                yield from (Identifier(name, node.lineno, is_attribute=True) for name in names)
            case _:
                yield from _given(node)


def _given(node: ast.AST) -> Iterator[Identifier]:
    """The name that a node gives to something."""
    match node:
        case ast.Name(id=name) | ast.arg(arg=name):
            yield Identifier(name, node.lineno)
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            yield Identifier(name, node.lineno)
        case ast.ClassDef(name=name) | ast.ExceptHandler(name=str(name)):
            yield Identifier(name, node.lineno)
        case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            yield Identifier(name, node.lineno)
        case _:
            pass


def _imported(node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    if isinstance(node, ast.ImportFrom):
        yield from (node.module or "").split(".")
    for one in node.names:
        yield from one.name.split(".")
        yield one.asname or ""


def settings_fields(tree: ast.Module, owner: str) -> Iterator[Identifier]:
    """The fields of a class of settings: where they are declared and where they are set."""
    for node in ast.walk(tree):
        match node:
            case ast.ClassDef(name=name, body=body) if name == owner:
                for inner in body:
                    if isinstance(inner, ast.AnnAssign) and isinstance(inner.target, ast.Name):
                        yield Identifier(inner.target.id, inner.lineno)
            case ast.Call(func=ast.Name(id=name), keywords=keywords) if name == owner:
                yield from (Identifier(one.arg or "", one.lineno) for one in keywords)
            case _:
                pass


def texts(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The strings of code, docstrings included: the line on which each begins, and its text."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def comments(text: str) -> Iterator[tuple[int, str]]:
    """The comments of code, with their lines."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
