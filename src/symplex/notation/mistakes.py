"""The text of a problem, as it is being written → the problem, or every mistake at its place.

Reading ends at the first mistake. To find those after it, the entry that is wrong is taken out of
the statement, which is read again: what is reported is always a sentence of the one reader.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, cast, final

from symplex.errors import ProblemError
from symplex.notation.problem_files import content_of
from symplex.notation.read_plain import read_plain
from symplex.notation.toml_places import Place, places
from symplex.problem import Problem
from symplex.problem.defined import undefined
from symplex.problem.reading import check_conditions
from symplex.problem.statement import check_statement

_COLUMN: Final = re.compile(r"column (\d+): (.*)", re.DOTALL)
_TOML: Final = re.compile(r"(.*) \(at line (\d+), column (\d+)\)", re.DOTALL)
_ENTRY: Final = re.compile(r"(\w+)(?:\[(\d+)\]|\.([^.]+))?(?:\.(\w+))?")
_UNKNOWN_KEY: Final = re.compile(r"unknown key '([^']*)'")
_OTHER_ENTRY: Final = re.compile(r"(?:conditions|free|open)\[(\d+)\]")
_ENDS: Final = ("free", "open")
_NUMBERED: Final = ("conditions", *_ENDS)
_WORD: Final = re.compile(r"\w+|.", re.DOTALL)
_WIDE: Final = (-1_000_000_000, 1_000_000_000)
"""Stands in for an interval that is wrong: no condition lies outside of it."""


@final
@dataclass(frozen=True)
class Mistake:
    """A sentence, and the part of the text that it speaks of."""

    sentence: str
    """Without its column, which is marked."""
    message: str
    """With it, as the one reader says it."""
    key: str
    line: int
    """From 1 on."""
    column: int
    """From 1 on."""
    start: int
    """Where it is in the text, in the units that JavaScript counts (UTF-16)."""
    end: int


@final
@dataclass(frozen=True)
class Reading:
    """What a text states, or what is wrong with it."""

    problem: Problem | None
    mistakes: tuple[Mistake, ...] = ()
    rest: Problem | None = None
    """What can be read of a text with mistakes: a statement without the entries that are wrong."""


def read(text: str, most: int, name: str = "") -> Reading:
    """Read the text of a problem file.

    Args:
        text: What was written.
        most: So many mistakes are looked for.
        name: The problem's name if it has none of its own.
    """
    try:
        content = content_of(text.encode())
    except (ProblemError, UnicodeEncodeError) as error:
        return Reading(None, (_toml_mistake(text, str(error)),))
    where = places(text.removeprefix("\ufeff"))
    plain = read_plain({"name": name, **content})
    statement = _Statement.of(plain.content)
    mistakes: list[Mistake] = []
    while len(mistakes) < most:
        try:
            stated = check_conditions(check_statement(statement.raw))
        except ProblemError as error:
            own = ProblemError(statement.said(error.message), key=statement.key_of(error.key))
            found = plain.located(own)
            mistakes.append(_placed(text, where, found.key, found.message))
            if not statement.without(error):
                break
        else:
            problem = Problem.of(stated)
            if not mistakes:  # else what stands for a mistake may be undefined
                mistakes = [_placed(text, where, e.key, e.message) for e in undefined(problem)][
                    :most
                ]
            if not mistakes:
                return Reading(problem)
            return Reading(None, _in_order(mistakes), statement.rest(problem))
    return Reading(None, _in_order(mistakes))


def _in_order(mistakes: list[Mistake]) -> tuple[Mistake, ...]:
    return tuple(sorted(mistakes, key=lambda mistake: mistake.start))


@final
@dataclass
class _Statement:
    """A statement that loses what is wrong in it, and remembers what stood where."""

    raw: dict[str, Any]
    equations: list[str]
    """The key that each of the equations has in the user's text."""
    numbers: dict[str, list[int]]
    """The number that each of the conditions, and of the free and open ends, has there."""
    seen: set[str] = field(default_factory=set[str])
    replaced: set[int] = field(default_factory=set[int])
    """The equations that stand for wrong ones."""

    @classmethod
    def of(cls, content: Mapping[str, Any]) -> "_Statement":
        raw = {key: _copied(value) for key, value in content.items()}
        equations = [f"equations[{index}]" for index in range(_length(raw.get("equations")))]
        return cls(raw, equations, {key: list(range(_length(raw.get(key)))) for key in _NUMBERED})

    def key_of(self, key: str) -> str:
        """The key of an entry in the user's text."""
        match = _ENTRY.match(key)
        if match is None or match[2] is None:
            return key
        index, rest = int(match[2]), key[match.end(2) + 1 :]
        if match[1] == "equations" and index < len(self.equations):
            return self.equations[index] + rest
        numbers = self.numbers.get(match[1], [])
        return f"{match[1]}[{numbers[index]}]{rest}" if index < len(numbers) else key

    def said(self, message: str) -> str:
        """A sentence with the numbers that the entries have in the user's text."""
        return _OTHER_ENTRY.sub(lambda match: self.key_of(match[0]), message)

    def without(self, error: ProblemError) -> bool:
        """Take out what is wrong; False where nothing can be read without it."""
        unknown_key = _UNKNOWN_KEY.match(error.message)
        if not error.key and unknown_key:
            return self.raw.pop(unknown_key[1], None) is not None
        match = _ENTRY.match(error.key)
        if match is None or (error.key in self.seen and match[2] is None):
            return False
        self.seen.add(error.key)
        if match[2] is not None:
            return self._without_item(match[1], int(match[2]), match[4])
        if match[3] is not None and match[1] in ("domain", "parameters"):
            self.raw[match[1]][match[3]] = list(_WIDE)
            self._without_ends_of(match[3])
            return True
        if match[1] in (*_ENDS, "time"):
            return self.raw.pop(match[1], None) is not None
        return match[1] == "name" and self.raw.update(name="") is None

    def _without_ends_of(self, name: str) -> None:
        """Take out what is declared of ends that are not known."""
        for key in _ENDS:
            for index in reversed(range(_length(self.raw.get(key)))):
                entry = self.raw[key][index]
                if isinstance(entry, str) and entry.partition("=")[0].strip() == name:
                    self._without_item(key, index, None)

    def _without_item(self, name: str, index: int, part: str | None) -> bool:
        if name == "equations":
            self.raw["equations"][index] = f"{self._unknown} = 0"
            self.replaced.add(index)
            return True
        if name not in _NUMBERED:
            return False
        entry, number = self.raw[name].pop(index), self.numbers[name].pop(index)
        if part == "where" and isinstance(entry, Mapping):
            # Its equation is still to be read, wherever it may hold.
            self.raw["equations"].append(entry["equation"])
            self.equations.append(f"conditions[{number}].equation")
            self.replaced.add(len(self.equations) - 1)
        return True

    def rest(self, problem: Problem) -> Problem:
        """The problem without what stands for something that was wrong."""
        kept = (e for i, e in enumerate(problem.equations) if i not in self.replaced)
        return problem.changed(equations=tuple(kept))

    @property
    def _unknown(self) -> str:
        return self.raw.get("unknowns", ["u"])[0]


