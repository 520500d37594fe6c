"""`symplex analyse FILE`: a numerical solution, and what can be seen of it."""

import argparse
import json
from typing import Final

from symplex.app.cli.parser import add_problem
from symplex.app.cli.stated import stated_problem
from symplex.work.budget import Budget
from symplex.work.clock import Deadline

_SECONDS: Final = 120.0
"""When a look is ended: what was seen by then is printed."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    add_problem(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace) -> int:
    """Print how the solution is known numerically, and each finding in a sentence."""
    from symplex.solver.analysis import (
        analysed,  # late: it loads what looks at solutions
    )

    analysis = analysed(stated_problem(options), Budget(Deadline(_SECONDS)))
    if options.json:
        print(json.dumps(analysis.to_json(), ensure_ascii=False))
    else:
        print(analysis)
    return 0
