"""`make faults`: every ingredient of a run fails in every way; prints what became of the runs.

The exit code is 1 if a run was lost, took too long, or found less than without the ingredient. Rows
are appended to ``--output``: what stands there already is not run again; delete the file to begin
anew.
"""

import argparse
import json
import statistics
import sys
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from faults.crashes import CRASHES, crash_row
from faults.ingredients import ingredients
from faults.injection import INJECTED, Fault
from faults.subjects import ASKING, SUBJECTS, Seen, Subject, chosen
from faults.trials import row, run
from faults.workers import WORKER_FAULTS, WORKERS
from statements.runner import Timing, startup

_SURVEY: Final = "SURVEY"
Row = dict[str, Any]
Key = tuple[str, str]


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what has no row yet, and sum up all of it."""
    options = _options(arguments)
    with ThreadPoolExecutor(options.jobs) as pool:
        rows = _Rows(options.output, pool)
        # As many at once as later: start-up takes longer on a machine that is busy.
        measured = list(pool.map(lambda _: startup(), range(max(options.jobs, 3))))
        timing = Timing(options.time_limit, statistics.median(measured))
        print(f"start-up {timing.startup:.2f} s", flush=True)
        wanted = [who for who in (*ingredients(), *WORKERS) if options.only in who]
        seen = _surveyed(rows, timing)
        subjects = {who: _subject(who, seen) for who in wanted}
        for who in (who for who, subject in subjects.items() if subject is None):
            print(f"no subject gives a turn to {who}")
        found = {who: subject for who, subject in subjects.items() if subject is not None}
        rows.done({(who, Fault.ABSENT.name): _left_out(who, found[who], timing) for who in found})
        work = {
            (who, fault.name): _faulty(who, fault, found[who], timing, rows)
            for who in found
            for fault in (WORKER_FAULTS if who in WORKERS else INJECTED)
        }
        if options.only in "the process itself":
            work |= {(fault.value, fault.name): lambda f=fault: crash_row(f) for fault in CRASHES}
        made = [rows.all[key] for key in rows.done(work)]
    print("\n".join(summary(made)))
    bad = any(one["lost"] or one["overrun"] or one["wrong"] for one in made)
    return 1 if bad or len(found) < len(wanted) else 0


@contextmanager
def _cancelled(waiting: Iterable[Future[Row]]) -> Generator[None]:
    """Whatever ends the block ends what has not begun."""
    try:
        yield
    finally:
        for one in waiting:
            one.cancel()


class _Rows:
    """The rows of this run and of earlier ones, each written down as soon as it is there."""

    def __init__(self, path: Path, pool: ThreadPoolExecutor) -> None:
        self._path, self._pool = path, pool
        lines = path.read_text().splitlines() if path.exists() else []
        read = (json.loads(line) for line in lines if line.endswith("}"))
        self.all: dict[Key, Row] = {(one["who"], one["fault"]): one for one in read}

    def done(self, work: Mapping[Key, Callable[[], Row]]) -> Iterable[Key]:
        """Do what was not done before; the names of all of it."""
        waiting = [self._pool.submit(do) for key, do in work.items() if key not in self.all]
        with self._path.open("a", encoding="utf-8") as file, _cancelled(waiting):
            for made in (future.result() for future in as_completed(waiting)):
                file.write(json.dumps(made) + "\n")
                file.flush()
                self.all[made["who"], made["fault"]] = made
                _tell(made)
        return work


def _surveyed(rows: _Rows, timing: Timing) -> dict[str, Seen]:
    """Who has turns with which subject."""

    def survey(subject: Subject) -> Row:
        made = run(subject, {}, timing.limit)
        status = made.answer.get("status", "")
        named, said = sorted(made.seen.named), sorted(made.seen.said)
        return {
            "who": subject.key,
            "fault": _SURVEY,
            "named": named,
            "said": said,
            "found": status,
        }

    rows.done({(one.key, _SURVEY): lambda one=one: survey(one) for one in SUBJECTS})
    found = {one.key: rows.all[one.key, _SURVEY] for one in SUBJECTS}
    return {
        key: Seen(frozenset(one["named"]), frozenset(one["said"])) for key, one in found.items()
    }


def _subject(who: str, seen: Mapping[str, Seen]) -> Subject | None:
    """On which subject someone is faulty."""
    return ASKING[who] if who in WORKERS else chosen(who, seen, SUBJECTS)


def _left_out(who: str, subject: Subject, timing: Timing) -> Callable[[], Row]:
    """The run without someone."""
    return lambda: row(who, Fault.ABSENT, subject, timing, "")


def _faulty(
    who: str, fault: Fault, subject: Subject, timing: Timing, rows: _Rows
) -> Callable[[], Row]:
    """The run with a fault, once more if it found less: a machine may have been busy."""

    def made() -> Row:
        absent = rows.all[who, Fault.ABSENT.name]["status"]
        first = row(who, fault, subject, timing, absent)
        if not first["wrong"]:
            return first
        return {**row(who, fault, subject, timing, absent), "again": True}

    return made


def _tell(made: Row) -> None:
    if made["fault"] == _SURVEY:
        print(f"{made['who']}: {made['found']}, {len(made['said'])} said something", flush=True)
        return
    wrong = f"{made['status']} for {made['absent']}" if made["wrong"] else ""
    late = f"overrun {made['over']:.1f} s" if made["overrun"] else ""
    said = "; ".join(filter(None, (*made["lost"], late, wrong))) or made["status"]
    print(f"{made['who']} {Fault[made['fault']].value} ({made['subject']}): {said}", flush=True)


def summary(rows: Sequence[Row]) -> list[str]:
    """Counts by fault; who is mute had turns and nothing to say that could be spoiled."""
    lines = [
        f"{'fault':<16}{'runs':>7}{'lost':>7}{'overruns':>10}{'wrong':>7}{'mute':>7}{'longest':>9}"
    ]
    for fault in Fault:
        some = [one for one in rows if one["fault"] == fault.name]
        if some:
            lost, over, wrong, mute = (sum(bool(one[key]) for one in some) for key in _COUNTED)
            most = max(one["over"] for one in some)
            lines.append(
                f"{fault.value:<16}{len(some):>7}{lost:>7}{over:>10}{wrong:>7}{mute:>7}{most:>8.1f}s"
            )
    return lines


_COUNTED: Final = ("lost", "overrun", "wrong", "mute")


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="faults", description=__doc__)
    parser.add_argument("--jobs", type=int, default=1, help="runs at once (default 1)")
    parser.add_argument("--time-limit", type=float, default=20.0, metavar="SECONDS")
    parser.add_argument("--only", default="", metavar="NAME", help="whoever has this in the name")
    parser.add_argument("--output", type=Path, default=Path("faults.jsonl"), metavar="FILE")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
