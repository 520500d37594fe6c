"""What `symplex compare` shows of one problem: what every method found, and what it cost."""

from collections.abc import Sequence
from math import sqrt

from symplex_benchmarks.rivals.comparison.rows import Row
from symplex_benchmarks.rivals.comparison.tables import Table, error, seconds, shortened, size

_ANSWERS = ("MSE", "RMS", "mean", "largest", "SRR", "proved", "found")
_COSTS = ("time", "candidates", "100 points", "memory", "storage")


def answers(name: str, rows: Sequence[Row], *, most: int | None = None) -> Table:
    """Errors, recovery, proof and formula of every run.

    Args:
        name: The problem.
        rows: Its runs.
        most: Characters that a formula may have; all of it if not given.
    """
    against = rows[0]["against"] or "nothing: there is no truth and no reference"
    caption = (
        f"{name}: what was found; errors (mean square, its root, mean and largest absolute) "
        f"against {against}"
    )
    cells = [
        (
            *_run(row, rows),
            *_errors(row),
            {True: "yes", False: "no", None: "–"}[row["srr"]],
            "yes" if row["proved"] else "no",
            _found(row, most),
        )
        for row in rows
    ]
    return Table(caption, f"{name}-answers", (*_head(rows), *_ANSWERS), tuple(cells))


def costs(name: str, rows: Sequence[Row]) -> Table:
    """Time, memory and storage of every run."""
    limits = ", ".join(dict.fromkeys(f"{row['time_limit']:g} s" for row in rows))
    caption = (
        f"{name}: what it cost; at most {limits} a run, a call at 100 points, the peak memory of "
        f"the process, the storage of the answer"
    )
    cells = [
        (
            *_run(row, rows),
            seconds(row["seconds"]),
            str(row["candidates"] or "–"),
            seconds(row["inference"]),
            size(row["peak_memory"]),
            size(row["storage"]),
        )
        for row in rows
    ]
    return Table(caption, f"{name}-costs", (*_head(rows), *_COSTS), tuple(cells))


def root(square: float | None) -> float | None:
    """The root of a mean square, where there is one."""
    return None if square is None else sqrt(square)


def _errors(row: Row) -> tuple[str, ...]:
    numbers = (row["mse"], root(row["mse"]), row.get("mean"), row["largest"])
    return tuple(map(error, numbers))


def _found(row: Row, most: int | None) -> str:
    formula, why = row["formula"], row["why"]
    if not formula:
        return why or "a field of values"
    shown = formula if most is None else shortened(formula, most)
    return f"`{shown}` ({why})" if why else f"`{shown}`"


def _several_seeds(rows: Sequence[Row]) -> bool:
    return len({row["seed"] for row in rows}) > 1


def _head(rows: Sequence[Row]) -> tuple[str, ...]:
    return ("method", "seed") if _several_seeds(rows) else ("method",)


def _run(row: Row, rows: Sequence[Row]) -> tuple[str, ...]:
    return (row["method"], str(row["seed"])) if _several_seeds(rows) else (row["method"],)
