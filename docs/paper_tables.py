"""Makes docs/paper-tables.md with its figures, and the Burgers tables of docs/reproduction.md.

Run it from the root of a checkout with the extra ``rivals`` of the benchmarks, on a machine that
does nothing else:

    python docs/paper_tables.py quick      # `symplex paper all --quick`: at most half an hour
    python docs/paper_tables.py burgers    # every method on Burgers, 300 s each: about as long

The rows go to benchmarks/paper_quick.jsonl and benchmarks/burgers.jsonl. With ``--kept`` what these
files hold is not run again: that is for a change of the tables alone. A run that was interrupted
goes on where it was.
"""

import argparse
import json
import shutil
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from symplex.app.cli.main import main as symplex
from symplex.app.spread.rows import RowFile
from symplex_benchmarks.rivals.catalogue import METHODS
from symplex_benchmarks.rivals.comparison.report import answers, costs
from symplex_benchmarks.rivals.paper.items import FULL, QUICK, runs_said
from symplex_benchmarks.rivals.paper.items import METHODS as COLUMNS

Row = dict[str, Any]
DOCS = Path(__file__).parent
BENCHMARKS = DOCS.parent / "benchmarks"
FIGURES = DOCS / "paper"
PAGE, REPRODUCTION = DOCS / "paper-tables.md", DOCS / "reproduction.md"
QUICK_ROWS, BURGERS_ROWS = BENCHMARKS / "paper_quick.jsonl", BENCHMARKS / "burgers.jsonl"
WORK = DOCS.parent / "build" / "paper"
WHOLE = "the whole quick version"
"""The row that says how long everything took."""
BEGIN, END = "<!-- written by docs/paper_tables.py burgers -->", "<!-- end of what is written -->"
_ABOUT = """\
[The paper's experiments](reproduction.md) tell how it is measured and what differs from the paper.
The same tables in LaTeX and the figures as SVG lie in `docs/paper/`, the runs in
`benchmarks/paper_quick.jsonl`. `python docs/paper_tables.py quick` makes this page anew.
"""
_FORMULA = 60
_LIMIT = 300
_MANY_SEEDS, _SEEDS = "ssde", 3


def main(arguments: Sequence[str] | None = None) -> None:
    """Run what is missing and write the pages."""
    parser = argparse.ArgumentParser(description="Make the paper's tables in docs/ anew.")
    parser.add_argument("what", choices=("quick", "burgers"))
    parser.add_argument("--kept", action="store_true", help="do not run again what is kept")
    options = parser.parse_args(arguments)
    {"quick": quick, "burgers": burgers}[options.what](kept=options.kept)


def quick(*, kept: bool) -> None:
    """Every table and figure, quick version."""
    rows = _begun(WORK / "runs.jsonl", QUICK_ROWS, kept=kept)
    was_empty, begun = not RowFile(rows).rows, time.monotonic()
    _run("paper", "all", "--quick", "--output", str(WORK), "--benchmarks", str(BENCHMARKS))
    if was_empty:
        RowFile(rows).append(WHOLE, {"minutes": round((time.monotonic() - begun) / 60, 1)})
    FIGURES.mkdir(exist_ok=True)
    for ending in ("tex", "png", "svg"):
        for file in WORK.glob(f"*.{ending}"):
            shutil.copy(file, FIGURES)
    PAGE.write_text(page(read_rows(rows), WORK), encoding="utf-8")
    shutil.move(rows, QUICK_ROWS)


