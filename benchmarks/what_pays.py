"""What every method of the textbook and every ingredient of the search is worth.

    PYTHONPATH=benchmarks python -m what_pays [--seconds 600] [--collections odes,textbook]
    PYTHONPATH=benchmarks python -m what_pays --table

Solves all problems on file, each with at most so many candidates; then proved ones again without
each method and ingredient that their origin names, or that proposed something inside of the method
that the origin names: twelve problems for each at most, drawn by their names. Work is counted, in
candidates of the search and in steps of algebra: a row does not depend on the machine. Rows that
are in the file are not made again, and after `--seconds` no other is begun. `--table` prints what
docs/search.md and docs/textbook.md say.
"""

import argparse
import hashlib
import inspect
import json
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from statistics import median
from types import ModuleType
from typing import Any, Final, cast, final
from unittest.mock import patch

from symplex.notation.problem_files import bundled
from symplex.origin import Origin, Writer
from symplex.problem import Problem
from symplex.problem.method import Family, Method, Reduction
from symplex.propose.candidates import ansatz, ansatz_systems, modes
from symplex.propose.candidates.settings import DEFAULT
from symplex.propose.structure.method import SeenStructure
from symplex.propose.structure.reference_cache import ReferenceCache
from symplex.propose.textbook.catalogue import METHODS
from symplex.solver.search.state import RunOptions
from symplex.solver.solution.approximating import Plan
from symplex.solver.solution.course import Course
from symplex.work.blas import one_thread
from symplex.work.boundary import Boundary, passed_on, without_warnings
from symplex.work.budget import Budget
from symplex.work.clock import Deadline

HERE: Final = Path(__file__).parent
KEPT: Final = HERE / "what_pays.jsonl"
FOURTEEN, HANDBOOK = "the 14", "handbook"
_FOLDERS: Final = (
    *("unseen", "wider", "invented", "parametric", "reductions", "textbook"),
    *("collection", "odes", "textbook_answers"),
)
COLLECTIONS: Final = (FOURTEEN, *_FOLDERS, HANDBOOK)
"""Small ones first."""
_INGREDIENTS: Final[Mapping[Writer, str]] = {
    Writer.STATEMENT: "statement-formulas",
    Writer.LIFT: "lifts",
    Writer.ANSATZ: "ansatz",
    Writer.MOVE: "moves",
    Writer.POLICY: "symformer",
    Writer.REGROWN: "symformer",
    Writer.ALGEBRA: "algebra",
    Writer.STRUCTURE: "structure",
    Writer.VALUES: "reference",
    Writer.REGRESSION: "reference",
}
"""What is switched off to do without a writer."""
_MOST: Final = 4_000
_MOST_RUNS: Final = 12
"""How many problems are run without one part, at most."""
_SECONDS: Final = 150.0
"""After which a run is a runaway, and its row says so."""
_OLD, _NEW = 0, 1
_STEP: Final = Budget.step
Row = Mapping[str, Any]


@final
@dataclass(frozen=True)
class Task:
    """One run: a problem, without something."""

    collection: str
    problem: str
    without: str = ""

    def mixed(self) -> bytes:
        """What puts problems into an order that mixes collections and families."""
        return hashlib.sha256(f"{self.problem} without {self.without}".encode()).digest()

    def stated(self) -> Problem:
        """The problem."""
        if self.collection in (FOURTEEN, HANDBOOK):
            return bundled(self.problem)
        return Problem.from_file(HERE / self.collection / f"{self.problem}.toml")

    def row(self, most: int) -> dict[str, Any]:
        """What became of it."""
        deadline = Deadline(_SECONDS)
        with silent(self.without) as seen, one_thread(), without_warnings(), passed_on():
            course = _course(self.stated(), self.without, deadline, most)
            proved = (one for one in course.attempts() if one and one.certificate.is_exact)
            found = next(proved, None)
        is_cut = found is None and deadline.is_over
        return {
            **vars(self),
            "status": "exact" if found else ("cut off" if is_cut else "none"),
            "origin": str(found.origin) if found else None,
            "candidates": course.candidates,
            "steps": seen.steps,
            "inside": {} if self.without else seen.plain(),
        }


