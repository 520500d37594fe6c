"""The ledger from the command line.

``PYTHONPATH=benchmarks python -m ledger write FILE`` writes the rows of this checkout,
``… compare BEFORE AFTER`` tells two files apart, ``… against REVISION`` does both for another
revision or checkout, ``… count FILE FIELD`` counts what rows say, and ``… verdicts`` asks all
attacks and true answers again if what their verdicts rest on has changed. Exit codes: 0 nothing
differs, 1 something does (or a verdict is false, or a proof lost), 2 bad input, 130 interrupted.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import asdict
from fnmatch import fnmatchcase
from pathlib import Path

from ledger.book import Heading, read_book
from ledger.checkouts import compared_with
from ledger.comparison import Comparison, count, false, page, summary
from ledger.key import Key
from ledger.questions import LEFT_OUT, questions
from ledger.verdicts import KEPT, SUITES, Verdicts, report
from ledger.writing import continued, write

SAME, DIFFERENT, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130
_ROOT = Path(__file__).parents[2]
_TOLD_EVERY = 500


def main(arguments: Sequence[str] | None = None) -> int:
    """Write, compare, or both."""
    options = _parser().parse_args(arguments)
    try:
        return options.run(options)
    except ValueError as error:
        print(f"ledger: {error}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print("ledger: interrupted; the same command goes on from here", file=sys.stderr)
        return INTERRUPTED


def _write(options: argparse.Namespace) -> int:
    rows = list(
        write(options.file, options.only, options.every, jobs=options.jobs, watch=_progress)
    )
    print(summary(rows))
    return DIFFERENT if false(rows) else SAME


def _compare(options: argparse.Namespace) -> int:
    before, after = read_book(options.before), read_book(options.after)
    return _told(Comparison(before, after, options.ignore), options.most)


def _count(options: argparse.Namespace) -> int:
    rows = read_book(options.file).rows
    chosen = [row for name, row in rows.items() if fnmatchcase(name, options.only)]
    print(count(chosen, options.field, named=options.names))
    return SAME


def _against(options: argparse.Namespace) -> int:
    given = ["--every", str(options.every), "--only", options.only]
    before, after = compared_with(_ROOT, options.other, given, options.jobs)
    return _told(Comparison(before, after, options.ignore), options.most)


def _verdicts(options: argparse.Namespace) -> int:
    kept, key = Verdicts.read(KEPT), Key.of()
    if kept.key == key:
        print(f"the verdicts of {KEPT.name} stand: no proof and no question has changed")
        return SAME
    changed = [name for name, digest in asdict(key).items() if digest != getattr(kept.key, name)]
    print(f"{KEPT.name} is stale ({' and '.join(changed)}): all is asked again", file=sys.stderr)
    posed = [question for suite in SUITES for question in questions(f"{suite}/*")]
    label = f"verdicts-{key.proof}-{key.questions}"
    path = _ROOT / "build" / "ledger" / f"{label}.jsonl"
    heading = Heading.of("|".join(SUITES), 1, label)
    rows = continued(path, heading, posed, jobs=options.jobs, watch=_progress)
    print(report(kept, rows))
    # A false verdict is never kept: while the key stands, nobody would hear of it again.
    if false(rows) or (kept.lost(rows) and not options.write):
        return DIFFERENT
    if options.write:
        Verdicts.of(key, rows).write(KEPT)
        print(f"{KEPT.name} is written")
    else:
        print(f"nothing is false or lost; with --write, {KEPT.name} is brought up to date")
    return SAME


def _told(comparison: Comparison, most: int) -> int:
    print(page(comparison, most))
    return DIFFERENT if comparison.differs else SAME


def _progress(done: int, whole: int) -> None:
    if done % _TOLD_EVERY == 0 or done == whole:
        print(f"{done} of {whole} rows", file=sys.stderr, flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="ledger", description=(__doc__ or "").split("\n\n")[1])
    commands = parser.add_subparsers(required=True)
    answering = argparse.ArgumentParser(add_help=False)
    answering.add_argument(
        "--jobs", type=_whole, default=2, metavar="N", help="processes that answer"
    )
    asking = argparse.ArgumentParser(add_help=False, parents=[answering])
    showing = argparse.ArgumentParser(add_help=False)
    asking.add_argument("--every", type=_whole, default=1, metavar="N", help="only each N-th row")
    left_out = " and ".join(f"'{suite}/*'" for suite in sorted(LEFT_OUT))
    asking.add_argument(
        "--only", default="*", metavar="GLOB", help=f"rows of such names; ask so for {left_out}"
    )
    showing.add_argument(
        "--ignore", action="append", default=[], metavar="FIELD", help="a field that may differ"
    )
    showing.add_argument("--most", type=_whole, default=40, metavar="N", help="rows of each list")
    one = commands.add_parser("write", parents=[asking], help="write the rows of this checkout")
    one.add_argument("file", type=Path)
    one.set_defaults(run=_write)
    one = commands.add_parser("compare", parents=[showing], help="tell two files apart")
    one.add_argument("before", type=Path)
    one.add_argument("after", type=Path)
    one.set_defaults(run=_compare)
    one = commands.add_parser("count", help="count the values of a field")
    one.add_argument("file", type=Path)
    one.add_argument("field")
    one.add_argument("--only", default="*", metavar="GLOB", help="rows of such names")
    one.add_argument("--names", action="store_true", help="name the rows of each value")
    one.set_defaults(run=_count)
    one = commands.add_parser("against", parents=[asking, showing], help="do both")
    one.add_argument("other", metavar="CHECKOUT_OR_REVISION")
    one.set_defaults(run=_against)
    one = commands.add_parser(
        "verdicts", parents=[answering], help="ask attacks and truths again if a proof has changed"
    )
    one.add_argument("--write", action="store_true", help=f"keep what is said in {KEPT.name}")
    one.set_defaults(run=_verdicts)
    return parser


def _whole(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number from 1 on, found {number}")
    return number


if __name__ == "__main__":
    sys.exit(main())
