"""`symplex bench formal`: true answers written as Coq files, and what ``coqc`` says of them.

The problems are those that ``formal.toml`` of the benchmarks folder lists, or all with `--all`.
The exit code is 1 if a file is not accepted, or with `--wrong` if one is.
"""

import argparse
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path
from typing import final

from symplex.errors import SymplexError
from symplex.expression import Expression, number
from symplex.notation.problem_files import load
from symplex.proof.answer import closed_formulas, read_formulas
from symplex.proof.coq import coq_file
from symplex_benchmarks.bench import _runs
from symplex_benchmarks.bench._coq import SECONDS, Verdict, compile_file, find_coqc
from symplex_benchmarks.bench._references import ReferenceProblem, read_toml, reference_problems

_WRONG = number(101) / number(100)
"""The factor that spoils an answer."""


@final
@dataclass(frozen=True)
class Row:
    """One answer: refused before Coq saw it, accepted by Coq, or not."""

    problem: str
    written: bool
    accepted: bool
    seconds: float
    reason: str


def configure(parser: argparse.ArgumentParser) -> None:
    """Add this bench's options."""
    parser.add_argument("--problems", metavar="PATTERN", default="*", help="only such names")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="files at a time")
    parser.add_argument(
        "--seconds", type=float, default=SECONDS, help=f"for a file (default {SECONDS:g})"
    )
    parser.add_argument("--all", action="store_true", help="all of the paper and the handbook")
    parser.add_argument("--wrong", action="store_true", help="answers that are 1 %% too large")
    parser.add_argument("--output", metavar="DIR", help="keep the files here")


def run(options: argparse.Namespace) -> int:
    """Write each file, let Coq compile it, and print a line for it."""
    check = partial(_row, coqc=find_coqc(), options=options)
    rows: list[Row] = []
    with ThreadPoolExecutor(max(1, options.jobs)) as pool:
        for row in pool.map(check, _chosen(options)):
            said = "accepted" if row.accepted else f"not accepted: {row.reason}"
            print(f"{row.problem:<32} {row.seconds:5.1f} s  {said}", flush=True)
            rows.append(row)
    accepted = sum(row.accepted for row in rows)
    print(f"{accepted} of {len(rows)} accepted by Coq")
    _runs.write(options.json, [asdict(row) for row in rows], {"accepted": accepted})
    return int(accepted > 0) if options.wrong else int(accepted < len(rows))


def _chosen(options: argparse.Namespace) -> Iterator[ReferenceProblem]:
    folder = Path(options.benchmarks)
    listed = None if options.all else frozenset(read_toml(folder / "formal.toml")["accepted"])
    for one in (*reference_problems(folder), *reference_problems(folder / "handbook")):
        if fnmatchcase(one.name, options.problems) and (listed is None or one.name in listed):
            yield one


def _row(reference: ReferenceProblem, *, coqc: str, options: argparse.Namespace) -> Row:
    try:
        text = _text(reference, wrong=options.wrong)
    except SymplexError as error:
        return Row(reference.name, written=False, accepted=False, seconds=0.0, reason=str(error))
    if options.output:
        Path(options.output).mkdir(parents=True, exist_ok=True)
        name = f"{reference.name.replace('-', '_')}.v"
        (Path(options.output) / name).write_text(text, encoding="utf-8")
    said: Verdict = compile_file(coqc, text, options.seconds)
    return Row(reference.name, True, said.accepted, round(said.seconds, 2), said.reason)  # noqa: FBT003 (its second field)


def _text(reference: ReferenceProblem, *, wrong: bool) -> str:
    problem = load(reference.source)
    answer: Mapping[str, Expression] = closed_formulas(
        read_formulas(problem, dict(reference.solution))
    )
    if wrong:
        answer = {name: _WRONG * formula for name, formula in answer.items()}
    return coq_file(problem, answer)
