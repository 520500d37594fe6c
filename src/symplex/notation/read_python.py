"""What Python code states a problem with, text or SymPy → the content of a problem file."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from symplex.errors import ProblemError
from symplex.notation.located import LocatedStatement
from symplex.notation.read_plain import read_plain
from symplex.problem.statement import kind_of

_UNKNOWNS: Final = ("u",)


def read_python(
    equations: object,
    domain: Mapping[Any, Any],
    conditions: object,
    unknowns: Sequence[Any] | None,
    parameters: Mapping[Any, Any] | None,
    declared: Mapping[str, Any],
) -> LocatedStatement:
    """The content of a problem file; equations decide whether all of it is text or SymPy."""
    if _is_sympy(equations):
        from symplex.notation.read_sympy import (
            read_declared,
            read_sympy,
        )  # late: SymPy takes half a second

        _require_tables(domain, parameters)
        stated = read_sympy(
            equations, domain, conditions, unknowns=unknowns or (), parameters=parameters
        )
        return LocatedStatement({**stated, **read_declared(declared)}, {})
    said = {
        "unknowns": list(_UNKNOWNS if unknowns is None else unknowns),
        "equations": _several(equations),
        "domain": domain,
        "parameters": parameters or {},
        "conditions": conditions,
        **declared,
    }
    return read_plain(said)


def _several(equations: object) -> object:
    """Equations in one text, with ``;`` between them, are several."""
    if not isinstance(equations, str):
        return equations
    return [part.strip() for part in equations.split(";") if part.strip()]


def _is_sympy(equations: object) -> bool:
    """Whether one equation, or the first of several, is SymPy's."""
    if isinstance(equations, list | tuple) and equations:
        return _is_sympy(equations[0])
    return type(equations).__module__.split(".")[0] == "sympy"


def _require_tables(domain: object, parameters: object) -> None:
    for key, value in (("domain", domain), ("parameters", parameters or {})):
        if not isinstance(value, Mapping):
            raise ProblemError(f"expected a mapping, found {kind_of(value)}", key=key)
