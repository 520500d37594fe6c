"""`symplex fit DIR|SOLUTION data.csv`: the parameters of a solution from measurements."""

import argparse
import csv
import json
from pathlib import Path
from typing import TYPE_CHECKING

from symplex.app.cli.parser import add_solution
from symplex.app.cli.plot import form_of, write_picture
from symplex.errors import SettingsError

if TYPE_CHECKING:
    from symplex.numerics.inverse import Fitted


def configure(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    add_solution(parser)
    parser.add_argument("data", metavar="DATA.csv", help="a column for each variable and unknown")
    parser.add_argument(
        "--fix", action="append", default=[], metavar="NAME=VALUE", help="a parameter that is known"
    )
    parser.add_argument(
        "--level", type=float, default=0.95, help="of the confidence intervals (default 0.95)"
    )
    parser.add_argument("--residuals", metavar="FILE", help="write measured minus computed there")
    parser.add_argument(
        "--plot", metavar="FILE", help="draw the residuals: a .png, .svg or .pdf file"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace) -> int:
    """Print the estimates."""
    from symplex.app.cli.saved import saved_solution  # late: it loads what proves

    fixed = dict(map(_fixed, options.fix))
    drawn = None if options.plot is None else Path(options.plot)
    form = "" if drawn is None else form_of("--plot", drawn)
    solution = saved_solution(options.solution)
    fitted = solution.fit(options.data, fixed=fixed, level=options.level)
    if options.residuals is not None:
        _write(fitted, Path(options.residuals))
    if drawn is not None:
        from symplex.solver.pictures import residual_figure  # late: it needs matplotlib

        write_picture(drawn, residual_figure(fitted).to_bytes(form))
    print(json.dumps(fitted.to_json(), ensure_ascii=False) if options.json else fitted)
    return 0


def _fixed(text: str) -> tuple[str, float]:
    name, _, value = text.partition("=")
    try:
        return name.strip(), float(value)
    except ValueError:
        raise SettingsError(f"--fix: expected 'name=number', found '{text[:40]}'") from None


def _write(fitted: "Fitted", path: Path) -> None:
    try:
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(fitted.residuals)
            rows = zip(*(column.tolist() for column in fitted.residuals.values()), strict=True)
            writer.writerows(rows)
    except OSError as error:
        raise SettingsError(f"--residuals {path}: cannot be written: {error.strerror}") from None
