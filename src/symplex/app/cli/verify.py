"""`symplex verify FILE "FORMULA"`: the certificate for a formula that the user brings.

FILE may be the folder of a saved run; without a formula, its own solution is verified.
"""

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path

from symplex import __version__
from symplex.app.cli.parser import add_problem
from symplex.app.cli.stated import stated_problem
from symplex.errors import SettingsError
from symplex.expression.series import Formula, formula_text
from symplex.notation.printers import to_latex
from symplex.problem import Problem
from symplex.work.clock import now
from symplex.work.runs.folder import read_run
from symplex.work.runs.manifest import NAME

_TEXT, _COQ = "text", "coq"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    add_problem(parser)
    parser.add_argument(
        "formula",
        metavar="FORMULA",
        nargs="?",
        help="the answer; 'u = …; v = …' for a system; none for the folder of a saved run",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--format",
        choices=(_TEXT, _COQ),
        default=_TEXT,
        help="coq: print a file that Coq can check instead of the certificate",
    )


def run(options: argparse.Namespace) -> int:
    """Verify, print the certificate, and say by the exit code whether it is a proof."""
    # Imported late: the other commands do without what proves.
    from symplex.proof.verify import verify

    problem, answer = _given(options)
    text = _coq(problem, answer, options)
    start = now()
    certificate = verify(problem, answer)
    if text is not None:
        print(text, end="")
        if not certificate.is_exact:
            print(f"symplex: {certificate.status.value} here; coqc decides", file=sys.stderr)
    elif options.json:
        report = {
            "status": certificate.status.value,
            "solution": {name: formula_text(formula) for name, formula in answer.items()},
            "latex": {name: to_latex(formula) for name, formula in answer.items()},
            "certificate": certificate.to_json(),
            "seconds": round(now() - start, 3),
            "version": __version__,
            "notes": list(certificate.notes),
            "note_reasons": [remark.to_json() for remark in certificate.remarks],
        }
        print(json.dumps(report, ensure_ascii=False))
    else:
        print(certificate)
    return certificate.status.exit_code


def _coq(
    problem: Problem, answer: Mapping[str, Formula], options: argparse.Namespace
) -> str | None:
    """The Coq file, if one is asked for; refused before anything is printed."""
    if options.format != _COQ:
        return None
    if options.json:
        raise SettingsError("--json and --format coq cannot both be printed; give one of them")
    from symplex.proof.answer import closed_formulas
    from symplex.proof.coq import coq_file  # late: it is rarely asked for

    if len(closed := closed_formulas(answer)) < len(answer):
        raise SettingsError("no Coq file is written for a series; give a formula without a sum")
    return coq_file(problem, closed)


def _given(options: argparse.Namespace) -> tuple[Problem, dict[str, Formula]]:
    """The problem and the answer: those that were given, or those of a saved run."""
    from symplex.proof.answer import read_answer, read_formulas

    folder = Path(options.file)
    if not _is_run(folder):
        problem = stated_problem(options)
        if options.formula is None:
            raise SettingsError(
                'a formula is missing: symplex verify FILE "FORMULA", or the folder of a saved run'
            )
        return problem, read_answer(problem, options.formula)
    from symplex.solver.solution.stored import problem_of  # late: it loads what searches

    report = read_run(folder)
    problem = problem_of(report.saved.manifest)
    if options.formula is not None:
        return problem, read_answer(problem, options.formula)
    solution = (report.solution or {}).get("solution")
    if not solution:
        raise SettingsError(f"{folder}: the run has saved no solution")
    return problem, read_formulas(problem, solution)


def _is_run(folder: Path) -> bool:
    try:
        return (folder / NAME).is_file()
    except (OSError, ValueError):  # an equation, too long for a name
        return False
