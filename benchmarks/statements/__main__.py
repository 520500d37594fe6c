"""`make fuzz`: so many random statements are solved for some seconds each; prints what went wrong.

The exit code is 1 if anything did. With several jobs, what overran is run once more alone. Rows are
appended to ``--output``: what stands there already is not run again, so that a run that was killed
goes on; delete the file to begin anew.
"""

import argparse
import json
import statistics
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any

from statements.generator import statement
from statements.runner import Timing, is_late, outcome, row, startup


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the statements that have no row yet, and sum up all of them."""
    options = _options(arguments)
    if options.show is not None:
        print(statement(options.seed, options.show)[1], end="")
        return 0
    wanted = range(options.start, options.start + options.count)
    rows = {r["index"]: r for r in _read(options.output) if r["seed"] == options.seed}
    with ThreadPoolExecutor(options.jobs) as pool, options.output.open("a") as file:
        if options.output.stat().st_size and not options.output.read_text().endswith("\n"):
            file.write("\n")  # the last row was cut off
        # As many at once as later: start-up takes longer on a machine that is busy.
        measured = list(pool.map(lambda _: startup(), range(max(options.jobs, 3))))
        timing = Timing(options.time_limit, statistics.median(measured))
        print(f"start-up {timing.startup:.2f} s", flush=True)

        def done(index: int, timing: Timing = timing) -> dict[str, Any]:
            kind, text = statement(options.seed, index)
            made = row(outcome(text, timing.limit, timing.hard), timing)
            return {"seed": options.seed, "index": index, "kind": kind, **made}

        def keep(made: dict[str, Any]) -> None:
            file.write(json.dumps(made) + "\n")
            file.flush()
            rows[made["index"]] = made
            for failure in made["failures"]:
                print(f"{made['index']:>6} {made['kind']:<24} {failure}", flush=True)

        waiting = [pool.submit(done, index) for index in wanted if index not in rows]
        try:
            for made in (future.result() for future in as_completed(waiting)):
                keep(made)
        finally:
            pool.shutdown(cancel_futures=True)
        # What overran beside others is run again with nothing beside it: the others may be why.
        late = [k for k in wanted if is_late(rows[k]["failures"])] if options.jobs > 1 else []
        for index in late:
            alone = Timing(options.time_limit, startup())
            keep({**done(index, alone), "over_beside_others": rows[index]["over"]})
    chosen = [rows[index] for index in wanted]
    print("\n".join(summary(chosen)))
    return 1 if any(made["failures"] for made in chosen) else 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="statements", description=__doc__)
    parser.add_argument("--count", type=int, default=2000, help="how many (default 2000)")
    parser.add_argument("--start", type=int, default=0, help="the first one's number (default 0)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1, help="runs at once (default 1)")
    parser.add_argument("--time-limit", type=float, default=3.0, metavar="SECONDS")
    parser.add_argument("--output", type=Path, default=Path("statements.jsonl"), metavar="FILE")
    parser.add_argument("--show", type=int, metavar="INDEX", help="print a statement, run nothing")
    return parser.parse_args(arguments)


def _read(path: Path) -> Iterable[dict[str, Any]]:
    """The rows of an earlier run; a last line that was cut off does not count."""
    for line in path.read_text().splitlines() if path.exists() else ():
        try:
            yield json.loads(line)
        except ValueError:
            continue


def summary(rows: Sequence[dict[str, Any]]) -> list[str]:
    """Counts by kind and status, the longest overrun, and the statements of every failure."""
    statuses = [made["status"] or f"exit {made['code']}" for made in rows]
    columns = sorted(set(statuses))
    counts = Counter(zip((made["kind"] for made in rows), statuses, strict=True))
    lines = [f"{'':<24}" + "".join(f"{name:>13}" for name in columns)]
    for kind in sorted({made["kind"] for made in rows}):
        lines.append(f"{kind:<24}" + "".join(f"{counts[kind, name]:>13}" for name in columns))
    lines.append(f"{'all':<24}" + "".join(f"{statuses.count(name):>13}" for name in columns))
    by_class: dict[str, list[int]] = {}
    for made in rows:
        for failure in (*made["failures"], *made["left_out"]):
            name = failure if made["left_out"] else failure.split(":")[0]
            by_class.setdefault(name, []).append(made["index"])
    lines += [f"{name}: {len(found)} {found}" for name, found in sorted(by_class.items())]
    worst = max(rows, key=lambda made: made["over"])
    lines.append(f"longest overrun {worst['over']:.2f} s (statement {worst['index']})")
    lines.append(f"{sum(bool(made['failures']) for made in rows)} of {len(rows)} failed")
    return lines


if __name__ == "__main__":
    sys.exit(main())
