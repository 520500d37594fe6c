"""`symplex report DIR`: one page of HTML for a run, which needs no network and no other file."""

import argparse
from pathlib import Path

from symplex.errors import SettingsError


def configure(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    parser.add_argument(
        "place", metavar="DIR|FILE", help="the folder of a run, or what 'solve --json' printed"
    )
    parser.add_argument(
        "--to",
        "--output",
        metavar="FILE",
        default="report.html",
        help="where it is written (report.html)",
    )


def run(options: argparse.Namespace) -> int:
    """Write the page, and print its name."""
    from symplex.app.report import report_html  # late: it loads what proves and what draws
    from symplex.solver.solution.solution import Solution
    from symplex.solver.solution.stored import stored_solution
    from symplex.work.runs.folder import read_run

    place, target = Path(options.place), Path(options.to)
    if place.is_dir():
        page = report_html(read_run(place))
    else:
        page = report_html(Solution.from_json(stored_solution(place)))
    try:
        target.write_text(page, encoding="utf-8")
    except OSError as error:
        raise SettingsError(f"{target}: cannot be written: {error.strerror}") from None
    print(target)
    return 0
