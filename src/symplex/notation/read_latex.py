r"""LaTeX → the content of a problem file.

Owns how equations and conditions of a textbook become entries of a statement: ``u(x,0) = \sin x``
is ``u = sin(x)`` at ``t = 0``. Reading one formula is the business of `notation.latex`.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from symplex.errors import ExpressionError, ProblemError
from symplex.expression.differentiated import text_with
from symplex.expression.parse import Scope, read_equation
from symplex.notation.latex import LatexEquation, read_latex_equations, read_latex_formula
from symplex.notation.located import LocatedStatement, Origin
from symplex.problem.stated import TIME
from symplex.problem.statement import kind_of, read_list, read_table, read_text

_EXAMPLE: Final = r"u(x, 0) = \sin x"
_PAIR = 2


def read_latex(
    equations: object,
    domain: Mapping[str, Any],
    conditions: object = (),
    *,
    unknowns: Sequence[str] = ("u",),
    parameters: Mapping[str, Any] | None = None,
    declared: Mapping[str, Any] | None = None,
) -> LocatedStatement:
    r"""The statement that LaTeX makes.

    Args:
        equations: A text, in which ``\\`` ends an equation, or texts.
        domain: Each variable's interval, whose ends may be LaTeX: ``{"x": [0, r"2\pi"]}``.
        conditions: Texts such as ``u(x,0) = \sin x``, or pairs of where and an equation.
        unknowns: The names of the unknown functions.
        parameters: As in a problem file.
        declared: What is said of time, free and open ends: ``{"open": [r"x = 2\pi"]}``.

    Raises:
        ProblemError: with the column, for the first mistake in the LaTeX.
    """
    intervals = _plain(read_table(domain, "domain"), "domain")
    values = _plain(read_table(parameters or {}, "parameters"), "parameters")
    scope = Scope(tuple(intervals), tuple(values), tuple(map(_bare, unknowns)))
    said = {key: _declared(value, key) for key, value in (declared or {}).items()}
    time = said.get("time", TIME)
    origins: dict[str, Origin] = {}
    found: dict[str, Any] = {
        "unknowns": list(scope.unknowns),
        "domain": intervals,
        "parameters": values,
        "equations": _equations(equations, scope, time, origins),
        "conditions": _conditions(conditions, scope, time, origins),
        **said,
    }
    return LocatedStatement(found, origins)


def _bare(name: str) -> str:
    return name.removeprefix("\\")


def _plain(table: Mapping[str, Any], key: str) -> dict[str, Any]:
    """A table with the LaTeX of its names and numbers read."""
    found: dict[str, Any] = {}
    for name, value in table.items():
        if _bare(name) in found:
            raise ProblemError(f"'{_bare(name)}' stands there twice", key=key)
        found[_bare(name)] = _value(value, f"{key}.{_bare(name)}")
    return found


def _value(value: object, key: str) -> object:
    if isinstance(value, list | tuple):
        return [_value(end, key) for end in value]  # pyright: ignore[reportUnknownVariableType]
    if not isinstance(value, str) or "\\" not in value:
        return value
    try:
        return read_latex_formula(value, Scope()).text
    except ExpressionError as error:
        raise ProblemError(str(error), key=key) from None


def _declared(value: object, key: str) -> Any:  # noqa: ANN401
    """A variable, or a list of variables and ends, with the LaTeX in them read."""
    if isinstance(value, list | tuple):
        return [_declared(one, f"{key}[{index}]") for index, one in enumerate(value)]
    if not isinstance(value, str):
        return value
    return _latex_place(value, key) if "=" in value else _bare(value)


def _texts(raw: object, key: str) -> Sequence[Any]:
    return [raw] if isinstance(raw, str) else read_list(raw, key, "texts in LaTeX")


def _equations(raw: object, scope: Scope, time: str, origins: dict[str, Origin]) -> list[str]:
    found: list[str] = []
    for index, entry in enumerate(_texts(raw, "equations")):
        key = f"equations[{index}]"
        for equation in _read(read_text(entry, key, r"u_t = \Delta u"), scope, time, key):
            if equation.at.fixed:
                message = "an equation holds in the whole domain; state this as a condition"
                raise ProblemError(f"column {equation.columns[0]}: {message}", key=key)
            text, origins[f"equations[{len(found)}]"] = _entry(equation, scope, key)
            found.append(text)
    return found


def _conditions(
    raw: object, scope: Scope, time: str, origins: dict[str, Origin]
) -> list[dict[str, str]]:
    found: list[dict[str, str]] = []
    for index, entry in enumerate(_texts(raw, "conditions")):
        key = f"conditions[{index}]"
        where, text = _parts(entry, key)
        for equation in _read(text, scope, time, key):
            place = _place(where, equation, scope, key)
            written, origin = _entry(equation, scope, key)
            number = f"conditions[{len(found)}]"
            origins |= {number: Origin(key), f"{number}.where": Origin(key)}
            origins[f"{number}.equation"] = origin
            found.append({"where": place, "equation": written})
    return found


def _parts(entry: object, key: str) -> tuple[str | None, str]:
    """Where and what; where is None if the equation itself says it."""
    if isinstance(entry, Mapping):
        entry = entry.get("where"), entry.get("equation")
    if isinstance(entry, list | tuple) and len(entry) == _PAIR:
        where, text = entry
        return read_text(where, f"{key}.where", "t = 0"), read_text(text, key, _EXAMPLE)
    if isinstance(entry, str):
        return None, entry
    raise ProblemError(f"expected LaTeX such as {_EXAMPLE}, found {kind_of(entry)}", key=key)


def _read(text: str, scope: Scope, time: str, key: str) -> list[LatexEquation]:
    try:
        return read_latex_equations(text, scope, time)
    except ExpressionError as error:
        raise ProblemError(str(error), key=key) from None


def _entry(equation: LatexEquation, scope: Scope, key: str) -> tuple[str, Origin]:
    """The text of an entry: without needless brackets, unless something is wrong with it."""
    try:
        sides = read_equation(equation.text, scope)
    except ExpressionError:  # said where the statement is checked, at its place
        return equation.text, Origin(key, equation.columns)
    records = sides[0].differentiated + sides[1].differentiated
    return " = ".join(text_with(side.kept, records) for side in sides), Origin(key)


def _place(where: str | None, equation: LatexEquation, scope: Scope, key: str) -> str:
    if where is not None and equation.at.fixed:
        message = "the place of a condition is said twice, by 'where' and by the arguments"
        raise ProblemError(message, key=key)
    if where is not None:
        return _latex_place(where, f"{key}.where")
    if not equation.at.fixed:
        message = f"a condition says where it holds, as {_EXAMPLE} does"
        raise ProblemError(message, key=key)
    return ", ".join(f"{name} = {value}" for name, value in equation.at.fixed)


def _latex_place(where: str, key: str) -> str:
    r"""``x = \pi, t = 0`` with its LaTeX read."""
    if "\\" not in where:
        return where
    parts: list[str] = []
    for part in where.split(","):
        name, sign, value = part.partition("=")
        parts.append(f"{_bare(name.strip())} {sign} {_value(value, key)}")
    return ", ".join(parts)
