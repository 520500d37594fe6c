"""Measures the house: prints a table, and a sentence for everything that breaks a limit.

``python tools/house.py`` in the root of the repository; the exit code is 1 if a limit is broken.
``--list strings`` (or another word of a title) names what a measure counts although it is allowed.
"""

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from measures.imports import import_cycles
from measures.measure import Measure
from measures.rooms import import_depth, notation_in_proofs, rooms, trusted_lines
from measures.source import read_house
from measures.state import mutable_state
from measures.strings import string_comparisons

MEASURES = (
    string_comparisons,
    import_cycles,
    mutable_state,
    rooms,
    import_depth,
    trusted_lines,
    notation_in_proofs,
)


def table(measures: Iterable[Measure]) -> str:
    """The measures with their limits, one a line."""
    rows = [
        ("the house", "found", "limit", ""),
        *((m.title, m.number, m.bound, "" if m.is_kept else "broken") for m in measures),
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        f"{title:<{widths[0]}}  {found:>{widths[1]}}  {limit:<{widths[2]}}  {mark}".rstrip()
        for title, found, limit, mark in rows
    )


def sentences(measures: Iterable[Measure], listed: str | None) -> list[str]:
    """Everything that breaks a limit, and what was to be listed."""
    shown = [m for m in measures if not m.is_kept or (listed is not None and listed in m.title)]
    return [str(finding) for measure in shown for finding in measure.findings]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, and say by the exit code whether every limit is kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", type=Path, default=Path(__file__).parents[1], help="a checkout")
    parser.add_argument("--list", metavar="WORD", help="also list what such measures count")
    options = parser.parse_args(arguments)
    house = read_house(options.root)
    measures = [measure(house) for measure in MEASURES]
    for line in sentences(measures, options.list):
        print(line)
    print(table(measures))
    for note in (note for measure in measures for note in measure.notes):
        print(f"note: {note}")
    return 0 if all(measure.is_kept for measure in measures) else 1


if __name__ == "__main__":
    sys.exit(main())
