"""`symplex bench paper`: the paper's 14 problems, proved or not, over seeds."""

import argparse
from pathlib import Path

from symplex_benchmarks.bench import _runs
from symplex_benchmarks.bench._references import reference_problems
from symplex_benchmarks.bench.suite import report


def configure(parser: argparse.ArgumentParser) -> None:
    """Add this bench's options."""
    _runs.configure(parser, seeds=20, time_limit=60.0)
    _runs.configure_recipe(parser)


def run(options: argparse.Namespace) -> int:
    """Run, print a line a run, then a table."""
    report(reference_problems(Path(options.benchmarks), options.problems), options)
    return 0
