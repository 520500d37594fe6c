"""Compares two runs of the same bench: before a change and after it.

A change that is meant to alter nothing must leave the candidate counts and the answers of all runs
that end by proof as they were; one that alters the search must not lose a proof. Two forms::

    python benchmarks/compare_runs.py before.json after.json
    python benchmarks/compare_runs.py --before DIR --after DIR --bench "paper --seeds 3"

The first reads what ``symplex bench … --json`` saved, the second runs the bench in two checkouts,
each with its own ``.venv/bin/symplex``. Exit codes: 0 nothing differs and no proof is lost, 1
something does or is, 2 bad input.
"""

import argparse
import json
import os
import shlex
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self, final

SAME, DIFFERENT, BAD_INPUT = 0, 1, 2

Key = tuple[str, str, int]
"""What makes two runs a pair: the recipe, the problem and the seed."""


@final
@dataclass(frozen=True)
class Row:
    """One run, as far as it is compared."""

    recipe: str
    problem: str
    seed: int
    ended_by_proof: bool
    proved: bool
    """Whether what was proved is also the known solution."""
    candidates: int
    seconds: float
    answer: str

    @classmethod
    def from_json(cls, saved: Mapping[str, Any]) -> Self:
        """The row that a bench saved."""
        return cls(
            recipe=str(saved.get("recipe", "")),
            problem=str(saved["problem"]),
            seed=int(saved["seed"]),
            ended_by_proof=bool(saved["proved"] or saved["other"]),
            proved=bool(saved["proved"]),
            candidates=int(saved["candidates"]),
            seconds=float(saved["seconds"]),
            answer=str(saved["answer"]),
        )

    @property
    def key(self) -> Key:
        """What it shares with its partner."""
        return self.recipe, self.problem, self.seed


Rows = Mapping[Key, Row]


@final
@dataclass(frozen=True)
class Comparison:
    """The runs of one bench, before and after."""

    before: Rows
    after: Rows

    @property
    def pairs(self) -> list[tuple[Row, Row]]:
        """The runs that ended by proof in both."""
        common = (key for key in self.before if key in self.after)
        rows = ((self.before[key], self.after[key]) for key in common)
        return [(old, new) for old, new in rows if old.ended_by_proof and new.ended_by_proof]

    @property
    def different(self) -> list[tuple[Row, Row]]:
        """The pairs whose candidate counts or answers are not the same."""
        return [
            (old, new)
            for old, new in self.pairs
            if (old.candidates, old.answer) != (new.candidates, new.answer)
        ]

    @property
    def gained(self) -> list[Key]:
        """What only the later runs prove."""
        return sorted(_proved(self.after) - _proved(self.before))

    @property
    def lost(self) -> list[Key]:
        """What only the earlier runs prove."""
        return sorted(_proved(self.before) - _proved(self.after))

    def restricted(self) -> "Comparison":
        """The runs that both have."""
        common = self.before.keys() & self.after.keys()
        before, after = (
            {key: row for key, row in rows.items() if key in common}
            for rows in (self.before, self.after)
        )
        return Comparison(before, after)


def _proved(rows: Rows) -> set[Key]:
    return {key for key, row in rows.items() if row.proved}


def read_rows(path: Path) -> Rows:
    """The rows that a bench saved, by key.

    Raises:
        ValueError: If the file is not what a bench of whole runs saves.
    """
    expected = f"{path}: expected what 'symplex bench … --json' writes for whole runs"
    try:
        saved = json.loads(path.read_text(encoding="utf-8"))["rows"]
        rows = [Row.from_json(row) for row in saved]
    except OSError as error:
        raise ValueError(f"{path}: cannot be read: {error.strerror}") from None
    except KeyError as error:
        raise ValueError(f"{expected}, found no {error}") from None
    except (TypeError, ValueError):
        raise ValueError(f"{expected}, found something else") from None
    return {row.key: row for row in rows}


