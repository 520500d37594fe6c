"""What the user wrote → the problem as an exact, checked value.

Owns each entry of a problem file, how the entries fit together and the sentence for each mistake.
Hand-written rather than a schema library's, because each sentence names the key, what was expected,
what was found and the nearest valid name. Knows nothing of files.
"""

import keyword
import re
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from types import MappingProxyType
from typing import Any, final

from symplex.errors import ExpressionError, ProblemError, listing, nearest, shown
from symplex.expression import Expression, Number
from symplex.expression.evaluate import value_of
from symplex.expression.exact import Order, compare, enclosure
from symplex.expression.parse import RESERVED, Scope, parse, read_equation
from symplex.expression.render import to_text
from symplex.problem.box import Interval
from symplex.problem.ends import End, EndKind, Side, end_text, face_of, ordered, side_of
from symplex.problem.equation import Equation, Region
from symplex.problem.stated import StatedProblem

MAX_EQUATIONS = 200
MAX_NAMES = 50
_NOT_FINITE = frozenset({"inf", "oo", "nan", "infinity"})
"""The decimals of a file that are no numbers."""


@final
class Literal(str):
    """A decimal as it stands in a file, kept as text so that it stays exact."""

    __slots__ = ()


def check_keys(raw: Mapping[str, Any], known: Sequence[str], key: str) -> None:
    """Refuse a key that is not known."""
    for found in raw:
        if found not in known:
            message = f"unknown key '{found}'; expected {listing(known)}{nearest(found, known)}"
            raise ProblemError(message, key=key)


def kind_of(value: object) -> str:
    """What a value of a file is, in words."""
    match value:
        case bool():
            return f"{str(value).lower()}"
        case Literal() | int() | float():
            return "a number of many digits" if _is_long(value) else f"the number {value}"
        case str():
            return f"the text '{value[:40]}'"
        case Mapping():
            return "a table"
        case list() | tuple():
            return f"a list of {len(value)}"  # pyright: ignore[reportUnknownArgumentType]
        case _:
            return f"{value}"


def read_table(value: object, key: str) -> Mapping[str, Any]:
    """A table of names."""
    if not isinstance(value, Mapping):
        raise ProblemError(f"expected a table [{key}], found {kind_of(value)}", key=key)
    if len(value) > MAX_NAMES:
        raise ProblemError(f"expected at most {MAX_NAMES} names, found {len(value)}", key=key)
    return value


def read_list(value: object, key: str, of: str) -> Sequence[Any]:
    """A list; `of` says of what, for the sentence."""
    if not isinstance(value, list | tuple):
        raise ProblemError(f"expected a list of {of}, found {kind_of(value)}", key=key)
    if len(value) > MAX_EQUATIONS:
        raise ProblemError(f"expected at most {MAX_EQUATIONS} entries, found {len(value)}", key=key)
    return value


def read_text(value: object, key: str, example: str) -> str:
    """Text in quotes; `example` stands in the sentence."""
    if type(value) is not str:
        raise ProblemError(
            f'expected text in quotes, such as "{example}", found {kind_of(value)}', key=key
        )
    return value


def read_number(
    value: object, key: str, constants: Mapping[str, Expression], shift: int = 0
) -> Expression:
    """An exact number: a number of the file, or a formula of numbers in quotes.

    `shift` is where its text begins in the user's, for the column of a mistake.
    """
    text = _text_of_number(value, key)
    if text.lstrip("+-") in _NOT_FINITE:
        end = "" if text == "nan" else "; where nothing is stated, space goes on without end"
        raise ProblemError(f"expected a finite number, found {text}{end}", key=key)
    try:
        expression = parse(text, Scope(numbers=dict(constants)))
    except ExpressionError as error:
        raise ProblemError(str(error.shifted(shift)), key=key) from None
    return _finite(expression, text, key)


def _is_long(value: object) -> bool:
    """Whether a whole number or fraction has more digits than a formula may have."""
    return isinstance(value, int | Fraction) and Number(Fraction(value)).is_long


def _text_of_number(value: object, key: str) -> str:
    if _is_long(value):
        raise ProblemError("a number may have about 1,200 digits; this one has more", key=key)
    match value:
        case bool():
            raise ProblemError(f"expected a number, found {kind_of(value)}", key=key)
        case int() | Literal():
            return str(value).replace("_", "")
        case float():
            return repr(float(value))  # NumPy writes the name of its type too
        case Fraction():
            return f"({value.numerator})/({value.denominator})"
        case str():
            return value
        case _:
            raise ProblemError(
                f'expected a number or a formula such as "2*pi", found {kind_of(value)}', key=key
            )


