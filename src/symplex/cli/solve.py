"""`symplex solve FILE`: searches, proves, and prints the answer."""

import argparse
import json
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, final

from symplex.cli.parser import add_problem
from symplex.errors import SettingsError
from symplex.expression.render import to_text
from symplex.problem import load

if TYPE_CHECKING:
    from symplex.search.state import Progress
    from symplex.solution import Solution

EXACT, NOT_EXACT, INTERRUPTED = 0, 1, 130


def configure(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    add_problem(parser)
    parser.add_argument("--seed", type=int, default=0, help="of every random choice (default 0)")
    parser.add_argument("--time-limit", type=float, default=300.0, metavar="SECONDS")
    parser.add_argument("--recipe", default="default", help="default, paper or symformer")
    parser.add_argument(
        "--without",
        default="",
        metavar="INGREDIENTS",
        help="statement-formulas,symformer,moves,lifts,ansatz,insertions,hold-out,lm,curriculum,"
        "algebra,textbook",
    )
    parser.add_argument(
        "--operators", default="", metavar="LIST", help="operators to add, or to forbid: erf,-sin"
    )
    parser.add_argument(
        "--hint",
        action="append",
        default=[],
        metavar="FORMULA",
        help="a guess; unknown names are constants; may be repeated",
    )
    parser.add_argument("--device", default="cpu", help="cpu, or cuda for an NVIDIA GPU")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--quiet", action="store_true", help="no progress")
    parser.add_argument("--output", metavar="DIR", help="also save solution.json in this folder")


def run(options: argparse.Namespace) -> int:
    """Solve, print the answer, and say by the exit code whether it is proved."""
    # Imported late: the other commands do without what searches.
    from symplex.evaluation import Engine, engine
    from symplex.solution import solve

    if engine() is Engine.FALLBACK and not options.quiet:
        print(f"symplex: {Engine.FALLBACK.value}", file=sys.stderr)
    folder = _made(Path(options.output)) if options.output else None
    solution = solve(
        load(options.file),
        seed=options.seed,
        time_limit=options.time_limit,
        recipe=options.recipe,
        without=_names(options.without),
        operators=_operators(options.operators),
        hint=tuple(options.hint),
        device=options.device,
        watch=None if options.quiet else _Watcher(),
    )
    print(json.dumps(solution.to_json(), ensure_ascii=False) if options.json else solution)
    if folder is not None:
        _save(solution, folder)
    if solution.stop_reason == "interrupted":
        return INTERRUPTED
    return EXACT if solution.is_exact else NOT_EXACT


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _operators(text: str) -> dict[str, bool]:
    return {name.lstrip("-"): not (len(name) > 1 and name[0] == "-") for name in _names(text)}


def _made(folder: Path) -> Path:
    """The output folder, made before the search: a mistake in it must not cost the answer."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / ".solution.json.part").touch()
    except (OSError, ValueError) as error:
        raise _unwritable(folder, error) from None
    return folder


def _save(solution: "Solution", folder: Path) -> None:
    """Write solution.json whole or not at all."""
    try:
        temporary = folder / ".solution.json.part"
        with temporary.open("w", encoding="utf-8") as file:
            file.write(f"{json.dumps(solution.to_json(), indent=1)}\n")
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(folder / "solution.json")
    except (OSError, ValueError) as error:
        raise _unwritable(folder, error) from None


def _unwritable(folder: Path, error: Exception) -> SettingsError:
    reason = error.strerror if isinstance(error, OSError) else error
    return SettingsError(f"--output {folder}: cannot be written: {reason}")


@final
class _Watcher:
    """Progress on standard error: one rewritten line on a terminal, else a line now and then."""

    def __init__(self) -> None:
        self._terminal = sys.stderr.isatty()
        self._next = time.monotonic() + (0.2 if self._terminal else 5.0)

    def __call__(self, progress: "Progress") -> None:
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + (0.2 if self._terminal else 5.0)
        best = "" if progress.best is None else to_text(progress.best)
        line = (
            f"{progress.seconds:6.1f} s  stage {progress.stage}, epoch {progress.epoch}, "
            f"{progress.candidates} candidates, loss {progress.loss:.2g}: {best}"
        )
        if self._terminal:
            print(f"\r\x1b[K{line[:110]}", end="", file=sys.stderr, flush=True)
        else:
            print(line, file=sys.stderr, flush=True)
