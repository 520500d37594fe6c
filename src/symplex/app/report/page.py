"""The page of a run: one HTML file that needs nothing else."""

import base64
import hashlib
from importlib.resources import files
from typing import Final

from symplex.app.report import sections
from symplex.app.report.explorer import explorer
from symplex.app.report.images import images
from symplex.app.report.markup import Html, joined, tag
from symplex.errors import SymplexError
from symplex.solver.solution.solution import Solution
from symplex.solver.solution.stored import solution_of
from symplex.work.runs.folder import RunReport

_POLICY: Final = (
    "default-src 'none'; img-src data:; style-src 'sha256-{style}'; script-src 'sha256-{script}'; "
    "base-uri 'none'; form-action 'none'"
)
"""What the page may do, should anything in it ever be taken for markup: nothing but this."""


def report_html(run_or_solution: RunReport | Solution) -> str:
    """A page for a run, or for a solution that was not saved.

    What was saved is verified again: the certificate on the page is made here and now.

    Raises:
        SymplexError: if the run has no solution that can be read.
    """
    if isinstance(run_or_solution, Solution):
        return _page(run_or_solution, None)
    return _page(solution_of(run_or_solution), run_or_solution)


def _page(solution: Solution, run: RunReport | None) -> str:
    moved = explorer(solution)
    script = "" if moved is None else f'"use strict";\n{moved.code}{_asset("report.js")}'
    code = None
    if moved is not None:
        data = Html(f'<script type="application/json" id="data">{moved.data}</script>')
        code = joined(data, Html(f"<script>{script}</script>"))
    body = joined(
        sections.heading(solution),
        tag(
            "main",
            sections.answer(solution),
            sections.statement(solution.problem, run),
            _explore(None if moved is None else moved.element),
            _pictures(solution, run),
            sections.certificate(solution),
            sections.front(solution),
            sections.course(solution, run),
            sections.reuse(solution),
        ),
        code,
    )
    return document(solution.problem.name or "unnamed problem", body, script)


def document(name: str, body: Html, script: str = "") -> str:
    """A whole page that needs no other file, and may do nothing but show itself."""
    style = _asset("report.css")
    policy = _POLICY.format(style=_hash(style), script=_hash(script))
    head = joined(
        Html('<meta charset="utf-8">'),
        Html(f'<meta http-equiv="Content-Security-Policy" content="{policy}">'),
        Html('<meta name="viewport" content="width=device-width, initial-scale=1">'),
        Html('<meta name="color-scheme" content="light dark">'),
        tag("title", f"{name} – SymPlex"),
        Html(f"<style>{style}</style>"),
    )
    made = tag("html", tag("head", head), tag("body", body), lang="en")
    return f"<!DOCTYPE html>\n{made.source}\n"


def _explore(element: Html | None) -> Html | None:
    if element is None:
        return None
    words = "Move a slider: the formula is evaluated in this page."
    return tag("section", tag("h2", "Explore"), tag("p", words), element, id="explore")


def _pictures(solution: Solution, run: RunReport | None) -> Html | None:
    """The pictures, or one sentence that says why there are none."""
    if not solution.formulas:
        return None
    try:
        drawn = images(solution, run)
    except SymplexError as error:
        drawn = tag("p", str(error))
    return tag("section", tag("h2", "Pictures"), drawn, id="pictures")


def _asset(name: str) -> str:
    return (files("symplex.app.report") / "assets" / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
