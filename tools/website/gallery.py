"""The gallery: problems with the answers that were found, drawn anew and proved anew."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import final

from symplex.expression.mathml import equation_mathml, math_element, name_mathml, to_mathml
from symplex.pictures import solution_figure
from symplex.problem import bundled
from symplex.proof.answer import read_formulas
from symplex.solution import Solution, SolutionStatus

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
        return Solution(problem, SolutionStatus.NONE, read_formulas(problem, self.formulas), None)


def entries(path: Path = ENTRIES) -> list[Entry]:
    """What the gallery shows."""
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    return [Entry(name, formulas) for name, formulas in content.items()]


def gallery_html(shown: list[Entry], target: Path) -> str:
    """The gallery, its pictures written into a folder; what is not proved is not shown."""
    (target / "gallery").mkdir(parents=True, exist_ok=True)
    return f'<div class="gallery">{"".join(_figure(one, target) for one in shown)}</div>'


def _figure(entry: Entry, target: Path) -> str:
    solution = entry.solution().verify()
    if not solution.is_exact:
        raise ValueError(f"{entry.name}: the answer of the gallery is not proved")
    (target / "gallery" / entry.file).write_bytes(solution_figure(solution).to_bytes("svg"))
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
    words = f"<b>{name}</b>{equations}is solved by{answers}"
    return f"<figure>{image}<figcaption>{words}</figcaption></figure>"