def _course(problem: Problem, without: str, deadline: Deadline, most: int) -> Course:
    ingredients = [one for one in without.split(",") if one in _INGREDIENTS.values()]
    settings = DEFAULT.without(ingredients).as_installed()
    cache = ReferenceCache()
    options = RunOptions(seed=0, deadline=deadline, threads=1, boundary=Boundary(deadline))
    plan = Plan(settings, options, METHODS, structure=(SeenStructure(cache),), cache=cache)
    course = Course(problem, plan)
    course.search.end_after(most)
    return course


@final
@dataclass
class _Seen:
    """Which method has proposed anything inside of which, and the steps that all have taken."""

    inside: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    active: list[str] = field(default_factory=list[str])
    steps: int = 0

    def proposed(self, name: str) -> None:
        """A method has; it is the last of those that are active."""
        for outer in self.active[:-1]:
            if outer != name:
                self.inside.setdefault(outer, set()).add(name)

    def counted(self, budget: Budget, count: int = 1) -> None:
        """Take steps of a budget; those of a part are steps of the whole."""
        self.steps += count if budget.whole is None else 0
        _STEP(budget, count)

    def plain(self) -> dict[str, list[str]]:
        """As JSON has it."""
        return {name: sorted(inner) for name, inner in sorted(self.inside.items())}


@contextmanager
def silent(without: str) -> Generator[_Seen]:
    """The methods, watched, and those named, with commas between, silent wherever they are asked.

    Methods hold methods, so that the class of a method is what can be silenced.
    """
    seen, names = _Seen(), without.split(",")
    with ExitStack() as stack:
        stack.enter_context(patch.object(Budget, "step", lambda *some: seen.counted(*some)))
        for module, function in (one for name in names for one in _functions().get(name, ())):
            stack.enter_context(patch.object(module, function, _nothing))
        for kind in sorted(_kinds(METHODS), key=lambda one: one.__qualname__):
            name = named(kind)
            heard = _silent if name and name in names else _watched(kind.propose, seen)
            stack.enter_context(patch.object(kind, "propose", heard))
        yield seen


_ANSATZ: Final = (ansatz, ansatz_systems, modes)


def _functions() -> dict[str, list[tuple[ModuleType, str]]]:
    """The families of the ansatz, and where the functions that propose them are known."""
    found: dict[str, list[tuple[ModuleType, str]]] = {}
    for module, (name, function) in product(_ANSATZ, vars(ansatz).items()):
        if function is ansatz.ansatz or vars(module).get(name) is not function:
            continue
        if inspect.isgeneratorfunction(function):
            found.setdefault(f"ansatz: {name.strip('_')}", []).append((module, name))
    return found


def _nothing(*_: object, **__: object) -> Iterator[object]:
    return iter(())


Proposals = Iterator[Family | Reduction]
Propose = Callable[[Method, Problem, Budget], Proposals]


def _silent(_: Method, __: Problem, ___: Budget) -> Proposals:
    return iter(())


def _watched(propose: Propose, seen: _Seen) -> Propose:
    def watched(method: Method, problem: Problem, budget: Budget) -> Proposals:
        proposals = propose(method, problem, budget)
        while True:
            seen.active.append(method.name)
            try:
                one = next(proposals)
                seen.proposed(method.name)
            except StopIteration:
                return
            finally:
                seen.active.pop()
            yield one

    return watched


def named(kind: type[Method]) -> str:
    """The name of a method's class; none where each method has the name of one that it holds."""
    return str(getattr(kind, "name", ""))


