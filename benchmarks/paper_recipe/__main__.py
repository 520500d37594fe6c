"""Runs the paper's recipe on the 14 problems: what is proved, and which step fails elsewhere.

Rows are appended to ``--output``; what stands there already is not run again.
"""

import argparse
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Final

from paper_recipe.one import switched
from paper_recipe.tables import Row, read, tables
from symplex_benchmarks.bench._references import reference_problems

_HOME: Final = Path(__file__).parents[1]
_NAMED: Final = ("problem", "seed", "faces", "switches", "time_limit")
"""What tells a run from others."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the rows that are missing, and print all of them."""
    options = _options(arguments)
    if options.rows:
        print(tables(read(options.rows)))
        return 0
    switches = dict(text.split("=", 1) for text in options.switch)
    switched(switches)  # a mistake is found before the first run
    tasks = [
        {
            "problem": one.name,
            "seed": seed,
            "faces": options.faces,
            "switches": switches,
            "time_limit": options.time_limit,
        }
        for one in reference_problems(_HOME, options.problems)
        for seed in range(options.first_seed, options.first_seed + options.seeds)
    ]
    kept = {_key(row): row for row in read([options.output] if options.output.exists() else [])}
    left = [task for task in tasks if _key(task) not in kept]
    with ThreadPoolExecutor(options.jobs) as pool, options.output.open("a") as file:
        for made in as_completed([pool.submit(_run, task) for task in left]):
            kept[_key(made.result())] = made.result()
            file.write(json.dumps(made.result()) + "\n")
            file.flush()
            print(_line(made.result()), flush=True)
    print(_summary([kept[_key(task)] for task in tasks]))
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="paper_recipe", description=__doc__)
    parser.add_argument("--problems", default="*", metavar="GLOBS")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--time-limit", type=float, default=500.0, metavar="SECONDS")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--faces", action="store_true", help="tell the true values on every face")
    parser.add_argument(
        "--switch", action="append", default=[], metavar="NAME=VALUE", help="a departure"
    )
    parser.add_argument(
        "--rows", type=Path, nargs="+", metavar="FILE", help="run nothing: tables of these rows"
    )
    parser.add_argument("--output", type=Path, default=Path("paper_recipe.jsonl"))
    return parser.parse_args(arguments)


def _run(task: Row) -> Row:
    command = [sys.executable, "-m", "paper_recipe.one"]
    done = subprocess.run(
        command, input=json.dumps(task), capture_output=True, text=True, check=False
    )
    if done.returncode:
        return {**task, "status": "lost", "proved": False, "srr": False, "why": done.stderr[-500:]}
    return json.loads(done.stdout)


def _key(row: Row) -> str:
    return json.dumps([row[name] for name in _NAMED], sort_keys=True)


def _line(row: Row) -> str:
    if row["status"] == "lost":
        return f"{row['problem']:<26} seed {row['seed']}  lost: {row['why']}"
    mark = "proved" if row["proved"] else "exact but another" if row["other"] else row["status"]
    counted = Counter(f"{one['stage']} {one['verdict']}" for one in row["stages"])
    steps = ", ".join(f"{what} ({times})" for what, times in counted.items())
    epochs = sum(one["epochs"] for one in row["stages"])
    return (
        f"{row['problem']:<26} seed {row['seed']}  {mark:<12} {row['seconds']:6.1f} s "
        f"{epochs:>6} epochs  {steps}  {row['answer'][:60]}"
    )


def _summary(rows: Sequence[Row]) -> str:
    proved, recovered = (sum(bool(row[key]) for row in rows) for key in ("proved", "srr"))
    return f"{proved} of {len(rows)} proved, {recovered} recovered"


if __name__ == "__main__":
    sys.exit(main())
