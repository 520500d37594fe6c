"""What the policy alone is worth at scale: runs on a GPU, noted one by one, and continued.

``python tools/gpu_experiments.py ROWS.jsonl --total 590`` runs what is still missing in
ROWS.jsonl, a line of JSON for each run, and begins no run that might not end within --total
seconds; call it again until it says that nothing is missing. The arms, each on its problems:

symformer   the recipe of the policy alone, on the paper's 14 problems
lstm        the same with a recurrent network in SymFormer's place, at equal seconds
uniform     the same with every legal token equally likely
adam        the same with 50 steps of Adam in Levenberg–Marquardt's place, on four problems
default     the default recipe, on the problem files that --files names
"""

import argparse
import json
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, final

from symplex.errors import SymplexError
from symplex.expression.render import to_text
from symplex.notation.problem_files import load
from symplex.numerics.evaluation.evaluator import device_of, evaluator_on
from symplex.propose.candidates.settings import DEFAULT, SYMFORMER, PolicyKind, SearchSettings
from symplex.solver.search.state import Progress
from symplex.solver.solution.solution import Solution
from symplex.solver.solution.solve import solve

PAPER: Final = (
    *("poisson-quartic", "advection-gaussian", "heat", "eikonal", "burgers"),
    *("parametric-advection-hat", "parametric-heat-exp", "poisson-exp", "advection-sine"),
    *("heat-source", "hj-convex", "hj-concave", "parametric-advection-sine", "parametric-heat"),
)
"""The paper's problems, in the order of its two tables."""
ADAM: Final = ("poisson-quartic", "heat", "burgers", "parametric-heat")
ARMS: Final = MappingProxyType(
    {
        "symformer": SYMFORMER,
        "lstm": replace(SYMFORMER, policy=PolicyKind.LSTM),
        "uniform": replace(SYMFORMER, policy=PolicyKind.UNIFORM),
        "adam": SYMFORMER.without(["lm"]),
        "default": DEFAULT,
    }
)
_SHOWN: Final = 12
"""How many epochs of a run are noted, evenly spaced."""
_MARGIN: Final = 8.0
"""Seconds that a run may take beyond its limit, for the certificate of what it found."""
Row = dict[str, Any]


@final
@dataclass(frozen=True)
class Task:
    """One run."""

    arm: str
    problem: str
    seed: int
    limit: float
    samples: int
    """Trees that the policy writes in an epoch."""

    @property
    def key(self) -> Row:
        """What a row is recognised by."""
        return dict(vars(self))


def tasks(options: argparse.Namespace) -> Iterable[Task]:
    """All runs, arm by arm."""
    for arm in options.arms:
        given = {"adam": ADAM, "default": tuple(options.files)}.get(arm, PAPER)
        limit = options.default_limit if arm == "default" else options.limit
        samples = options.samples or ARMS[arm].gpu.samples
        for seed in options.seeds:
            for problem in given:
                if not options.problems or problem in options.problems:
                    yield Task(arm, problem, seed, limit, samples)


def recipe(task: Task, options: argparse.Namespace) -> SearchSettings:
    """The recipe of an arm, with the sizes of batches that were asked for."""
    settings = ARMS[task.arm]
    sizes = {"samples": task.samples, "moves": options.moves}
    gpu = replace(settings.gpu, **{name: size for name, size in sizes.items() if size})
    return replace(settings, gpu=gpu)


