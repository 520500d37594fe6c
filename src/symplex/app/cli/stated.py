"""The problem that a command is given: a file, or equations and what belongs to them in words.

An argument with ``=`` that names no file is an equation, or several with ``;`` between them. With a
backslash anywhere in the equations or conditions, they are LaTeX: nothing else has one.
"""

import argparse
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from symplex.errors import ProblemError, SettingsError
from symplex.notation.problem_files import ProblemFile, problem_file
from symplex.problem import Problem

_SOURCE: Final = "the command line"
_SPAN: Final = re.compile(r"[0-9.]+\s*-\s*[0-9.]+")
"""What may be meant as a range, and would be read as a difference."""
_LISTED: Final = re.compile(r"\[\s*([^,\[\]]+?)\s*,\s*([^,\[\]]+?)\s*\]")
_ENDS: Final = ("free", "open")
_FIELDS: Final = ("on", "given", "parameters", "unknowns", "time", *_ENDS)


def stated_problem(options: argparse.Namespace) -> Problem:
    """The problem of the options that `add_problem` added."""
    return stated_file(options).problem()


def stated_file(options: argparse.Namespace) -> ProblemFile:
    """The problem of the options as a problem file, which is made where there is none.

    Raises:
        SymplexError: for the first mistake in what stands on the command line.
    """
    text: str = options.file
    if "=" not in text or text.endswith(".toml") or _exists(text):
        for field in _FIELDS:
            if getattr(options, field):
                message = f"--{field} belongs to an equation such as 'u_t = u_xx'"
                raise SettingsError(f"{message}, and '{text[:40]}' is none")
        return problem_file(text)
    try:
        content = _content(options)
    except ProblemError as error:
        raise error.at(_SOURCE) from None
    return ProblemFile(_toml(content).encode(), _SOURCE)


def _exists(path: str) -> bool:
    try:
        return Path(path).exists()
    except (OSError, ValueError):  # a name too long, or with a null byte
        return False


def _content(options: argparse.Namespace) -> dict[str, Any]:
    if not options.on:
        message = "an equation needs --on with the variables, such as 'x=0..2*pi, t=0..1'"
        raise SettingsError(message)
    equations = [part.strip() for part in options.file.split(";") if part.strip()]
    domain = _table(options.on, "--on")
    parameters = _table(options.parameters or "", "--parameters")
    unknowns = [name.strip() for name in (options.unknowns or "u").split(",")]
    given = [part.strip() for text in options.given for part in text.split(";") if part.strip()]
    declared = _declared(options)
    if "\\" in "".join((*equations, *given)):
        conditions = [_latex_condition(text) for text in given]
        from symplex.notation.read_latex import read_latex  # late: most statements are no LaTeX

        stated = read_latex(
            *(equations, domain, conditions),
            unknowns=unknowns,
            parameters=parameters,
            declared=declared,
        )
        try:
            Problem.from_statement(stated.content)
        except ProblemError as error:
            raise stated.located(error) from None
        return stated.content
    conditions = [_condition(text) for text in given]
    return {
        **{"unknowns": unknowns, "equations": equations, "domain": domain},
        **{"parameters": parameters, "conditions": conditions},
        **declared,
    }


def _declared(options: argparse.Namespace) -> dict[str, Any]:
    """Time and ends, where something is said of them."""
    ends = {key: getattr(options, key) for key in _ENDS}
    listed = {key: [one.strip() for one in _split(text)] for key, text in ends.items() if text}
    return listed if options.time is None else {"time": options.time, **listed}


def _table(text: str, option: str) -> dict[str, Any]:
    """The names of an option, each once."""
    found: dict[str, Any] = {}
    for name, value in _ranges(text, option):
        if name in found:
            raise ProblemError(f"'{name}' stands there twice", key=option)
        found[name] = value
    return found


def _ranges(text: str, option: str) -> Iterator[tuple[str, Any]]:
    """``x=0..1, c=3``: each name with its interval or number."""
    for part in _split(text):
        name, sign, value = (piece.strip() for piece in part.partition("="))
        if not (name and sign and value):
            message = f"expected 'name = low..high', found '{part.strip()[:40]}'"
            raise ProblemError(message, key=option)
        low, dots, high = (piece.strip() for piece in value.partition(".."))
        bare = name.removeprefix("\\")
        if _SPAN.fullmatch(value):
            raise ProblemError(
                f"'{part.strip()[:40]}' could be a range or a difference; write "
                f"'{bare}={value.replace('-', '..')}' for the range, or '{bare}=({value})' for "
                "the number",
                key=option,
            )
        listed = _LISTED.fullmatch(value)
        yield bare, [low, high] if dots else list(listed.groups()) if listed else value


def _split(text: str) -> list[str]:
    """The parts between commas that stand in no brackets."""
    parts, depth = [""], 0
    for character in text:
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(character, 0)
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return [part for part in parts if part.strip()]


def _condition(text: str) -> dict[str, str] | str:
    where, colon, equation = (piece.strip() for piece in text.partition(":"))
    if colon:
        return {"where": where, "equation": equation}
    if "(" in text and "=" in text:
        return text
    place, comma, rest = (piece.strip() for piece in text.partition(","))
    example = f"{place}: {rest}" if comma and "=" in place and "=" in rest else "t=0: u=sin(x)"
    raise ProblemError(
        f"expected 'where: equation', such as '{example}', or 'u(x,0)=sin(x)', found '{text[:40]}'",
        key="--given",
    )


def _latex_condition(text: str) -> str | tuple[str, str]:
    where, colon, equation = text.partition(":")
    return (where.strip(), equation.strip()) if colon else text


def _toml(content: dict[str, Any]) -> str:
    """A problem file with this content; JSON's strings and lists are TOML's too."""
    above = ("unknowns", "equations", "time", *_ENDS)
    lines = [f"{key} = {_value(content[key])}" for key in above if key in content]
    for table in ("domain", "parameters"):
        lines.append(f"\n[{table}]")
        lines += [f"{_value(name)} = {_value(value)}" for name, value in content[table].items()]
    conditions: list[Any] = content["conditions"]
    if any(isinstance(condition, str) for condition in conditions):
        parts = (one if isinstance(one, str) else list(one.values()) for one in conditions)
        listed = "".join(f"  {_value(one)},\n" for one in parts)
        lines.insert(0, f"conditions = [\n{listed}]")
        conditions.clear()
    for condition in conditions:
        lines.append("\n[[conditions]]")
        lines += [f"{key} = {_value(value)}" for key, value in condition.items()]
    return "\n".join(lines) + "\n"


def _value(value: object) -> str:
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
