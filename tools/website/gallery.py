"""The gallery: problems with the answers that were found, drawn anew and proved anew."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import final

from symplex.notation.mathml import equation_mathml, math_element, name_mathml, to_mathml
from symplex.notation.problem_files import bundled
from symplex.proof.answer import closed_formulas, read_formulas
from symplex.proof.verdict import Verdict
from symplex.solver.pictures import solution_figure
from symplex.solver.solution.solution import Solution

ENTRIES = Path(__file__).parents[2] / "docs" / "gallery.toml"


@final
@dataclass(frozen=True)
class Entry:
    """A bundled problem and the formulas that were found for it."""

    name: str
    formulas: Mapping[str, str]

    @property
    def file(self) -> str:
        """The name of its picture."""
        return f"{self.name.replace('/', '-')}.svg"

    def solution(self) -> Solution:
        """The formulas of the problem, of which nothing is proved yet."""
        problem = bundled(self.name)
        formulas = closed_formulas(read_formulas(problem, self.formulas))
        return Solution(problem, Verdict.NONE, formulas, None)


def entries(path: Path = ENTRIES) -> list[Entry]:
    """What the gallery shows."""
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    return [Entry(name, formulas) for name, formulas in content.items()]


@final
@dataclass(frozen=True)
class Gallery:
    """Figures as markup, and the pictures that they show."""

    html: str
    pictures: Mapping[str, bytes]


def gallery_html(shown: Sequence[Entry]) -> Gallery:
    """The gallery.

    Raises:
        ValueError: if an answer is not proved.
    """
    solved = [(entry, _proved(entry)) for entry in shown]
    figures = "".join(_figure(entry, solution) for entry, solution in solved)
    drawn = {entry.file: solution_figure(one).to_bytes("svg") for entry, one in solved}
    return Gallery(f'<div class="gallery">{figures}</div>', drawn)


def _proved(entry: Entry) -> Solution:
    solution = entry.solution().verify()
    if not solution.is_exact:
        raise ValueError(f"{entry.name}: the answer of the gallery is not proved")
    return solution


def _figure(entry: Entry, solution: Solution) -> str:
    equations = "".join(
        math_element(equation_mathml(one.left, one.right), block=True)
        for one in solution.problem.equations
    )
    answers = "".join(
        math_element(name_mathml(name), "<mo>=</mo>", to_mathml(formula), block=True)
        for name, formula in solution.formulas.items()
    )
    name = escape(entry.name)
    image = f'<img loading="lazy" alt="The solution of {name}" src="gallery/{escape(entry.file)}">'
    words = f"<code>{name}</code>{equations}is solved by{answers}"
    return f"<figure>{image}<figcaption>{words}</figcaption></figure>"
