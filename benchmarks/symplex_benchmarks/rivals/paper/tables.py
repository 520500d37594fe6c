"""The paper's tables, from rows."""

from collections.abc import Mapping, Sequence
from typing import Final

from symplex.expression.parse import parse
from symplex.notation.problem_files import bundled
from symplex.problem import Problem
from symplex_benchmarks.rivals.catalogue import METHODS as CATALOGUE
from symplex_benchmarks.rivals.comparison.report import root
from symplex_benchmarks.rivals.comparison.rows import Row, summary
from symplex_benchmarks.rivals.comparison.tables import (
    Table,
    error,
    seconds,
    share,
    shortened,
    size,
)
from symplex_benchmarks.rivals.paper.items import TITLES, runs_said
from symplex_benchmarks.rivals.paper.printed import Printed, paper_name

_FORMULA: Final = 96
_ROUNDING: Final = 1e-24
"""Mean squares below this are rounding errors: which of them is the least says nothing."""
_HERE, _PAPER = "here", "paper"
_NOTE: Final = (
    "A cell is MSE · SRR. MSE: the least over the seeds, as in the paper; bold where it is the "
    "least of all methods here, those below 1e-24 being equal. SRR: runs whose simplified skeleton "
    "is that of the true solution and whose MSE is below 1e-8. The lines of the paper are what it "
    "prints. The last line: runs whose formula is proved. Every method but SymPlex is told the "
    "true values on the faces of space that the statement leaves open"
)


def recoveries(
    name: str, problems: Sequence[str], rows: Sequence[Row], printed: Printed, how: str
) -> Table:
    """Errors and recoveries of every method on every problem, then what is proved of them."""
    chosen = [row for row in rows if row["problem"] in problems]
    found = by_method(chosen)
    methods = [method for method in CATALOGUE if any(method == one for _, one in found)]
    lines: list[tuple[str, ...]] = []
    for problem in problems:
        lines.append(_line(problem, methods, found))
        cells = (_printed(printed.error(problem, method)) for method in methods)
        lines.append(("", _PAPER, *cells))
    lines.append(("proved", _HERE, *(_proved(method, found) for method in methods)))
    caption = f"Errors and recoveries: {_runs(chosen)}, {how}. {_NOTE}."
    header = ("problem", "", *(CATALOGUE[method].title for method in methods))
    return Table(caption, name, header, tuple(lines))


def _printed(figures: tuple[float, float] | None) -> str:
    return "–" if figures is None else f"{error(figures[0])} · {figures[1]:g} %"


def _runs(rows: Sequence[Row]) -> str:
    """How many seeds were really run, and for how long."""
    counts = [
        len({row["seed"] for row in rows if _which(row) == key}) for key in {*map(_which, rows)}
    ]
    limit = max(row["time_limit"] for row in rows)
    if min(counts) == max(counts):
        return runs_said(counts[0], limit)
    return f"{min(counts)} to {max(counts)} seeds, {limit:g} s a run"


def _which(row: Row) -> tuple[str, str]:
    return row["problem"], row["method"]


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
    cells = [TITLES[problem], _HERE]
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


def formulas(name: str, rows: Sequence[Row], printed: Printed, how: str) -> Table:
    """The formula of least error of every method on every problem, or why there is none.

    What the paper prints for SymPlex stands before them.
    """
    lines: list[tuple[str, ...]] = []
    before = ""
    for (problem, method), row in by_method(rows).items():
        if problem != before:
            told = printed.expressions.get(problem)
            shown = "–" if told is None else f"`{told}`"
            lines.append((TITLES[problem], "SymPlex, the paper", "–", shown))
        formula = row["formula"]
        said = f"`{shortened(formula, _FORMULA)}`" if formula else row["why"] or "–"
        lines.append(("", CATALOGUE[method].title, error(row["best_mse"]), said))
        before = problem
    caption = (
        f"The formulas of least error: {_runs(rows)}, {how}. What the paper prints for SymPlex is "
        "as it is printed, misprints and all. Formulas of more than "
        f"{_FORMULA} characters are shown with numbers of three digits, and cut at …; the runs "
        "have them whole."
    )
    return Table(caption, name, ("problem", "method", "MSE", "found"), tuple(lines))


def problems(name: str, stated: Sequence[Problem], printed: Printed) -> Table:
    """What the paper states, and what we state."""
    lines: list[tuple[str, ...]] = []
    for problem in stated:
        equation, data = printed.problems[problem.name]
        lines.append((TITLES[problem.name], _PAPER, f"`{equation}`", f"`{data}`"))
        ours = "; ".join(f"`{one.text}`" for one in problem.equations)
        given = "; ".join(f"`{c.region}: {c.text}`" for c in problem.conditions)
        lines.append((f"`{problem.name}`", _HERE, ours, given))
    caption = (
        "The problems: the equation, and what determines its solution. The paper prints initial "
        "data or the source, in its appendix the solution, and no domain; here every statement is "
        "whole, on the domain of the bundled file."
    )
    return Table(caption, name, ("problem", "", "equation", "data"), tuple(lines))


