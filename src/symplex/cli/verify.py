"""`symplex verify FILE "FORMULA"`: the certificate for a formula that the user brings."""

import argparse
import json
import time

from symplex import __version__
from symplex.cli.parser import add_problem
from symplex.cli.stated import stated_problem
from symplex.expression.render import to_latex, to_text

PROVED, NOT_PROVED = 0, 1


def configure(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    add_problem(parser)
    parser.add_argument(
        "formula", metavar="FORMULA", help="the answer; 'u = …; v = …' for a system"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace) -> int:
    """Verify, print the certificate, and say by the exit code whether it is a proof."""
    # Imported late: the other commands do without what proves.
    from symplex.proof.answer import read_answer
    from symplex.proof.verify import verify

    problem = stated_problem(options)
    answer = read_answer(problem, options.formula)
    start = time.monotonic()
    certificate = verify(problem, answer)
    if options.json:
        report = {
            "status": certificate.status.value,
            "solution": {name: to_text(formula) for name, formula in answer.items()},
            "latex": {name: to_latex(formula) for name, formula in answer.items()},
            "certificate": certificate.to_json(),
            "seconds": round(time.monotonic() - start, 3),
            "version": __version__,
            "notes": list(certificate.notes),
        }
        print(json.dumps(report, ensure_ascii=False))
    else:
        print(certificate)
    return PROVED if certificate.is_exact else NOT_PROVED
