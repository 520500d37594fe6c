"""Who writes the answers and the candidates of the default recipe.

    PYTHONPATH=benchmarks python -m origins --output benchmarks/origins.jsonl [--seconds 600]
    PYTHONPATH=benchmarks python -m origins --output benchmarks/origins.jsonl --table

Solves the paper's 14 problems with three seeds, then the handbook and the ODEs with one, each with
at most so many candidates: the rows do not depend on the machine. Rows that are in the file are
not made again; after `--seconds` no other is begun, and the problems of a collection are taken in
an order that mixes its families. `--table` prints what docs/search.md and README.md say of them.
"""

import argparse
import hashlib
import json
import time
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, final

from symplex.notation.problem_files import bundled
from symplex.origin import Origin, Writer, from_plain
from symplex.problem import Problem
from symplex.solver.solution.solve import solve

HERE: Final = Path(__file__).parent
PAPER, HANDBOOK, ODES = "the 14, three seeds", "handbook", "odes"
_SEEDS: Final = 3
_NETWORK: Final = (Writer.POLICY, Writer.REGROWN)
_NO_END: Final = 1e6
"""Seconds: what ends a run is the number of candidates."""
Row = Mapping[str, Any]


@final
@dataclass(frozen=True)
class Task:
    """One run."""

    collection: str
    problem: str
    seed: int

    def stated(self) -> Problem:
        """The problem."""
        path = HERE / ODES / f"{self.problem}.toml"
        return Problem.from_file(path) if self.collection == ODES else bundled(self.problem)

    def row(self, most: int) -> dict[str, Any]:
        """What became of it."""
        made = solve(self.stated(), seed=self.seed, time_limit=_NO_END, max_candidates=most)
        kept = ("status", "origin", "candidates", "candidates_by_origin")
        whole = made.to_json()
        return {**vars(self), "most": most, **{name: whole[name] for name in kept}}


def tasks() -> Iterator[Task]:
    """All runs: the 14 first, then the collections in an order that mixes them."""
    for name in sorted(_names(HERE / "answers.toml")):
        yield from (Task(PAPER, name, seed) for seed in range(_SEEDS))
    others = [Task(HANDBOOK, name, 0) for name in _names(HERE / HANDBOOK / "answers.toml")]
    others += [Task(ODES, name, 0) for name in _names(HERE / ODES / "answers.toml")]
    yield from sorted(others, key=lambda one: hashlib.sha256(one.problem.encode()).digest())


def _names(answers: Path) -> list[str]:
    return list(tomllib.loads(answers.read_text(encoding="utf-8")))


def read(path: Path) -> list[Row]:
    """The rows that are kept, if any are."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [json.loads(line) for line in lines]


def answers(rows: Sequence[Row]) -> Counter[str]:
    """How many proved answers have which origin, methods without their names."""
    return Counter(_unnamed(Origin.read(row["origin"])) for row in rows if _is_proved(row))


def candidates(rows: Sequence[Row]) -> Counter[str]:
    """How many candidates were written by whom, for smaller problems and by values too."""
    found: Counter[str] = Counter()
    for row in rows:
        for origin, count in from_plain(row["candidates_by_origin"]).items():
            found[origin.last.writer.value] += count
    return found


def _is_proved(row: Row) -> bool:
    return row["status"] == "exact"


def _unnamed(origin: Origin | None) -> str:
    steps: list[str] = []
    while origin is not None:
        steps.append(origin.writer.value)
        origin = origin.of
    return " > ".join(steps)


def tables(rows: Sequence[Row]) -> str:
    """Two tables: the answers and the candidates by origin, a column for each collection."""
    by_set = {
        name: [row for row in rows if row["collection"] == name] for name in (PAPER, HANDBOOK, ODES)
    }
    heads = [f"{name}: {_share(some)}" for name, some in by_set.items()]
    parts = [
        _table("answers by origin", heads, [answers(some) for some in by_set.values()]),
        _table("candidates by writer", list(by_set), [candidates(s) for s in by_set.values()]),
    ]
    return "\n\n".join(parts)


def _share(rows: Sequence[Row]) -> str:
    return f"{sum(map(_is_proved, rows))} of {len(rows)} proved"


def _table(title: str, heads: Sequence[str], columns: Sequence[Counter[str]]) -> str:
    whole = sum(columns, Counter[str]())
    cells = [[title, *heads, "all"], ["---", *("---:" for _ in heads), "---:"]]
    for name, count in sorted(whole.items(), key=lambda one: (-one[1], one[0])):
        cells.append([name, *(_number(column[name]) for column in columns), _number(count)])
    totals = (sum(column.values()) for column in (*columns, whole))
    cells.append(["all", *map(_number, totals)])
    return "\n".join(f"| {' | '.join(row)} |" for row in cells)


def _number(count: int) -> str:
    return f"{count:,}".replace(",", " ")


def sentence(rows: Sequence[Row]) -> str:
    """What the network does, in one sentence."""
    counted = candidates(rows)
    mine = sum(counted[writer.value] for writer in _NETWORK)
    proved = [Origin.read(row["origin"]) for row in rows if _is_proved(row)]
    mine_proved = sum(origin.network for origin in proved)
    return (
        f"In the default recipe SymFormer writes {_number(mine)} of "
        f"{_number(sum(counted.values()))} candidates and {mine_proved} of {len(proved)} answers"
    )


def main() -> None:
    """Make the rows that are missing, or print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, required=True, metavar="FILE")
    parser.add_argument("--max-candidates", type=int, default=30_000, metavar="N")
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--table", action="store_true")
    options = parser.parse_args()
    rows = read(options.output)
    if options.table:
        print(tables(rows), sentence(rows), sep="\n\n")
        return
    known = {(row["collection"], row["problem"], row["seed"]) for row in rows}
    begun = time.process_time()
    with options.output.open("a", encoding="utf-8") as file:
        for task in tasks():
            if tuple(vars(task).values()) not in known:
                print(json.dumps(task.row(options.max_candidates)), file=file, flush=True)
            if time.process_time() - begun > options.seconds:
                return


if __name__ == "__main__":
    main()