def _kinds(methods: Iterable[object]) -> set[type[Method]]:
    """The classes of methods, and of those that they hold."""
    found: set[type[Method]] = set()
    for one in methods:
        if isinstance(one, tuple):
            found |= _kinds(one)
        elif hasattr(one, "propose"):
            found.add(cast("type[Method]", type(one)))
            found |= _kinds(vars(one).values())
    return found


def method_names() -> list[str]:
    """Those of the catalogue."""
    return sorted(name for name in map(named, _kinds(METHODS)) if name)


def tasks(rows: Sequence[Row], collections: Sequence[str] = COLLECTIONS) -> Iterator[Task]:
    """Runs with everything; then those without something, for the rows that there are."""
    for collection in collections:
        yield from (Task(collection, name) for name in _names(collection))
    proved = [one for one in rows if not one["without"] and is_proved(one)]
    made = Counter(row["without"] for row in rows)
    for known in (method_names(), _INGREDIENTS.values(), _functions()):
        found: dict[str, list[Task]] = {}
        for row in (one for one in proved if one["collection"] in collections):
            for part in _parts(row).intersection(known):
                found.setdefault(part, []).append(Task(*_key(row), part))
        for part, some in sorted(found.items(), key=lambda one: (len(one[1]), one[0])):
            new = [one for one in some if _key(vars(one)) not in _run(rows, part)]
            yield from sorted(new, key=Task.mixed)[: max(0, _MOST_RUNS - made[part])]


def _run(rows: Sequence[Row], part: str) -> set[tuple[str, str]]:
    return {_key(row) for row in rows if row["without"] == part}


def _names(collection: str) -> list[str]:
    folder = HERE if collection == FOURTEEN else HERE / collection
    return sorted(tomllib.loads((folder / "answers.toml").read_text(encoding="utf-8")))


def _parts(row: Row) -> set[str]:
    """What a proved answer is due to: all that its origin names, and what these asked."""
    found = named_by(row)
    if "ansatz" in found:
        found |= set(_functions())
    for name in sorted(found):
        found |= set(row["inside"].get(name, ()))
    return found


def named_by(row: Row) -> set[str]:
    """What the origin of an answer names: methods and ingredients."""
    found: set[str] = set()
    origin = Origin.read(row["origin"]) if row["origin"] else None
    while origin is not None:
        found.add(origin.name or _INGREDIENTS.get(origin.writer, origin.writer.value))
        origin = origin.of
    return found


