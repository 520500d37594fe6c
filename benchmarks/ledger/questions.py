"""What is asked: each certificate, each solution and each contradiction, under a name that stays.

Owns the suites and their limits. An attack has no name: its statement and its answer give one, so
that new attacks rename none. Whatever a tenth of the rows is, it is the same tenth in any checkout.
"""

import hashlib
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path
from typing import Any, Final, final

from attacks.cases import Attack, Statement
from attacks.catalogue import right_answers, wrong_answers
from near_misses.cases import BENCHMARKS, BUNDLED, Answer, Case, load
from near_misses.forms import forms
from near_misses.mutants import mutants
from symplex.expression.render import to_text
from symplex.problem import Problem

PAPER_SEEDS: Final = 5
CANDIDATES: Final = 20_000
"""After which a search ends: nearly all that succeed do before."""
FORMS_PER_CASE: Final = 40
_DIGITS: Final = 12
"""Of the name of what has none."""


class Kind(Enum):
    """What is asked for."""

    CERTIFICATE = "certificate"
    SOLUTION = "solution"
    CONTRADICTIONS = "contradictions"


class Truth(Enum):
    """What is known of an answer before it is examined."""

    RIGHT = "right"
    WRONG = "wrong"
    UNKNOWN = ""


@final
@dataclass(frozen=True)
class Question:
    """One row's question; small, so that it can be sent to other processes."""

    name: str
    """Its suite, its case and perhaps its seed: ``solutions/paper/heat/0``."""
    kind: Kind
    source: Path | Statement
    """A problem file, or what one holds."""
    answer: Mapping[str, str] = field(default_factory=dict)
    """Which a certificate is asked for: a formula for each unknown."""
    truth: Truth = Truth.UNKNOWN
    parameters: Mapping[str, Any] = field(default_factory=dict)
    """What the statement's are replaced by."""
    seed: int = 0
    candidates: int = 0
    """After which a search ends."""

    @property
    def problem(self) -> Problem:
        """The statement, checked."""
        if isinstance(self.source, Path):
            problem = Problem.from_file(self.source)
            if not self.parameters:
                return problem
            stated = problem.statement()
        else:
            stated = dict(self.source)
        stated["parameters"] = {**stated.get("parameters", {}), **self.parameters}
        return Problem.from_statement(stated)


Wanted = Callable[[str], bool]
"""Which names are asked for: what is not wanted need not be read."""


def questions(pattern: str = "*", every: int = 1) -> list[Question]:
    """The questions whose names match, or every n-th of them; searches first, for they last."""

    def is_wanted(name: str) -> bool:
        return fnmatchcase(name, pattern) and int(digest(name), 16) % every == 0

    listed = (suite for name, suite in _SUITES.items() if _may_match(name, pattern))
    return [question for suite in listed for question in suite(is_wanted)]


def _may_match(suite: str, pattern: str) -> bool:
    """Whether a suite is worth listing; what is left out by default must be asked for by name."""
    first = pattern.partition("/")[0]
    return first == suite if suite in LEFT_OUT else fnmatchcase(suite, first)


def digest(text: str) -> str:
    """A text as a few hexadecimal digits, the same everywhere."""
    return hashlib.sha256(text.encode()).hexdigest()[:_DIGITS]


def of_attack(attack: Attack) -> Question:
    """What a certificate says of an attack."""
    suite, truth = (RIGHT, Truth.RIGHT) if attack.is_right else (WRONG, Truth.WRONG)
    kind = attack.kind.replace(",", "").replace(" ", "-")
    name = f"{suite}/{kind}/{digest(attack.key)}"
    return Question(name, Kind.CERTIFICATE, attack.statement, attack.answer, truth)


def _of_attacks(attacks: Callable[[], Iterable[Attack]], is_wanted: Wanted) -> Iterator[Question]:
    for attack in attacks():
        question = of_attack(attack)
        if is_wanted(question.name):
            yield question