def _length(value: object) -> int:
    return len(cast("list[Any]", value)) if isinstance(value, list) else 0


def _copied(value: object) -> Any:  # noqa: ANN401 (whatever TOML can hold)
    match value:
        case dict():
            return {k: _copied(v) for k, v in cast("dict[str, Any]", value).items()}
        case list():
            return [_copied(inner) for inner in cast("list[Any]", value)]
        case _:
            return value


def _toml_mistake(text: str, sentence: str) -> Mistake:
    match = _TOML.fullmatch(sentence)
    if match is None:
        return _mistake(text, len(text), len(text), sentence, sentence, "")
    lines = text.split("\n")
    line = min(int(match[2]), len(lines))
    start = sum(len(one) + 1 for one in lines[: line - 1]) + int(match[3]) - 1
    start = min(start, len(text))
    return _mistake(text, start, start + 1, match[1], sentence, "")


def _placed(text: str, where: Mapping[str, Place], key: str, message: str) -> Mistake:
    unknown_key = _UNKNOWN_KEY.match(message)
    if unknown_key:
        wrong = f"{key}.{unknown_key[1]}" if key else unknown_key[1]
        key = wrong if wrong in where else key
    place = _nearest(where, key)
    column = _COLUMN.fullmatch(message)
    if place is None:
        return _mistake(text, len(text), len(text), message, message, key)
    if column is None:
        return _mistake(text, place.start, place.end, message, message, key)
    start = min(place.inside + int(column[1]) - 1, max(place.end - 1, place.start))
    word = _WORD.match(text, start)
    return _mistake(text, start, start + 1 if word is None else word.end(), column[2], message, key)


def _nearest(where: Mapping[str, Place], key: str) -> Place | None:
    """The place of an entry, or of the one that it would stand in."""
    while key and key not in where:
        key = key[: max(key.rfind("."), key.rfind("["), 0)]
    return where.get(key)


def _mistake(text: str, start: int, end: int, sentence: str, message: str, key: str) -> Mistake:
    before = text[:start]
    line_start = before.rfind("\n") + 1
    return Mistake(
        sentence,
        message,
        key,
        before.count("\n") + 1,
        start - line_start + 1,
        _utf16(before),
        _utf16(text[: max(end, start)]),
    )


def _utf16(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
