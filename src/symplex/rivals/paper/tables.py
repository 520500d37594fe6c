"""The paper's tables, from rows."""

from collections.abc import Mapping, Sequence

from symplex.rivals.catalogue import METHODS as CATALOGUE
from symplex.rivals.comparison.rows import Row, summary
from symplex.rivals.comparison.tables import Table, error, seconds, share, size
from symplex.rivals.paper.items import METHODS, SOLVERS, TITLES, Effort

_FORMULA = 160
_NOTE = (
    "MSE: the best over the seeds, as in the paper; SRR: runs whose simplified skeleton is that of "
    "the true solution and whose MSE is below 1e-8; every method but SymPlex is told the true "
    "values on the faces of space that the statement leaves open"
)


def recoveries(
    name: str, problems: Sequence[str], rows: Sequence[Row], effort: Effort, machine: str
) -> Table:
    """Errors and recoveries of every method on every problem."""
    header = ["problem"]
    for method in METHODS:
        title = CATALOGUE[method].title
        header += [f"{title} MSE", f"{title} SRR"]
    header.append("SymPlex proved")
    found = by_method(rows)
    lines = [_line(problem, found) for problem in problems]
    caption = f"Errors and recoveries: {effort.caption}, {machine}. {_NOTE}."
    return Table(caption, name, tuple(header), tuple(lines))


def by_method(rows: Sequence[Row]) -> Mapping[tuple[str, str], Row]:
    """What the rows of each problem and method add up to."""
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        groups.setdefault((row["problem"], row["method"]), []).append(row)
    return {key: summary(group) for key, group in groups.items()}


def _line(problem: str, found: Mapping[tuple[str, str], Row]) -> tuple[str, ...]:
    cells = [TITLES[problem]]
    for method in METHODS:
        row = found.get((problem, method))
        cells += ["–", "–"] if row is None else [error(row["best_mse"]), share(row["srr"])]
    ours = found.get((problem, METHODS[0]))
    cells.append("–" if ours is None else f"{ours['proved']}/{ours['runs']}")
    return tuple(cells)


def formulas(name: str, rows: Sequence[Row], effort: Effort, machine: str) -> Table:
    """The formula of least error of every method on every problem, or why there is none."""
    lines: list[tuple[str, ...]] = []
    for (problem, method), row in by_method(rows).items():
        said = row["formula"] or row["why"] or "–"
        shown = said if len(said) <= _FORMULA else f"{said[:_FORMULA]}…"
        title = CATALOGUE[method].title
        lines.append((TITLES[problem], title, error(row["best_mse"]), f"`{shown}`"))
    caption = f"The formulas of least error: {effort.caption}, {machine}."
    return Table(caption, name, ("problem", "method", "MSE", "found"), tuple(lines))


def solvers(name: str, rows: Sequence[Row], machine: str) -> Table:
    """The solvers side by side on one problem; a row for each measure, as in the paper."""
    chosen = {row["method"]: row for row in rows}
    columns = [chosen[method] for method in SOLVERS]
    measures = (
        ("MSE", [error(row["mse"]) for row in columns]),
        ("largest error", [error(row["largest"]) for row in columns]),
        ("computation", [seconds(row["seconds"]) for row in columns]),
        ("inference at 100 points", [seconds(row["inference"]) for row in columns]),
        ("peak memory of the process", [size(row["peak_memory"]) for row in columns]),
        ("memory beyond the start", [size(row["grown_memory"]) for row in columns]),
        ("storage of the solution", [size(row["storage"]) for row in columns]),
        ("proved", ["yes" if row["proved"] else "no" for row in columns]),
        ("note", [row["why"] or "–" for row in columns]),
    )
    settings = "; ".join(
        f"{CATALOGUE[row['method']].title}: " + ", ".join(row["settings"].values())
        for row in columns
        if row["settings"]
    )
    caption = (
        f"Solvers on {TITLES[columns[0]['problem']]}: at most {columns[0]['time_limit']:g} s, "
        f"{machine}. {settings}."
    )
    header = ("measure", *(CATALOGUE[method].title for method in SOLVERS))
    return Table(caption, name, header, tuple((title, *cells) for title, cells in measures))
