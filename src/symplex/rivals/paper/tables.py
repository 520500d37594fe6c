"""The paper's tables, from rows."""

from collections.abc import Mapping, Sequence
from typing import Final

from symplex.rivals.catalogue import METHODS as CATALOGUE
from symplex.rivals.comparison.report import root
from symplex.rivals.comparison.rows import Row, summary
from symplex.rivals.comparison.tables import Table, error, seconds, share, shortened, size
from symplex.rivals.paper.items import SOLVERS, TITLES, Effort

_FORMULA: Final = 96
_ROUNDING: Final = 1e-24
"""Mean squares below this are rounding errors: which of them is the least says nothing."""
_NOTE: Final = (
    "A cell is MSE · SRR. MSE: the least over the seeds, as in the paper; bold where it is the "
    "least of all methods, those below 1e-24 being equal. SRR: runs whose simplified skeleton is "
    "that of the true solution and whose MSE is below 1e-8. The last line: runs whose formula is "
    "proved. Every method but SymPlex is told the true values on the faces of space that the "
    "statement leaves open"
)


def recoveries(
    name: str, problems: Sequence[str], rows: Sequence[Row], effort: Effort, machine: str
) -> Table:
    """Errors and recoveries of every method on every problem, then what is proved of them."""
    found = by_method([row for row in rows if row["problem"] in problems])
    methods = [method for method in CATALOGUE if any(method == one for _, one in found)]
    lines = [_line(problem, methods, found) for problem in problems]
    lines.append(("proved", *(_proved(method, found) for method in methods)))
    caption = f"Errors and recoveries: {effort.caption}, {machine}. {_NOTE}."
    header = ("problem", *(CATALOGUE[method].title for method in methods))
    return Table(caption, name, header, tuple(lines))


def by_method(rows: Sequence[Row]) -> Mapping[tuple[str, str], Row]:
    """What the rows of each problem and method add up to."""
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        groups.setdefault((row["problem"], row["method"]), []).append(row)
    return {key: summary(group) for key, group in groups.items()}


def _line(
    problem: str, methods: Sequence[str], found: Mapping[tuple[str, str], Row]
) -> tuple[str, ...]:
    known = [found[problem, method]["best_mse"] for method in methods if (problem, method) in found]
    least = min((mse for mse in known if mse is not None), default=0.0)
    cells = [TITLES[problem]]
    for method in methods:
        row = found.get((problem, method))
        if row is None:
            cells.append("–")
            continue
        shown, mse = f"{error(row['best_mse'])} · {share(row['srr'])}", row["best_mse"]
        is_best = mse is not None and mse <= max(least, _ROUNDING)
        cells.append(f"**{shown}**" if is_best else shown)
    return tuple(cells)


def _proved(method: str, found: Mapping[tuple[str, str], Row]) -> str:
    rows = [row for (_, one), row in found.items() if one == method]
    return f"{sum(row['proved'] for row in rows)} of {sum(row['runs'] for row in rows)}"


def formulas(name: str, rows: Sequence[Row], effort: Effort, machine: str) -> Table:
    """The formula of least error of every method on every problem, or why there is none."""
    lines: list[tuple[str, ...]] = []
    before = ""
    for (problem, method), row in by_method(rows).items():
        formula = row["formula"]
        said = f"`{shortened(formula, _FORMULA)}`" if formula else row["why"] or "–"
        title = "" if problem == before else TITLES[problem]
        lines.append((title, CATALOGUE[method].title, error(row["best_mse"]), said))
        before = problem
    caption = (
        f"The formulas of least error: {effort.caption}, {machine}. Those of more than {_FORMULA} "
        "characters are shown with numbers of three digits, and cut at …; the runs have them whole."
    )
    return Table(caption, name, ("problem", "method", "MSE", "found"), tuple(lines))


def solvers(name: str, rows: Sequence[Row], machine: str) -> Table:
    """The solvers side by side on one problem; a row for each measure, as in the paper."""
    chosen = {row["method"]: row for row in rows}
    columns = [chosen[method] for method in SOLVERS]
    measures = [
        ("mean squared error", [error(row["mse"]) for row in columns]),
        ("root of it (RMS)", [error(root(row["mse"])) for row in columns]),
        ("mean absolute error", [error(row.get("mean")) for row in columns]),
        ("largest error", [error(row["largest"]) for row in columns]),
        ("computation", [seconds(row["seconds"]) for row in columns]),
        ("inference at 100 points", [seconds(row["inference"]) for row in columns]),
        ("peak memory of the process", [size(row["peak_memory"]) for row in columns]),
        ("memory beyond the start", [size(row["grown_memory"]) for row in columns]),
        ("storage of the solution", [size(row["storage"]) for row in columns]),
        ("proved", ["yes" if row["proved"] else "no" for row in columns]),
    ]
    if any(row["why"] for row in columns):
        measures.append(("note", [row["why"] or "–" for row in columns]))
    header = ("measure", *(CATALOGUE[method].title for method in SOLVERS))
    lines = tuple((title, *cells) for title, cells in measures)
    return Table(_solver_caption(columns, machine), name, header, lines)


def settings_of(method: str, settings: Mapping[str, str]) -> str:
    """A method's settings for a caption."""
    said = ", ".join(f"{name} {value}" for name, value in settings.items())
    return f"{CATALOGUE[method].title}: {said}"


def _solver_caption(rows: Sequence[Row], machine: str) -> str:
    settings = "; ".join(
        settings_of(row["method"], row["settings"]) for row in rows if row["settings"]
    )
    return (
        f"Solvers on {TITLES[rows[0]['problem']]}: at most {rows[0]['time_limit']:g} s, "
        f"{machine}. {settings}."
    )