def run_bench(checkout: Path, bench: str) -> Rows:
    """The rows of a bench that is run in a checkout, by the program that is installed there.

    Raises:
        ValueError: If the checkout has no such program or the bench fails.
    """
    program = checkout.absolute() / ".venv" / "bin" / "symplex"
    if not program.is_file():
        raise ValueError(f"{program}: no such program; run 'make' in {checkout} first")
    with tempfile.TemporaryDirectory() as folder:
        saved = Path(folder) / "rows.json"
        words = [str(program), "bench", *shlex.split(bench), "--json", str(saved)]
        source = str(checkout.absolute() / "src")
        environment = {**os.environ, "PYTHONPATH": source}
        run = subprocess.run(words, cwd=checkout, env=environment, check=False)
        if run.returncode:
            raise ValueError(f"{shlex.join(words)}: ended with exit code {run.returncode}")
        return read_rows(saved)


def report(comparison: Comparison, *, proved_only: bool) -> str:
    """What is the same and what is not, on a page."""
    pairs = comparison.pairs
    lines = [] if proved_only else _pair_lines(comparison)
    lines += [
        f"proved: {len(_proved(comparison.before))} → {len(_proved(comparison.after))}",
        *(f"  gained {_name(key)}" for key in comparison.gained),
        *(f"  lost {_name(key)}" for key in comparison.lost),
        _medians("all runs", comparison.before.values(), comparison.after.values()),
    ]
    if pairs:
        lines.append(_medians("ended by proof in both", *zip(*pairs, strict=True)))
    return "\n".join(lines)


def _pair_lines(comparison: Comparison) -> list[str]:
    """The pairs that differ, with what differs."""
    count, different = len(comparison.pairs), comparison.different
    lines = [f"ended by proof in both: {count}, of which {len(different)} differ"]
    for old, new in different:
        lines.append(f"  {_name(old.key)}: {old.candidates} → {new.candidates} candidates")
        if old.answer != new.answer:
            lines += [f"    before: {old.answer}", f"    after:  {new.answer}"]
    return lines


def _name(key: Key) -> str:
    recipe, problem, seed = key
    return f"{problem} seed {seed}" + (f" ({recipe})" if recipe else "")


def _medians(title: str, before: Iterable[Row], after: Iterable[Row]) -> str:
    old, new = list(before), list(after)
    seconds = [statistics.median(row.seconds for row in rows) for rows in (old, new)]
    candidates = [statistics.median(row.candidates for row in rows) for rows in (old, new)]
    return (
        f"medians, {title}: {seconds[0]:.2f} → {seconds[1]:.2f} seconds, "
        f"{candidates[0]:.9g} → {candidates[1]:.9g} candidates"
    )


def _compared(options: argparse.Namespace) -> Comparison:
    """The comparison that the options ask for."""
    if options.files and (options.before or options.after or options.bench):
        raise ValueError("give two files, or --before, --after and --bench; found both")
    if options.files:
        if len(options.files) != len(("before", "after")):
            raise ValueError(f"expected two files, found {len(options.files)}")
        before, after = map(read_rows, options.files)
    elif options.before and options.after and options.bench:
        before = run_bench(options.before, options.bench)
        after = run_bench(options.after, options.bench)
    else:
        raise ValueError("give two files, or --before, --after and --bench")
    comparison = Comparison(before, after)
    if not before.keys() & after.keys():
        raise ValueError("the two have no run in common; expected the same problems and seeds")
    return comparison.restricted() if options.common else comparison


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", nargs="*", type=Path, help="what --json saved before and after")
    parser.add_argument("--before", type=Path, metavar="DIR", help="the earlier checkout")
    parser.add_argument("--after", type=Path, metavar="DIR", help="the later checkout")
    parser.add_argument("--bench", metavar="WORDS", help='what to run in both: "paper --seeds 3"')
    parser.add_argument(
        "--proved-only", action="store_true", help="compare the proved sets and medians alone"
    )
    parser.add_argument("--common", action="store_true", help="ignore runs that only one side has")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare, print, and say by the exit code whether anything differs or was lost."""
    options = _parser().parse_args(arguments)
    try:
        comparison = _compared(options)
    except ValueError as error:
        print(f"compare_runs: {error}", file=sys.stderr)
        return BAD_INPUT
    print(report(comparison, proved_only=options.proved_only))
    differs = bool(comparison.different) and not options.proved_only
    return DIFFERENT if differs or comparison.lost else SAME


if __name__ == "__main__":
    sys.exit(main())
