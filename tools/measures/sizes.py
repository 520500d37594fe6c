"""Functions and files that are too long to be read at once."""

import ast

from measures.measure import Finding, Measure, none_allowed
from measures.source import PACKAGE, House

FUNCTION_LINES = 40
FILE_LINES = 300
_CORE = (f"{PACKAGE.as_posix()}/evaluation/core/**/*.[ch]pp",)


def long_functions(house: House) -> Measure:
    """Count the functions that are longer than a screen, docstring included."""
    found: list[Finding] = []
    for source in house.package:
        for node in ast.walk(source.tree):
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > FUNCTION_LINES:
                sentence = (
                    f"`{node.name}` has {lines} lines; split it, {FUNCTION_LINES} are allowed"
                )
                found.append(Finding(source.path, node.lineno, sentence))
    return none_allowed(f"functions > {FUNCTION_LINES} lines", found)


def long_files(house: House) -> Measure:
    """Count the files that are too long, of the package and of its compiled core."""
    texts = [(source.path, source.text) for source in house.package]
    found: list[Finding] = []
    for path, text in (*texts, *house.text_files(*_CORE)):
        lines = len(text.splitlines())
        if lines > FILE_LINES:
            sentence = f"the file has {lines} lines; split it, {FILE_LINES} are allowed"
            found.append(Finding(path, lines, sentence))
    return none_allowed(f"files > {FILE_LINES} lines", found)
