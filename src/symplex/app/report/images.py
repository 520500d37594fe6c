"""The pictures of a page: drawn twice, for light and for dark, and carried inside of it."""

import base64
from collections.abc import Callable
from typing import TYPE_CHECKING

from symplex.app.report.markup import Html, joined, tag
from symplex.solver.solution.solution import Solution
from symplex.work.runs.folder import RunReport

if TYPE_CHECKING:
    from symplex.solver.pictures import Picture, Theme


def images(solution: Solution, run: RunReport | None) -> Html:
    """Every picture that there is something to draw for.

    Raises:
        SettingsError: where matplotlib is missing.
    """
    from symplex.solver import pictures  # late: only who wants a picture needs matplotlib

    known = pictures.numerical_solution(solution)
    wanted: list[tuple[str, Callable[[Theme], Picture]]] = [
        ("The answer; kinks are marked", lambda t: pictures.solution_figure(solution, theme=t)),
        (
            "What is left over of the equations, and the difference from a numerical solution",
            lambda t: pictures.check_figure(solution, known=known, theme=t),
        ),
    ]
    if solution.front and not solution.is_exact:
        wanted.append(("The front", lambda t: pictures.front_figure(solution, theme=t)))
    if run is not None and pictures.tells_losses(run):
        wanted.append(("The course of the run", lambda t: pictures.course_figure(run, theme=t)))
    return joined(*(figure(caption, draw) for caption, draw in wanted))


def figure(caption: str, draw: "Callable[[Theme], Picture]") -> Html:
    """A picture with its caption, for light and for dark."""
    from symplex.solver.pictures import Theme

    light, dark = (draw(theme).to_bytes("svg") for theme in (Theme(), Theme.dark()))
    source = Html(f'<source media="(prefers-color-scheme: dark)" srcset="{_address(dark)}">')
    image = Html(f'<img alt="{tag("i", caption).source[3:-4]}" src="{_address(light)}">')
    return tag("figure", tag("picture", source, image), tag("figcaption", caption))


def _address(content: bytes) -> str:
    return f"data:image/svg+xml;base64,{base64.b64encode(content).decode()}"
