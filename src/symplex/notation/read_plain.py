"""What people type → the content of a problem file, in the one language of formulas.

Owns the habits of textbooks, calculators and NumPy that have one meaning: ``u_{xx}``, ``u''``,
``d^2u/dx^2``, ``Δu``, ``κ``, ``sin^2(x)``, ``np.sin``, and ``u(x, 0) = sin(x)`` as a condition.
What is not one of them is left as it stands: the parser says what is wrong with it.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, NamedTuple, final

from symplex.expression.parse import FUNCTIONS
from symplex.expression.text import derivative_text
from symplex.expression.token import Derivative
from symplex.notation.located import LocatedStatement, Origin
from symplex.problem.stated import TIME

_LETTERS: Final = MappingProxyType(
    {
        **{"α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "ϵ": "epsilon"},
        **{"ζ": "zeta", "η": "eta", "θ": "theta", "ϑ": "theta", "κ": "kappa", "λ": "lamda"},
        **{"μ": "mu", "µ": "mu", "ν": "nu", "ξ": "xi", "ρ": "rho", "σ": "sigma", "τ": "tau"},
        **{"φ": "phi", "ϕ": "phi", "χ": "chi", "ψ": "psi", "ω": "omega", "Γ": "Gamma"},
        **{"Θ": "Theta", "Λ": "Lamda", "Σ": "Sigma", "Φ": "Phi", "Ψ": "Psi", "Ω": "Omega"},
        **{"π": "pi", "∞": "oo"},
    }
)
"""Letters and their names, those of SymPy."""
_SIGNS: Final = MappingProxyType(
    {
        **dict.fromkeys("×·⋅∙", "*"),
        **dict.fromkeys("−–—", "-"),
        **dict.fromkeys("∂𝜕", "d"),
        **{"÷": "/", "⁄": "/", "′": "'", "″": "''", "∇²": "∇^2"},
        **dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹", (f"^{digit}" for digit in range(10)), strict=True)),
    }
)
_MODULES: Final = re.compile(r"(?<![\w.])(?:np|numpy|math|sp|sympy|torch|jnp)\.(?=[a-z])")
_LAMBDA: Final = re.compile(r"(?<![A-Za-z0-9])lambda(?![A-Za-z0-9_])")
_POWER: Final = re.compile(rf"(?<!\w)({'|'.join(FUNCTIONS)})\s*(?:\^|\*\*)\s*([0-9]+)\s*(?=\()")
_LONGEST: Final = 10_000
"""Texts beyond this are left to the parser, which refuses them."""


@final
@dataclass(frozen=True)
class Written:
    """A text with the column of each of its characters in what the user wrote."""

    text: str
    columns: tuple[int, ...]

    @classmethod
    def of(cls, text: str) -> "Written":
        """A text as it was written."""
        return cls(text, tuple(range(1, len(text) + 2)))

    def __getitem__(self, part: slice) -> "Written":
        """A part of it."""
        start, end, _ = part.indices(len(self.text))
        return Written(self.text[start:end], self.columns[start : end + 1])

    def __add__(self, other: "Written") -> "Written":
        """One after the other."""
        return Written(self.text + other.text, self.columns[: len(self.text)] + other.columns)

    def at(self, start: int, text: str) -> "Written":
        """A text that stands for what begins at an index."""
        return Written(text, (self.columns[start],) * (len(text) + 1))

    def replaced(
        self, pattern: "re.Pattern[str]", by: "Callable[[re.Match[str]], str | None]"
    ) -> "Written":
        """With every match replaced for which there is something else."""
        whole, done = self[0:0], 0
        for match in pattern.finditer(self.text):
            new = by(match)
            if new is not None:
                whole = whole + self[done : match.start()] + self.at(match.start(), new)
                done = match.end()
        return whole + self[done:] if done else self


@final
class _Placed(NamedTuple):
    """An equation with the places at which its unknowns are taken."""

    where: str
    """Empty for an equation of the interior."""
    equation: Written


def read_plain(raw: Mapping[str, Any]) -> LocatedStatement:
    """The same statement in the language of problem files; it never refuses anything."""
    content = {key: _named(value) for key, value in raw.items()}
    try:
        reader = _Reader(content)
    except (AttributeError, TypeError):  # no tables and lists: what is wrong is said by the reader
        return LocatedStatement(dict(raw), {})
    origins: dict[str, Origin] = {}
    equations: list[Any] = []
    conditions: list[Any] = []
    for index, entry in enumerate(_listed(raw.get("equations"))):
        key = f"equations[{index}]"
        for one in reader.read(entry) if isinstance(entry, str) else (entry,):
            if isinstance(one, _Placed) and one.where:
                _condition(one, key, conditions, origins)
                continue
            text = one.equation if isinstance(one, _Placed) else None
            columns = () if text is None else text.columns
            origins[f"equations[{len(equations)}]"] = Origin(key, columns)
            equations.append(one if text is None else text.text)
    for index, entry in enumerate(_listed(raw.get("conditions"))):
        _read_condition(reader, entry, f"conditions[{index}]", conditions, origins)
    if isinstance(raw.get("equations"), list | tuple):
        content["equations"] = equations
    if conditions or isinstance(raw.get("conditions"), list | tuple):
        content["conditions"] = conditions
    return LocatedStatement(content, origins)


def _read_condition(
    reader: "_Reader", entry: object, key: str, found: list[Any], origins: dict[str, Origin]
) -> None:
    """One entry of the conditions: several where values at several places are stated at once."""
    if isinstance(entry, str):
        placed = [one for one in reader.read(entry) if one.where]
        for one in placed:
            _condition(one, key, found, origins)
        if placed:
            return
    where, text = _parts(entry)
    number = f"conditions[{len(found)}]"
    origins[number] = Origin(key)
    if not (isinstance(where, str) and isinstance(text, str)):
        origins[f"{number}.where"] = Origin(f"{key}.where")
        origins[f"{number}.equation"] = Origin(f"{key}.equation")
        found.append(entry)
        return
    place, equation = reader.plain(where), reader.plain(text)
    origins[f"{number}.where"] = Origin(f"{key}.where", place.columns)
    origins[f"{number}.equation"] = Origin(f"{key}.equation", equation.columns)
    other = dict(entry) if isinstance(entry, Mapping) else {}
    found.append({**other, "where": place.text, "equation": equation.text})


def _parts(entry: object) -> tuple[object, object]:
    if isinstance(entry, Mapping):
        return entry.get("where"), entry.get("equation")
    if isinstance(entry, list | tuple) and len(entry) == 2:  # noqa: PLR2004
        return entry[0], entry[1]
    return None, None


def _condition(one: _Placed, key: str, found: list[Any], origins: dict[str, Origin]) -> None:
    number = f"conditions[{len(found)}]"
    origins |= {number: Origin(key), f"{number}.where": Origin(key)}
    origins[f"{number}.equation"] = Origin(key, one.equation.columns)
    found.append({"where": one.where, "equation": one.equation.text})


def _listed(value: object) -> Sequence[Any]:
    return value if isinstance(value, list | tuple) else ()


def name_of(text: str) -> str:
    """A name in plain letters: ``κ`` is kappa."""
    name = "".join(_LETTERS.get(letter, letter) for letter in text)
    return "lamda" if name == "lambda" else name


def _named(value: object) -> Any:  # noqa: ANN401 (whatever a file holds)
    """A value with the letters of its names and texts in plain ones."""
    match value:
        case str() if type(value) is str:
            return (
                Written.of(value)
                .replaced(_GREEK, lambda m: _LETTERS[m[0]])
                .replaced(_LAMBDA, lambda _: "lamda")
                .text
            )
        case dict():
            return {name_of(str(key)): _named(inner) for key, inner in value.items()}
        case list():
            return [_named(inner) for inner in value]
        case tuple():
            return tuple(_named(inner) for inner in value)
        case _:
            return value


_GREEK: Final = re.compile("|".join(_LETTERS))
_INDEX: Final = re.compile(rf"(?<=_)[{''.join(_LETTERS)}]+")


@final
class _Reader:
    """The names of a statement, and the patterns that they make."""

    def __init__(self, content: Mapping[str, Any]) -> None:
        self._unknowns: tuple[str, ...] = tuple(map(str, content.get("unknowns", ["u"])))
        self._variables: tuple[str, ...] = tuple(content["domain"]) if "domain" in content else ()
        self._names = frozenset(
            (*self._unknowns, *self._variables, *map(str, content.get("parameters", {})))
        )
        self._is_cartesian = "coordinates" not in content
        time = content.get("time", TIME)
        self._space = tuple(name for name in self._variables if name != time)
        unknown = _any_of(self._unknowns)
        step = rf"d\s*(?:{_any_of(self._variables)})(?:\s*(?:\^|\*\*)\s*\{{?[0-9]\}}?)?"
        self._braces = re.compile(rf"(?<!\w)({unknown})_\s*\{{([\w\s,]*)\}}")
        self._quotient = re.compile(
            rf"(?<!\w)d\s*(?:(?:\^|\*\*)\s*\{{?([0-9])\}}?)?\s*({unknown}|\(\s*(?:{unknown})\s*\))"
            rf"\s*/\s*(\(\s*{step}(?:\s*{step})*\s*\)|{step}(?:\s*{step})*)(?!\w)"
        )
        self._operator = re.compile(
            rf"(?<!\w)d_(?:\{{)?((?:{_any_of(self._variables)})+)\}}?\s*({unknown})(?!\w)"
        )
        self._prime = re.compile(rf"(?<!\w)({unknown})('+)")
        self._laplacian = re.compile(
            rf"(?:[Δ∆]|∇\s*\^\s*2|(?<!\w)laplacian(?=\s*\())\s*"
            rf"(?:\(\s*({unknown})\s*\)|({unknown})(?!\w))"
        )
        self._step = re.compile(
            rf"d\s*({_any_of(self._variables)})(?:\s*(?:\^|\*\*)\s*\{{?([0-9])\}}?)?"
        )
        self._call = re.compile(rf"(?<!\w)((?:{unknown})(?:_\w+)?)\s*\(")
        self._bare = re.compile(rf"(?<!\w)(?:{unknown})(?:_\w+)?(?!\w)(?!\s*\()")

    def plain(self, text: str) -> Written:
        """A text in the language of formulas, as far as it was written in another."""
        whole = Written.of(text)
        if len(text) > _LONGEST or not text:
            return whole
        whole = whole.replaced(_SIGN, lambda match: _SIGNS[match[0]])
        whole = whole.replaced(self._laplacian, self._sum)
        whole = whole.replaced(_INDEX, lambda m: "".join(_LETTERS[one] for one in m[0]))
        whole = whole.replaced(_GREEK, _letter)
        whole = whole.replaced(_LAMBDA, lambda _: "lamda").replaced(_MODULES, lambda _: "")
        whole = whole.replaced(self._braces, _subscript)
        whole = whole.replaced(self._quotient, self._derivative)
        whole = whole.replaced(self._operator, lambda m: f"{m[2]}_{m[1]}")
        if len(self._variables) == 1:
            whole = whole.replaced(
                self._prime, lambda m: derivative_text(self._by(m[1], self._variables, len(m[2])))
            )
        return _powers(whole)

    def read(self, text: str) -> Iterator[_Placed]:
        """An equation, or each condition that it states with its place."""
        whole = self.plain(text)
        chain = self._chain(whole)
        if chain:
            yield from chain
        else:
            yield self._placed(whole) or _Placed("", whole)

    def _chain(self, whole: Written) -> list[_Placed]:
        """``u(0, t) = u(1, t) = 0`` is two conditions."""
        signs = [match.start() for match in re.finditer("=", whole.text)]
        if len(signs) < 2:  # noqa: PLR2004
            return []
        starts, last = [0, *(sign + 1 for sign in signs)], whole[signs[-1] :]
        sides = [whole[start:sign] for start, sign in zip(starts, signs, strict=False)]
        found = [self._placed(side + last) for side in sides]
        placed = [one for one in found if one is not None and one.where]
        return placed if len(placed) == len(sides) else []

    def _placed(self, whole: Written) -> _Placed | None:
        """With no arguments of unknowns, where all of them are at one place; None otherwise."""
        places: set[tuple[tuple[str, str], ...]] = set()
        done, new = 0, whole[0:0]
        for call in self._call.finditer(whole.text):
            end = _closing(whole.text, call.end() - 1)
            place = None if end is None else self._place(whole.text[call.end() : end])
            if end is None or place is None or call.start() < done:
                return None
            places.add(place)
            new, done = new + whole[done : call.end(1)], end + 1
        if len(places) != 1 or (any(places) and self._bare.search(whole.text)):
            return None
        (place,) = places
        return _Placed(", ".join(f"{n} = {v}" for n, v in place), new + whole[done:])

    def _place(self, arguments: str) -> tuple[tuple[str, str], ...] | None:
        """Which variables have which values, if there is an argument for each in its order."""
        parts = [part.strip() for part in _split(arguments)]
        if len(parts) != len(self._variables):
            return None
        pairs = zip(self._variables, parts, strict=True)
        fixed = tuple((name, part) for name, part in pairs if name != part)
        names = rf"(?<!\w)(?:{_any_of((*self._variables, *self._unknowns))})(?!\w)"
        return None if any(re.search(names, part) or not part for _, part in fixed) else fixed

    def _sum(self, match: "re.Match[str]") -> str:
        unknown = match[1] or match[2]
        terms = [derivative_text(self._by(unknown, (name,), 2)) for name in self._space]
        return f"({' + '.join(terms)})" if terms and self._is_cartesian else match[0]

    def _derivative(self, match: "re.Match[str]") -> str | None:
        unknown = match[2].strip("() ")
        steps = [(one[1], int(one[2] or 1)) for one in self._step.finditer(match[3])]
        by = tuple(name for name, times in steps for _ in range(times))
        if f"d{unknown}" in self._names or len(by) != int(match[1] or 1):
            return None
        return derivative_text(Derivative(unknown, by))

    @staticmethod
    def _by(unknown: str, names: tuple[str, ...], times: int) -> Derivative:
        return Derivative(unknown, names * times)


_SIGN: Final = re.compile("|".join(map(re.escape, sorted(_SIGNS, key=len, reverse=True))))


def _subscript(match: "re.Match[str]") -> str:
    """``u_{x x}`` is u_xx."""
    return f"{match[1]}_{re.sub(r'[^A-Za-z0-9_]', '', match[2])}"


def _letter(match: "re.Match[str]") -> str:
    """The name of a letter; apart from a letter that follows, which is another factor."""
    after = match.string[match.end() : match.end() + 1]
    return _LETTERS[match[0]] + (" " if after.isalpha() else "")


def _any_of(names: Sequence[str]) -> str:
    """A pattern for one of several names, the longest first; for none, one that nothing matches."""
    return "|".join(map(re.escape, sorted(names, key=len, reverse=True))) or r"(?!)"


def _powers(whole: Written) -> Written:
    """``sin^2(x)`` is ``sin(x)^2``."""
    match = _POWER.search(whole.text)
    while match is not None:
        end = _closing(whole.text, match.end())
        if end is None:
            return whole
        head = whole[: match.end(1)] + whole[match.end() : end + 1]
        whole = head + whole.at(match.start(), f"^{match[2]}") + whole[end + 1 :]
        match = _POWER.search(whole.text, match.end(1))
    return whole


def _closing(text: str, opening: int) -> int | None:
    """Where the bracket closes that opens at an index."""
    depth = 0
    for index in range(opening, len(text)):
        depth += {"(": 1, ")": -1}.get(text[index], 0)
        if depth == 0:
            return index
    return None


def _split(text: str) -> Iterator[str]:
    """The parts between commas that stand in no brackets."""
    depth, start = 0, 0
    for index, character in enumerate(text):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if character == "," and depth == 0:
            yield text[start:index]
            start = index + 1
    yield text[start:]