def _finite(expression: Expression, text: str, key: str) -> Expression:
    if not -1e300 < value_of(expression) < 1e300:  # noqa: PLR2004 (also refuses NaN)
        raise ProblemError(f"'{shown(text)}' has no finite value", key=key)
    if enclosure(expression) is None:
        raise ProblemError(f"'{shown(text)}' cannot be shown to have a value; simplify it", key=key)
    return expression


def read_interval(raw: object, key: str) -> Interval:
    """An interval ``[low, high]`` with low < high."""
    if not isinstance(raw, list | tuple):
        raise ProblemError(f"expected an interval [low, high], found {kind_of(raw)}", key=key)
    if len(raw) != 2:  # noqa: PLR2004
        raise ProblemError(f"expected an interval [low, high], found {len(raw)} numbers", key=key)
    interval = Interval(*(read_number(end, key, {}) for end in raw))
    order = compare(interval.low, interval.high)
    if order is Order.UNKNOWN:
        raise ProblemError(f"the ends of {interval} cannot be told apart exactly", key=key)
    if order is not Order.LESS:
        kind = "is empty" if order is Order.EQUAL else "is reversed"
        raise ProblemError(f"the interval {interval} {kind}; expected low < high", key=key)
    return interval


_DECLARED = MappingProxyType({"free": EndKind.FREE, "open": EndKind.OPEN})
"""The keys that declare ends of the domain."""
_ABOVE_TABLES = ("time", *_DECLARED)
_KEYS = ("name", "unknowns", "equations", "domain", "parameters", "conditions", *_ABOVE_TABLES)
_REQUIRED = MappingProxyType(
    {
        "equations": 'a list such as equations = ["u_t = u_xx"]',
        "domain": "a table [domain] with each variable's interval, such as x = [0, 1]",
    }
)
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


def check_statement(raw: Mapping[str, Any]) -> StatedProblem:
    """Check a statement (the content of a problem file) and make it exact.

    Raises:
        ProblemError: with the key and a sentence, for the first mistake found.
    """
    check_keys(raw, _KEYS, "")
    for key, example in _REQUIRED.items():
        if key not in raw:
            raise ProblemError(f"missing key '{key}'; expected {example}")
    name = raw.get("name", "")
    if type(name) is not str:
        raise ProblemError(f"expected text in quotes, found {kind_of(name)}", key="name")
    unknowns = _unknowns(raw.get("unknowns", ["u"]))
    domain = _intervals(read_table(raw["domain"], "domain"), "domain")
    if not domain:
        raise ProblemError("expected at least one variable, such as x = [0, 1]", key="domain")
    parameters, constants = _parameters(read_table(raw.get("parameters", {}), "parameters"))
    _check_names(unknowns, domain, {**parameters, **constants})
    scope = Scope(tuple(domain), tuple(parameters), unknowns, constants)
    equations = _equations(raw["equations"], scope)
    conditions = _conditions(raw.get("conditions", []), scope, domain)
    return StatedProblem(
        name,
        unknowns,
        domain,
        parameters,
        constants,
        equations,
        conditions,
        stated_time=_time(raw["time"], scope) if "time" in raw else None,
        declared=_declared(raw, scope, domain, conditions),
    )


def _unknowns(raw: object) -> tuple[str, ...]:
    names = [
        read_text(name, f"unknowns[{index}]", "u")
        for index, name in enumerate(read_list(raw, "unknowns", 'names, such as ["u"]'))
    ]
    if not names:
        raise ProblemError('expected at least one name, such as ["u"]', key="unknowns")
    for name in names:
        _check_name(name, "unknowns")
        if names.count(name) > 1:
            raise ProblemError(f"'{name}' is listed twice", key="unknowns")
    return tuple(names)


def _check_name(name: str, key: str) -> None:
    if not NAME.fullmatch(name):
        raise ProblemError(
            f"'{name}' is not a name; expected a letter, then letters, digits and underscores",
            key=key,
        )
    if name in RESERVED:
        kind = "the constant pi" if name == "pi" else f"the function {name}"
        raise ProblemError(f"the name '{name}' clashes with {kind}; choose another", key=key)
    if keyword.iskeyword(name):
        raise ProblemError(f"the name '{name}' is a reserved word; choose another", key=key)


def _check_names(
    unknowns: Sequence[str], domain: Mapping[str, Any], parameters: Mapping[str, Any]
) -> None:
    """No name may stand for two things, or read as a derivative."""
    for key, names in (("domain", domain), ("parameters", parameters)):
        for name in names:
            _check_name(name, f"{key}.{name}")
            if name in unknowns or (key == "parameters" and name in domain):
                taken = "an unknown" if name in unknowns else "a variable"
                raise ProblemError(
                    f"the name '{name}' is already {taken}; choose another", key=f"{key}.{name}"
                )
    for key, names in (("unknowns", unknowns), ("domain", domain), ("parameters", parameters)):
        for name in names:
            for unknown in unknowns:
                if name.startswith(f"{unknown}_"):
                    raise ProblemError(
                        f"the name '{name}' would read as a derivative of the unknown "
                        f"'{unknown}'; choose another",
                        key=key,
                    )