def burgers(*, kept: bool) -> None:
    """Every method on Burgers with one seed, and SSDE with three."""
    rows = _begun(WORK / "burgers.jsonl", BURGERS_ROWS, kept=kept)
    chosen = ("--time-limit", str(_LIMIT), "--truth", str(BENCHMARKS / "answers.toml"))
    for more in (
        ("--methods", "all", "--seeds", "1"),
        ("--methods", _MANY_SEEDS, "--seeds", str(_SEEDS)),
    ):
        _run("compare", "burgers", *more, *chosen, "--rows", str(rows))
    before, _, rest = REPRODUCTION.read_text(encoding="utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    shown = burgers_tables(read_rows(rows))
    REPRODUCTION.write_text(f"{before}{BEGIN}\n\n{shown}\n{END}{after}", encoding="utf-8")
    shutil.move(rows, BURGERS_ROWS)


def read_rows(path: Path) -> list[Row]:
    """The rows of a file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def burgers_tables(rows: Sequence[Row]) -> str:
    """What every method found, what it cost, and how SSDE did with other seeds."""
    first = [row for row in rows if not row["seed"]]
    others = [row for row in rows if row["method"] == _MANY_SEEDS]
    exact = sum(row["proved"] for row in others)
    times = ", ".join(f"{row['seconds']:.1f}" for row in others)
    said = (
        f"SSDE with seeds 0 to {len(others) - 1}: exact and proved {exact} of {len(others)} times; "
    )
    tables = [answers("burgers", first, most=_FORMULA), costs("burgers", first)]
    shown = "\n".join(table.markdown() for table in tables)
    return f"{shown}\n{said}{times} s.\n"


def page(rows: Sequence[Row], made: Path) -> str:
    """The page of all tables and figures."""
    took = [row["minutes"] for row in rows if row["task"] == WHOLE]
    minutes = f": {took[0]:.0f} minutes in all" if took else ""
    parts = [
        "# The paper's tables and figures, quick version\n",
        f"`symplex paper all --quick`, {runs_said(QUICK.seeds, QUICK.seconds)} (solvers: "
        f"{QUICK.solver_seconds:g} s, curriculum and attention: {QUICK.learning_seconds:g} s)"
        f"{minutes}. The full version has {runs_said(FULL.seeds, FULL.seconds)}.\n{_ABOUT}",
        proofs(rows),
        _section("Table 1: kinds of solvers", "table-paradigms", made),
        _section("Tables 2 and 6: the problems", "table-problems", made),
        _section("Table 3: main problems", "table-main", made),
        _section("Table 7: appendix", "table-appendix", made),
        "## Smooth, nonsmooth, parametric\nThe same runs by kind.\n",
        *(_section("", f"table-{kind}", made) for kind in ("smooth", "nonsmooth", "parametric")),
        _section("Table 5: WENO, PINN and SymPlex on Burgers", "table-solvers", made),
        "## Figure 1: near a kink (`figure-kink`)\n\n![WENO, PINN and SymPlex near the kink of a "
        "Hamilton–Jacobi equation](paper/figure-kink.png)\n",
        "## Figure 2: attention over the tree (`figure-attention`)\n\n![What SymFormer and "
        "standard attention look at](paper/figure-attention.png)\n",
        "## Figure 3: with and without curriculum (`figure-curriculum`)\n\n![Reward over epochs, "
        "with and without curriculum](paper/figure-curriculum.png)\n",
        _section("Table 4: what was found", "table-formulas", made),
    ]
    return "\n".join(parts)


def proofs(rows: Sequence[Row]) -> str:
    """How many formulas of each method are proved."""
    runs = [row for row in rows if row.get("time_limit") == QUICK.seconds]
    counts = {
        METHODS[method].title: sum(row["proved"] for row in runs if row["method"] == method)
        for method in COLUMNS
    }
    problems = len({row["problem"] for row in runs})
    said = ", ".join(f"{title} {count}" for title, count in counts.items())
    return (
        f"Of the {problems} problems the verifier proves the answers to so many, with "
        f"{QUICK.seconds:g} s a run: {said}. It is asked of every method's formula.\nLonger runs "
        "help the rivals: see `symplex compare burgers` in [the paper's experiments]"
        "(reproduction.md).\n"
    )


def _section(title: str, item: str, made: Path) -> str:
    heading = f"## {title} (`{item}`)" if title else f"### `{item}`"
    return f"{heading}\n\n{(made / f'{item}.md').read_text(encoding='utf-8')}"


def _begun(rows: Path, known: Path, *, kept: bool) -> Path:
    """The rows of a run that was interrupted, else those that are kept, else none."""
    rows.parent.mkdir(parents=True, exist_ok=True)
    if kept and not rows.exists() and known.exists():
        shutil.copy(known, rows)
    return rows


def _run(*arguments: str) -> None:
    if code := symplex(arguments):
        raise SystemExit(code)


if __name__ == "__main__":
    main()