def read(path: Path) -> list[Row]:
    """The rows that are kept, if any are."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [json.loads(line) for line in lines]


def is_proved(row: Row) -> bool:
    """Whether the run has ended with a proof."""
    return row["status"] == "exact"


@final
@dataclass(frozen=True)
class Worth:
    """What one method or ingredient is worth."""

    name: str
    named: int
    """How many origins name it."""
    runs: int
    """How many problems were run without it."""
    lost: tuple[str, ...]
    """Those that are not proved without it."""
    candidates: tuple[int, int] | None
    """The median where both prove it, with it and without; None if there are none."""
    steps: tuple[int, int] | None


def worth(rows: Sequence[Row]) -> list[Worth]:
    """Of each method, and of each ingredient that was left out; the most proofs lost first.

    A problem that is not proved within the same candidates, or that was cut off, is lost.
    """
    whole = {_key(row): row for row in rows if not row["without"] and is_proved(row)}
    found: list[Worth] = []
    for name in {*method_names(), *(one for row in rows if (one := row["without"]))}:
        runs = [row for row in rows if row["without"] == name and _key(row) in whole]
        pairs = [(whole[_key(row)], row) for row in runs if is_proved(row)]
        found.append(
            Worth(
                name,
                sum(name in named_by(row) for row in whole.values()),
                len(runs),
                tuple(sorted(row["problem"] for row in runs if not is_proved(row))),
                _medians(pairs, "candidates"),
                _medians(pairs, "steps"),
            )
        )
    return sorted(found, key=lambda one: (-len(one.lost), -one.named, -one.runs, one.name))


def _key(row: Row) -> tuple[str, str]:
    return row["collection"], row["problem"]


def _medians(pairs: Sequence[tuple[Row, Row]], what: str) -> tuple[int, int] | None:
    if not pairs:
        return None
    old, new = (int(median(pair[side][what] for pair in pairs)) for side in (_OLD, _NEW))
    return old, new


def worth_table(rows: Sequence[Row]) -> str:
    """The table of what pays."""
    cells = [
        ["method or ingredient", "named", "run without", "proofs lost", "candidates", "steps"],
        ["---", "---:", "---:", "---", "---:", "---:"],
    ]
    for one in worth(rows):
        lost = f"{len(one.lost)}: {', '.join(one.lost[:3])}" if one.lost else "0"
        more = ", …" if len(one.lost) > 3 else ""  # noqa: PLR2004 (as many as are named)
        work = (_change(pair) for pair in (one.candidates, one.steps))
        cells.append([one.name, str(one.named), str(one.runs), lost + more, *work])
    return _drawn(cells)


def _change(pair: tuple[int, int] | None) -> str:
    return "–" if pair is None else f"{_number(pair[0])} → {_number(pair[1])}"


def answers(rows: Sequence[Row]) -> Counter[str]:
    """How many proved answers have which origin, methods without their names."""
    return Counter(_unnamed(Origin.read(row["origin"])) for row in rows if is_proved(row))


def _unnamed(origin: Origin | None) -> str:
    steps: list[str] = []
    while origin is not None:
        steps.append(origin.writer.value)
        origin = origin.of
    return " > ".join(steps)


def origin_table(rows: Sequence[Row]) -> str:
    """Who wrote the proved answers, a column for each collection."""
    whole = [row for row in rows if not row["without"]]
    by_set = {name: [r for r in whole if r["collection"] == name] for name in COLLECTIONS}
    heads = [f"{name}: {sum(map(is_proved, r))} of {len(r)}" for name, r in by_set.items()]
    columns = [answers(some) for some in by_set.values()]
    cells = [["proved, by origin", *heads, "all"], ["---", *("---:" for _ in heads), "---:"]]
    for name, count in sorted(answers(whole).items(), key=lambda one: (-one[1], one[0])):
        cells.append([name, *(_number(column[name]) for column in columns), _number(count)])
    return _drawn(cells)


def sentence(rows: Sequence[Row]) -> str:
    """What the network does, in one sentence."""
    whole = [row for row in rows if not row["without"]]
    proved = [Origin.read(row["origin"]) for row in whole if is_proved(row)]
    mine = sum(origin.network for origin in proved)
    return f"{len(proved)} of {len(whole)} on file are proved, {mine} of them by SymFormer"


def _drawn(cells: Sequence[Sequence[str]]) -> str:
    return "\n".join(f"| {' | '.join(row)} |" for row in cells)


def _number(count: int) -> str:
    return f"{count:,}".replace(",", " ")


def main() -> None:
    """Make the rows that are missing, or print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, default=KEPT, metavar="FILE")
    parser.add_argument("--max-candidates", type=int, default=_MOST, metavar="N")
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--collections", default=",".join(COLLECTIONS))
    parser.add_argument("--base", action="store_true", help="only the runs with everything")
    parser.add_argument("--table", action="store_true")
    options = parser.parse_args()
    rows = read(options.output)
    if options.table:
        print(origin_table(rows), sentence(rows), worth_table(rows), sep="\n\n")
        return
    known = {(row["collection"], row["problem"], row["without"]) for row in rows}
    begun = time.monotonic()
    with options.output.open("a", encoding="utf-8") as file:
        for task in tasks(rows, options.collections.split(",")):
            if time.monotonic() - begun > options.seconds:
                return
            if options.base and task.without:
                continue
            if tuple(vars(task).values()) not in known:
                print(json.dumps(task.row(options.max_candidates)), file=file, flush=True)


if __name__ == "__main__":
    main()