def _intervals(raw: Mapping[str, Any], key: str) -> dict[str, Interval]:
    found: dict[str, Interval] = {}
    for name, ends in raw.items():
        with _perhaps_misplaced(name, key):
            found[name] = read_interval(ends, f"{key}.{name}")
    return found


@contextmanager
def _perhaps_misplaced(name: str, table: str) -> Generator[None]:
    """Says where a key stands that has slipped into a table, as it does below its header."""
    try:
        yield
    except ProblemError as error:
        if name not in _ABOVE_TABLES:
            raise
        message = f"{error.message}; the key '{name}' of a statement stands above [{table}]"
        raise ProblemError(message, key=error.key) from None


def _parameters(raw: Mapping[str, Any]) -> tuple[dict[str, Interval], dict[str, Expression]]:
    """Ranges make symbolic parameters, numbers make named constants."""
    ranges: dict[str, Interval] = {}
    constants: dict[str, Expression] = {}
    for name, value in raw.items():
        key = f"parameters.{name}"
        with _perhaps_misplaced(name, "parameters"):
            if isinstance(value, list | tuple):
                ranges[name] = read_interval(value, key)
            else:
                constants[name] = read_number(value, key, constants)
    return ranges, constants


def _equations(raw: object, scope: Scope) -> tuple[Equation, ...]:
    entries = read_list(raw, "equations", 'equations, such as ["u_t = u_xx"]')
    if not entries:
        raise ProblemError('expected at least one, such as ["u_t = u_xx"]', key="equations")
    return tuple(
        _equation(
            read_text(entry, f"equations[{index}]", "u_t = u_xx"), scope, f"equations[{index}]"
        )
        for index, entry in enumerate(entries)
    )


def _equation(text: str, scope: Scope, key: str, region: Region | None = None) -> Equation:
    try:
        left, right = read_equation(text, scope)
    except ExpressionError as error:
        raise ProblemError(str(error), key=key) from None
    differentiated = left.differentiated + right.differentiated
    return Equation(
        left.tree,
        right.tree,
        region or Region(),
        " ".join(text.split()),
        differentiated,
        (left.kept, right.kept) if differentiated else None,
    )


def _conditions(raw: object, scope: Scope, domain: Mapping[str, Interval]) -> tuple[Equation, ...]:
    found: list[Equation] = []
    for index, entry in enumerate(read_list(raw, "conditions", "tables [[conditions]]")):
        key = f"conditions[{index}]"
        where, text = _condition_parts(entry, key)
        region = _region(where, scope, domain, f"{key}.where")
        condition = _equation(text, scope, f"{key}.equation", region)
        _refuse_duplicate(condition, found, key)
        found.append(condition)
    return tuple(found)


def _condition_parts(entry: object, key: str) -> tuple[str, str]:
    if isinstance(entry, list | tuple) and len(entry) == 2:  # noqa: PLR2004
        entry = dict(zip(("where", "equation"), entry, strict=True))
    if not isinstance(entry, Mapping):
        raise ProblemError(f"expected 'where' and 'equation', found {kind_of(entry)}", key=key)
    check_keys(entry, ("where", "equation"), key)
    for part in ("where", "equation"):
        if part not in entry:
            raise ProblemError(f"missing key '{part}'", key=key)
    return (
        read_text(entry["where"], f"{key}.where", "t = 0"),
        read_text(entry["equation"], f"{key}.equation", "u = sin(x)"),
    )


def _region(text: str, scope: Scope, domain: Mapping[str, Interval], key: str) -> Region:
    fixed: dict[str, Expression] = {}
    for part in text.split(","):
        name, value = _fixed(part, text, scope, key)
        if name in fixed:
            raise ProblemError(
                f"'{name}' is fixed twice; periodic and two-point conditions cannot be stated yet",
                key=key,
            )
        _check_within(name, value, domain[name], key)
        fixed[name] = value
    return Region(tuple((name, fixed[name]) for name in domain if name in fixed))


def _check_within(name: str, value: Expression, interval: Interval, key: str) -> None:
    if interval.contains(value):
        return
    _check_told_apart(name, value, interval, key)
    stated = f"{name} = {to_text(value)}"
    raise ProblemError(f"{stated} lies outside the interval {interval}", key=key)