@final
class Watcher:
    """Notes what the policy did in each epoch."""

    def __init__(self) -> None:
        self._rows: list[Row] = []

    def __call__(self, progress: Progress) -> None:
        """Note one epoch."""
        writing = progress.writing
        facts = {
            "stage": progress.stage,
            "epoch": progress.epoch,
            "loss": progress.loss,
            "best": "" if progress.best is None else to_text(progress.best),
            "candidates": progress.candidates,
            "seconds": round(progress.seconds, 3),
        }
        own = {} if writing is None else dict(vars(writing))
        self._rows.append(facts | own)

    def summary(self) -> Row:
        """How many epochs there were, some of them, and how far variety fell."""
        step = max(1, -(-len(self._rows) // _SHOWN))
        entropies = [row["entropy"] for row in self._rows if "entropy" in row]
        shares = [row["distinct"] / row["trees"] for row in self._rows if row.get("trees")]
        return {
            "epochs": len(self._rows),
            "least_entropy": min(entropies, default=None),
            "least_distinct_share": min(shares, default=None),
            "course": self._rows[::step],
        }


def result(task: Task, options: argparse.Namespace) -> Row:
    """The row of one run; a failure is a row too."""
    watcher, begin = Watcher(), time.monotonic()
    facts = task.key | {"device": options.device, "threads": options.threads}
    try:
        found = solve(
            load(task.problem),
            seed=task.seed,
            time_limit=task.limit,
            recipe=recipe(task, options),
            threads=options.threads,
            device=options.device,
            watch=watcher,
        )
    except (RuntimeError, SymplexError) as error:
        return facts | {"status": "failed", "error": str(error)} | watcher.summary()
    wall = time.monotonic() - begin
    return facts | _answer(found) | {"wall": round(wall, 3)} | watcher.summary()


def _answer(found: Solution) -> Row:
    told = found.to_json()
    kept = ("status", "solution", "seconds", "candidates", "stop_reason")
    return {"proved": found.is_exact} | {name: told[name] for name in kept}


def missing(wanted: Iterable[Task], file: Path) -> list[Task]:
    """What has no row yet; a line that was cut off, or of a run that failed, counts as none."""
    held: list[Row] = []
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else []:
        try:
            held.append(json.loads(line))
        except json.JSONDecodeError:
            continue
    names = Task("", "", 0, 0.0, 0).key
    done = [{name: row.get(name) for name in names} for row in held if "error" not in row]
    return [task for task in wanted if task.key not in done]


def append(row: Row, file: Path) -> None:
    """Add a line at once, after one that was cut off too."""
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    begin = "\n" if text and not text.endswith("\n") else ""
    with file.open("a", encoding="utf-8") as held:
        held.write(f"{begin}{json.dumps(row)}\n")


def parser() -> argparse.ArgumentParser:
    """The options."""
    made = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument("rows", type=Path, metavar="ROWS.jsonl")
    made.add_argument("--arms", nargs="+", choices=ARMS, default=["symformer", "lstm", "uniform"])
    made.add_argument("--files", nargs="*", default=[], help="problems of the arm default")
    made.add_argument("--problems", nargs="*", default=[], help="only these")
    made.add_argument("--seeds", nargs="+", type=int, default=[0])
    made.add_argument("--limit", type=float, default=35.0, help="seconds of a run (35)")
    made.add_argument("--default-limit", type=float, default=20.0, help="of the arm default (20)")
    made.add_argument("--total", type=float, default=float("inf"), help="seconds in all")
    made.add_argument("--device", default="cuda")
    made.add_argument("--threads", type=int, default=16)
    made.add_argument("--samples", type=int, default=0, help="an epoch; the recipe's if 0")
    made.add_argument("--moves", type=int, default=0, help="an epoch; the recipe's if 0")
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what is missing and fits into the time; 0 once nothing is, 1 if something is."""
    options, begin = parser().parse_args(arguments), time.monotonic()
    try:
        evaluator_on(device_of(options.device))
    except SymplexError as error:
        print(f"gpu_experiments: {error}", file=sys.stderr)
        return 2
    left = missing(tasks(options), options.rows)
    if left and left[0].limit + _MARGIN <= options.total:
        # Starting torch and the GPU takes seconds, which belong to no run.
        result(Task("uniform", "burgers", 0, 1.0, 1024), options)
    while left and time.monotonic() - begin + left[0].limit + _MARGIN <= options.total:
        row = result(left.pop(0), options)
        append(row, options.rows)
        shown = ("arm", "problem", "seed", "limit", "status", "seconds", "candidates", "solution")
        print(" ".join(str(row.get(name, "")) for name in (*shown, "error")), flush=True)
    print(f"{len(left)} runs are missing" if left else "nothing is missing")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
