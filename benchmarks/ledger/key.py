"""What the verdicts on attacks and true answers rest on, as two digests.

Owns which files count: the modules that a proof imports, at once or late, what poses the questions,
and the files that hold them. What searches, draws or is met by people is not among them; neither
are libraries, the machine and the version of Python.
"""

import ast
import hashlib
import re
import tokenize
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from io import StringIO
from itertools import accumulate
from pathlib import Path
from typing import Final, Self, final

import symplex
from ledger.book import SOURCES
from ledger.questions import TRUTHS
from near_misses.cases import BENCHMARKS

_SRC: Final = Path(symplex.__file__).parents[1]
PROOF: Final = (
    *("symplex.proof.verify", "symplex.proof.here", "symplex.proof.proof_worker"),
    *("symplex.proof.answer", "symplex.notation.problem_files", "symplex.notation.read_plain"),
)
"""What examines an answer, and what reads it and its statement: files are found by name alone."""
_QUESTIONS: Final = ("ledger.questions", "ledger.rows")
_NOT_FOLLOWED: Final = frozenset({"symplex", "ledger.rows"})
"""Their own lines count, but their functions load what solves as well; a test sees to it that a
proof loads nothing beside its closure."""
_WORDS: Final = frozenset({"symplex.sentences"})
"""No verdict depends on how a reason is put: import-linter keeps what proves away from it."""
_DOTTED: Final = re.compile(r"\w+(?:\.\w+)+")
_DIGITS: Final = 16
Modules = Mapping[str, Path]
"""Files by the names under which they are imported."""


@final
@dataclass(frozen=True)
class Key:
    """While it is the same, so are the verdicts."""

    proof: str
    """A digest of the modules that a proof imports."""
    questions: str
    """Of the other modules that pose the questions, and of the files that hold true answers."""

    @classmethod
    def of(cls, src: Path = _SRC, benchmarks: Path = BENCHMARKS) -> Self:
        """The key of a checkout: this one, or one that has its folders elsewhere."""
        modules = {**modules_in(src, "symplex"), **modules_in(benchmarks)}
        proof = closure(PROOF, modules)
        asking = closure(_QUESTIONS, modules) - proof
        return cls(
            _digest(_sources(proof, modules)), _digest([*_sources(asking, modules), *_answers()])
        )


def closure(starts: Iterable[str], modules: Modules) -> Set[str]:
    """Whatever these modules import, wherever they do, with the packages around it.

    Raises:
        ValueError: If there is no such module to start from.
    """
    left = list(starts)
    if unknown := [name for name in left if name not in modules]:
        raise ValueError(f"'{unknown[0]}': expected a module, found none; what is its name now?")
    found: set[str] = set()
    while left:
        name = left.pop()
        if name not in modules or name in found or name in _WORDS:
            continue
        found.add(name)
        named = () if name in _NOT_FOLLOWED else _named(modules[name])
        for other in (name, *named):
            left += accumulate(other.split("."), "{}.{}".format)
    return found


def _named(path: Path) -> Iterator[str]:
    """Every dotted name that may be a module's: of an import, or in a text that is a program."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names=names):
                yield from (one.name for one in names)
            case ast.ImportFrom(module=str(base), names=names):
                yield from (f"{base}.{one.name}" for one in names)
            case ast.Constant(value=str(text)):
                yield from _DOTTED.findall(text)
            case _:
                pass


def modules_in(folder: Path, package: str = "") -> Modules:
    """The modules below a folder from which they are imported."""
    found: dict[str, Path] = {}
    for path in (folder / package).rglob("*.py"):
        parts = path.relative_to(folder).with_suffix("").parts
        found[".".join(parts[:-1] if path.name == "__init__.py" else parts)] = path
    return found


def _sources(names: Iterable[str], modules: Modules) -> Iterator[tuple[str, bytes]]:
    """The programs, each with the tables that lie beside it."""
    for name in sorted(names):
        text = modules[name].read_text(encoding="utf-8")
        yield name, "\n".join(program(text)).encode()
    for folder in sorted({modules[name].parent for name in names}):
        tables = (path for path in folder.iterdir() if path.suffix in SOURCES - {".py"})
        yield from ((path.name, path.read_bytes()) for path in sorted(tables))


def _answers() -> Iterator[tuple[str, bytes]]:
    """The files of true answers, and of the problems that they answer."""
    for name, (answers, folder) in TRUTHS.items():
        for path in (answers, *sorted(folder.glob("*.toml"))):
            yield f"{name}/{path.name}", path.read_bytes()


def program(text: str) -> Iterator[str]:
    """The lines of a program without comments and docstrings, for they decide nothing.

    Lines, and not tokens or trees, which are not the same in all versions of Python.
    """
    tokens = list(tokenize.generate_tokens(StringIO(text).readline))
    cut = {one.start[0]: one.start[1] for one in tokens if one.type == tokenize.COMMENT}
    left = [one for one in tokens if one.type not in (tokenize.COMMENT, tokenize.NL)]
    for before, one, after in zip([left[-1], *left], left, left[1:], strict=False):
        alone = before.type in _BETWEEN and after.type == tokenize.NEWLINE
        if one.type == tokenize.STRING and alone:
            cut |= dict.fromkeys(range(one.start[0], one.end[0] + 1), 0)
    for number, line in enumerate(text.split("\n"), 1):
        if number not in cut:
            yield line
        elif kept := line[: cut[number]].rstrip():
            yield kept


_BETWEEN: Final = frozenset(
    {tokenize.ENDMARKER, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
)
"""Before what stands alone; the end stands for the beginning."""


def _digest(parts: Iterable[tuple[str, bytes]]) -> str:
    found = hashlib.sha256()
    for name, content in parts:
        # Each with its length, so that nothing passes from one file into the next.
        found.update(f"{name} {len(content)}\n".encode() + content)
    return found.hexdigest()[:_DIGITS]
