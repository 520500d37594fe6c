"""Rows as a bench of the handbook makes them, and their report."""

from pathlib import Path

from support.folders import handbook
from symplex_benchmarks.bench._references import reference_problems
from symplex_benchmarks.bench._report import Provenance, Report

PROVENANCE = Provenance("symplex bench handbook", "1.2.3", 60.0, 2, 1, 2)


def row(problem: str, **changes):
    usual = {"recipe": "default", "problem": problem, "seed": 0, "status": "exact", "proved": True}
    more = {"other": False, "srr": True, "mse": 0.0, "seconds": 1.0, "candidates": 10}
    return {**usual, **more, "answer": "u = x", **changes}


def report(folder: Path, *rows):
    problems = tuple(reference_problems(handbook(folder) / "handbook"))
    return Report(problems, rows, (PROVENANCE,))