def _check_told_apart(name: str, value: Expression, interval: Interval, key: str) -> None:
    for end in (interval.low, interval.high):
        if compare(value, end) is Order.UNKNOWN:
            message = (
                f"{name} = {to_text(value)} cannot be told from the end {to_text(end)} exactly; "
                "write them alike"
            )
            raise ProblemError(message, key=key)


def _fixed(part: str, text: str, scope: Scope, key: str) -> tuple[str, Expression]:
    name, sign, value = (piece.strip() for piece in part.partition("="))
    if not (name and sign and value) or "=" in value:
        raise ProblemError(
            f"expected 'variable = number', such as 't = 0', found '{part.strip()[:40]}'", key=key
        )
    _check_variable(name, scope, key)
    if value in scope.parameters:
        raise ProblemError(
            f"the parameter '{value}' has a range; expected a number in '{text.strip()[:40]}'",
            key=key,
        )
    return name, read_number(value, key, scope.numbers, shift=text.find(value, text.find(part)))


def _check_variable(name: str, scope: Scope, key: str) -> None:
    if not NAME.fullmatch(name) and key.endswith("where"):
        raise ProblemError(
            f"'{shown(name)}' is not a variable: a condition holds where variables have values, as "
            "at 'x = 1' or 'x = 1, y = 0'; curves cannot be stated",
            key=key,
        )
    if name not in scope.variables:
        raise ProblemError(
            f"unknown variable '{shown(name)}'; this problem has {listing(scope.variables)}"
            f"{nearest(name, scope.variables)}",
            key=key,
        )


def _time(raw: object, scope: Scope) -> str:
    name = read_text(raw, "time", "t")
    _check_variable(name, scope, "time")
    return name


def _declared(
    raw: Mapping[str, Any],
    scope: Scope,
    domain: Mapping[str, Interval],
    conditions: Sequence[Equation],
) -> dict[End, EndKind]:
    """The ends that are declared, each once, and none that is a face."""
    faces = {face_of(condition.region, domain): k for k, condition in enumerate(conditions)}
    found: dict[End, tuple[EndKind, str]] = {}
    for key, kind in _DECLARED.items():
        entries = read_list(raw.get(key, []), key, 'ends, such as ["x", "r = 0"]')
        for index, entry in enumerate(entries):
            place = f"{key}[{index}]"
            text = read_text(entry, place, "x = 0")
            for end in _ends_of(text, scope, domain, faces, place):
                if end in found:
                    _refuse_second(end_text(end, domain), kind, *found[end], place)
                found[end] = kind, place
    return ordered({end: kind for end, (kind, _) in found.items()}, domain)


def _ends_of(
    text: str,
    scope: Scope,
    domain: Mapping[str, Interval],
    faces: Mapping[End | None, int],
    key: str,
) -> list[End]:
    """The ends that an entry names: ``x`` both ends of x that are no faces, ``x = 0`` the one."""
    if "=" in text:
        end = _end(text, scope, domain, key)
        if end in faces:
            message = (
                f"{end_text(end, domain)} carries a condition (conditions[{faces[end]}]) and is a "
                "face; leave it out here, or state nothing there"
            )
            raise ProblemError(message, key=key)
        return [end]
    name = text.strip()
    _check_variable(name, scope, key)
    ends = [(name, side) for side in Side if (name, side) not in faces]
    if not ends:
        message = f"both ends of {name} carry conditions and are faces; leave '{name}' out here"
        raise ProblemError(message, key=key)
    return ends


def _end(text: str, scope: Scope, domain: Mapping[str, Interval], key: str) -> End:
    if text.count("=") > 1:
        message = f"expected one end, such as 'x = 0', found '{shown(text)}'; list each by itself"
        raise ProblemError(message, key=key)
    name, value = _fixed(text, text, scope, key)
    interval = domain[name]
    side = side_of(value, interval)
    if side is None:
        _check_told_apart(name, value, interval, key)
        low, high = (end_text((name, side), domain) for side in Side)
        message = f"{name} = {to_text(value)} is no end of {interval}; expected {low} or {high}"
        raise ProblemError(message, key=key)
    return name, side


def _refuse_second(end: str, kind: EndKind, other: EndKind, where: str, key: str) -> None:
    if kind is other:
        raise ProblemError(f"{end} is declared {kind.value} at {where} already", key=key)
    message = f"{end} cannot be both {other.value} (at {where}) and {kind.value}; declare it once"
    raise ProblemError(message, key=key)


def _refuse_duplicate(condition: Equation, others: Iterable[Equation], key: str) -> None:
    for index, other in enumerate(others):
        # Expanded forms may agree where what was differentiated does not.
        same = condition.differentiated == other.differentiated and (
            condition.residual.canonical() == other.residual.canonical()
        )
        if same and condition.region.same_as(other.region):
            raise ProblemError(f"the same condition stands at conditions[{index}] already", key=key)
