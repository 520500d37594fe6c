"""`symplex plot DIR|FILE`: a picture of a saved answer, or of the run that found it."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from symplex.errors import SettingsError, listing

if TYPE_CHECKING:
    from symplex.solver.pictures import Picture

_FORMS: Final = ("png", "svg", "pdf")
_SUBJECTS: Final = ("solution", "check", "front", "course")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    parser.add_argument(
        "place", metavar="DIR|FILE", help="the folder of a run, or what 'solve --json' printed"
    )
    parser.add_argument(
        "--what",
        choices=_SUBJECTS,
        default=_SUBJECTS[0],
        metavar="SUBJECT",
        help="solution (default), check (residuals, and the difference from a numerical solution), "
        "front (size against error), or course (loss and speed of a run)",
    )
    parser.add_argument(
        "--to", "--output", metavar="FILE", help="a .png, .svg or .pdf file (default SUBJECT.png)"
    )
    parser.add_argument("--dark", action="store_true", help="light on a dark ground")


def run(options: argparse.Namespace) -> int:
    """Draw, write the file, and print its name."""
    target = Path(options.to or f"{options.what}.png")
    form = form_of("--to", target)
    content = _picture(Path(options.place), options.what, dark=options.dark).to_bytes(form)
    write_picture(target, content)
    print(target)
    return 0


def form_of(option: str, target: Path) -> str:
    """The form of a picture, by the ending of its file.

    Raises:
        SettingsError: if no picture is written in that form.
    """
    form = target.suffix.removeprefix(".").lower()
    if form not in _FORMS:
        raise SettingsError(
            f"{option}: expected a file that ends in {listing(_FORMS)}, found '{target}'"
        )
    return form


def write_picture(target: Path, content: bytes) -> None:
    """Write a picture.

    Raises:
        SettingsError: if that cannot be done.
    """
    try:
        target.write_bytes(content)
    except OSError as error:
        raise SettingsError(f"{target}: cannot be written: {error.strerror}") from None


def _picture(place: Path, what: str, *, dark: bool) -> "Picture":
    from symplex.solver import pictures  # late: only who wants a picture needs matplotlib
    from symplex.solver.solution.solution import Solution
    from symplex.solver.solution.stored import stored_solution
    from symplex.work.runs.folder import read_run

    theme = pictures.Theme.dark() if dark else pictures.Theme()

    def saved() -> Solution:
        return Solution.unverified(stored_solution(place))

    draw: dict[str, Callable[[], Picture]] = {
        "solution": lambda: pictures.solution_figure(saved(), theme=theme),
        "check": lambda: pictures.check_figure(saved(), theme=theme),
        "front": lambda: pictures.front_figure(saved(), theme=theme),
        "course": lambda: pictures.course_figure(read_run(place), theme=theme),
    }
    return draw[what]()