TRUTHS: Final = {
    "paper": (BENCHMARKS / "answers.toml", BUNDLED),
    "handbook": (BENCHMARKS / "handbook" / "answers.toml", BUNDLED / "handbook"),
    **{
        name: (BENCHMARKS / name / "answers.toml", BENCHMARKS / name)
        for name in (
            *("collection", "invented", "odes", "parametric", "reductions", "separable"),
            *("textbook", "textbook_answers", "uniqueness", "unseen", "wider"),
        )
    },
    "uniqueness-others": (
        BENCHMARKS / "uniqueness" / "others.toml",
        BENCHMARKS / "uniqueness",
    ),
}
"""Where true answers stand, and the problems that they answer."""
_SOLVED: Final = ("handbook", "odes", "textbook", "parametric", "unseen", "reductions")


def _truths(is_wanted: Wanted) -> Iterator[Question]:
    for folder, (answers, problems) in TRUTHS.items():
        for case, entry in _entries(answers).items():
            name = f"{TRUE}/{folder}/{case}"
            if is_wanted(name):
                source = _problem_file(problems, case)
                answer = {u: entry[u] for u in Problem.from_file(source).unknowns}
                changed = entry.get("parameters", {})
                yield Question(name, Kind.CERTIFICATE, source, answer, Truth.RIGHT, changed)


def _entries(path: Path) -> Mapping[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _problem_file(folder: Path, name: str) -> Path:
    """The problem beside its answer, or the bundled one of that name."""
    found = [
        path for path in (folder, BUNDLED, BUNDLED / "handbook") if _file(path, name).is_file()
    ]
    return _file((found or [folder])[0], name)


def _file(folder: Path, name: str) -> Path:
    return folder / f"{name}.toml"


def _solutions(is_wanted: Wanted) -> Iterator[Question]:
    for folder in ("paper", *_SOLVED):
        answers, problems = TRUTHS[folder]
        for case in _entries(answers):
            for seed in range(PAPER_SEEDS if folder == "paper" else 1):
                name = f"solutions/{folder}/{case}/{seed}"
                if is_wanted(name):
                    source = _problem_file(problems, case)
                    yield Question(name, Kind.SOLUTION, source, seed=seed, candidates=CANDIDATES)


def _contradictions(is_wanted: Wanted) -> Iterator[Question]:
    folder = BENCHMARKS / "contradictions"
    for path in sorted(folder.rglob("*.toml")):
        name = f"contradictions/{path.relative_to(folder).with_suffix('').as_posix()}"
        if is_wanted(name):
            yield Question(name, Kind.CONTRADICTIONS, path)


def of_near_miss(case: Case, answer: Answer, truth: Truth) -> Question:
    """What a certificate says of an answer that is almost right, or right in disguise."""
    texts = {name: to_text(formula) for name, formula in answer.items()}
    name = f"near-misses/{case.name}/{truth.value}/{digest(repr(sorted(texts.items())))}"
    return Question(name, Kind.CERTIFICATE, case.problem.statement(), texts, truth)


def _near_misses(is_wanted: Wanted) -> Iterator[Question]:
    for case in load():
        right = () if case.beyond else forms(case, FORMS_PER_CASE)
        every = (
            *(of_near_miss(case, one.answer, Truth.WRONG) for one in mutants(case)),
            *(of_near_miss(case, one.answer, Truth.RIGHT) for one in right),
        )
        yield from (question for question in every if is_wanted(question.name))


TRUE: Final = "truths"
WRONG: Final = "wrong"
RIGHT: Final = "odd-forms"
_SUITES: Final[Mapping[str, Callable[[Wanted], Iterable[Question]]]] = {
    "solutions": _solutions,
    TRUE: _truths,
    "contradictions": _contradictions,
    RIGHT: partial(_of_attacks, right_answers),
    WRONG: partial(_of_attacks, wrong_answers),
    "near-misses": _near_misses,
}
LEFT_OUT: Final = frozenset({"near-misses"})
"""Suites that are asked for by name alone: thousands of answers much like those of others."""
