"""The handbook's results as a page of Markdown."""

import textwrap
from collections.abc import Iterator, Sequence

from symplex.errors import listing
from symplex.proof.verdict import Verdict
from symplex.solver.solution.text import shortened
from symplex_benchmarks.bench._references import ReferenceProblem
from symplex_benchmarks.bench._report import Provenance, Report, by_family
from symplex_benchmarks.bench._runs import Row, shown, summary

_LINE = 120
_WIDTH = 60
"""Longer equations and approximations are cut."""


def page(report: Report) -> str:
    """The whole page."""
    first = report.with_seeds(report.seeds[:1])
    lines = [*_introduction(report), *_families(first), *_other_seeds(report)]
    for family, problems in by_family(report.problems).items():
        lines += [*_family(family, problems, first)]
    return "\n".join(lines).rstrip() + "\n"


def _introduction(report: Report) -> Iterator[str]:
    nonlinear = sum(one.nonlinear for one in report.problems)
    readable = sum(one.readable for one in report.problems)
    yield "# The handbook: what is solved and what is not"
    yield ""
    yield _paragraph(
        f"{len(report.problems)} problems whose solutions are known in closed form, {nonlinear} of "
        f"them nonlinear; {readable} are *readable*: when they were chosen, the statement's "
        "formulas and lifts alone gave the answer. The statements come with the program (`symplex "
        "list`); the true solutions are in `benchmarks/handbook/answers.toml`, which no search "
        "reads. A run is *proved* if its answer has a certificate and equals the true solution; an "
        "answer that has one and differs from it is *exact but different*; one that holds to 200 "
        "digits, and is not proved, is *conjectured*. Anything else is an approximation, marked by "
        "≈."
    )
    yield ""
    yield "This page is written by `symplex bench handbook --page`. The runs were made by:"
    yield ""
    yield from (f"- {_provenance(one)}" for one in report.provenance)
    yield ""


def _paragraph(text: str) -> str:
    return textwrap.fill(text, _LINE, break_long_words=False, break_on_hyphens=False)


def _provenance(run: Provenance) -> str:
    jobs = "one run at a time" if run.jobs == 1 else f"{run.jobs} runs side by side"
    threads = "one thread" if run.threads == 1 else f"{run.threads} threads"
    return (
        f"`{run.command}` (SymPlex {run.version}, at most {run.time_limit:g} seconds a "
        f"run, {run.cores} cores, {jobs} with {threads})"
    )


def _families(report: Report) -> Iterator[str]:
    yield f"With seed {report.seeds[0]}:"
    yield ""
    yield "| family | proved | exact but different | conjectured | median seconds of the proved |"
    yield "|---|---|---|---|---|"
    yield from (_total(name, row) for name, row in report.family_totals().items())
    yield from (_total(f"**{name}**", row) for name, row in report.totals().items())
    yield ""


def _total(name: str, row: Row) -> str:
    counts = (str(row["exact_but_different"]), str(row["conjectured"]))
    cells = [_plain(name), f"{row['proved']} of {row['runs']}", *counts]
    return f"| {' | '.join([*cells, shown(row['median_seconds_of_proved'], 1)])} |"


def _other_seeds(report: Report) -> Iterator[str]:
    others = report.with_seeds(report.seeds[1:])
    if not others.rows:
        return
    total = summary(others.rows)
    by_problem = [report.of([one]) for one in report.problems]
    always = sum(bool(rows) and all(row["proved"] for row in rows) for rows in by_problem)
    yield _paragraph(
        f"Of the runs with the other seeds ({listing(map(str, others.seeds))}), "
        f"{total['proved']} of {total['runs']} are proved, {total['exact_but_different']} exact "
        f"but different and {total['conjectured']} conjectured; {always} of {len(by_problem)} "
        "problems are proved with every seed."
    )
    yield ""


def _family(family: str, problems: Sequence[ReferenceProblem], report: Report) -> Iterator[str]:
    rows = {row["problem"]: row for row in report.of(problems)}
    yield f"## {_capital(family)}"
    yield ""
    yield "| problem | equations | status | formula found | seconds | candidates |"
    yield "|---|---|---|---|---|---|"
    for one in problems:
        cells = [one.name, _code(shortened("; ".join(one.equations), _WIDTH))]
        yield f"| {' | '.join([*cells, *_found(rows.get(one.name))])} |"
    yield ""
    reasons = [one for one in problems if one.why and not _proved(rows.get(one.name))]
    yield from (f"- {one.name}: {one.why}" for one in reasons)
    if reasons:
        yield ""


def _found(row: Row | None) -> list[str]:
    if row is None:
        return ["not run", "", "", ""]
    numbers = [f"{row['seconds']:.1f}", str(row["candidates"])]
    if row["proved"]:
        return ["proved", _code(row["answer"]), *numbers]
    if row["other"]:
        return ["exact but different", _code(row["answer"]), *numbers]
    answer = row["answer"]
    if row["status"] == Verdict.CONJECTURED.value:
        return [row["status"], _code(answer), *numbers]
    return [row["status"], f"≈ {_code(shortened(answer, _WIDTH))}" if answer else "", *numbers]


def _proved(row: Row | None) -> bool:
    return row is not None and row["proved"]


def _code(text: str) -> str:
    return f"`{_plain(text)}`"


def _plain(text: str) -> str:
    """Text that does not end a cell of a table."""
    return text.replace("|", "\\|")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