def solvers(name: str, rows: Sequence[Row], printed: Printed, how: str) -> Table:
    """The solvers side by side on one problem; a row for each measure, as in the paper."""
    measures = [
        ("applicability: MSE beyond the box", "applicability", [error(r["beyond"]) for r in rows]),
        ("error: mean square", "error", [error(row["mse"]) for row in rows]),
        ("root of it (RMS)", "", [error(root(row["mse"])) for row in rows]),
        ("mean absolute error", "", [error(row.get("mean")) for row in rows]),
        ("largest error", "", [error(row["largest"]) for row in rows]),
        ("computation", "computation", [seconds(row["seconds"]) for row in rows]),
        ("inference at 100 points", "inference", [seconds(row["inference"]) for row in rows]),
        ("peak memory of the process", "memory", [size(row["peak_memory"]) for row in rows]),
        ("memory beyond the start", "", [size(row["grown_memory"]) for row in rows]),
        ("storage of the solution", "storage", [size(row["storage"]) for row in rows]),
        ("proved", "", ["yes" if row["proved"] else "no" for row in rows]),
    ]
    if any(row["why"] for row in rows):
        measures.append(("note", "", [row["why"] or "–" for row in rows]))
    lines: list[tuple[str, ...]] = []
    for title, key, cells in measures:
        told = printed.solvers.get(key, {})
        paper = (told.get(paper_name(row["method"]), "–") for row in rows)
        pairs = zip(paper, cells, strict=True)
        lines.append((title, *(cell for pair in pairs for cell in pair)))
    caption = (
        f"{_solver_caption(rows, how)} Beyond the box: as far again in space on every side of the "
        "middle, and as long again in time, the box itself left out; a grid says there what its "
        "nearest node says. The paper does not say which error its own is."
    )
    return Table(caption, name, ("measure", *_beside(rows)), tuple(lines))


def paradigms(name: str, rows: Sequence[Row], printed: Printed, how: str) -> Table:
    """What the paper says of each kind of method, beside what is measured of one of the kind."""
    first = rows[0]["problem"]
    plain = [row for row in rows if row["problem"] == first]
    other = {row["method"]: row for row in rows if row["problem"] != first}
    lines: list[tuple[str, ...]] = []
    for key, title, measured in (
        ("interpretability", "interpretability", _readable),
        ("storage", "storage of the solution", lambda row: size(row["storage"])),
        ("accuracy", "accuracy: largest error", _accuracy),
        ("generalization", "generalization: MSE beyond the box", lambda row: error(row["beyond"])),
        ("parametric", "parametric discovery", lambda row: _parametric(other[row["method"]])),
    ):
        pairs = ((printed.paradigms[paper_name(r["method"])][key], measured(r)) for r in plain)
        lines.append((title, *(cell for pair in pairs for cell in pair)))
    parameter = "; ".join(dict.fromkeys(TITLES[row["problem"]] for row in other.values()))
    caption = (
        f"{_solver_caption(plain, how)} The paper has grid-based methods and networks in general; "
        f"here they are WENO and a PINN. Parametric discovery is measured on {parameter}: the MSE "
        "over all values of the parameter, and whether the answer is a formula with it."
    )
    return Table(caption, name, ("property", *_beside(plain)), tuple(lines))


def _readable(row: Row) -> str:
    formula = row["formula"]
    return f"a formula of {len(formula)} characters" if formula else "no formula"


def _accuracy(row: Row) -> str:
    if row["mse"] is None:
        return row["why"] or "–"
    return f"{error(row['largest'])}, {'proved' if row['proved'] else 'not proved'}"


def _parametric(row: Row) -> str:
    if row["mse"] is None:
        return row["why"] or "–"
    says = "a formula with it" if _has_parameter(row) else "no formula with it"
    proved = ", proved" if row["proved"] else ""
    return f"{error(row['mse'])}; {says}{proved}"


def _has_parameter(row: Row) -> bool:
    """Whether the answer is a formula with a parameter of its problem."""
    problem, text = bundled(row["problem"]), row["formula"].partition("=")[2]
    if not text:
        return False
    return not parse(text, problem.answer_scope).symbols.isdisjoint(problem.parameters)


def _beside(rows: Sequence[Row]) -> tuple[str, ...]:
    """For every method a column of the paper's and one of ours."""
    titles = [CATALOGUE[row["method"]].title for row in rows]
    return tuple(f"{title}, {who}" for title in titles for who in (_PAPER, _HERE))


def settings_of(method: str, settings: Mapping[str, str]) -> str:
    """A method's settings for a caption."""
    said = ", ".join(f"{name} {value}" for name, value in settings.items())
    return f"{CATALOGUE[method].title}: {said}"


def _solver_caption(rows: Sequence[Row], how: str) -> str:
    settings = "; ".join(
        settings_of(row["method"], row["settings"]) for row in rows if row["settings"]
    )
    return (
        f"Solvers on {TITLES[rows[0]['problem']]}: {runs_said(1, rows[0]['time_limit'])} "
        f"at most, {how}. {settings}."
    )
