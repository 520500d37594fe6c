"""Makes a table or a figure: its runs, kept as they come, then its files."""

import os
import platform
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, final

import numpy as np

from symplex.problem import bundled
from symplex.rivals.comparison.process import Limits
from symplex.rivals.comparison.rows import Course, Row
from symplex.rivals.comparison.runs import Texts, rows_of
from symplex.rivals.comparison.tables import Table
from symplex.rivals.comparison.truth import stated_truth
from symplex.rivals.paper import figures, lines, tables
from symplex.rivals.paper.items import (
    CURRICULUM_FIGURE,
    FORMULAS,
    KINK_FIGURE,
    METHODS,
    SOLVER_TABLE,
    SOLVERS,
    TABLES,
    TITLES,
    Effort,
)
from symplex.runs.files import write_whole
from symplex.search.settings import PAPER
from symplex.spread.rows import RowWriter

_KINK, _AT = "hj-convex", 1.0
"""The problem whose kink moves, and the time at which it is looked at."""
_BESIDE = (0.46, 0.54)
"""Where the values beside the kink are drawn."""
_PARAMETRIC = ("parametric-advection-hat", "parametric-heat-exp")
_REWARDS = (
    "Best reward 1/(1 + √E) in the memory after each epoch of the paper's recipe, seed 0, {}. E is "
    "the loss of the stage, at points that are drawn anew: rewards of different stages cannot be "
    "compared. The curriculum begins with the initial data alone, then adds time and the "
    "parameter; the single stage is the whole problem. A stage ends after "
    f"{PAPER.stage_epochs} epochs at most: the curriculum goes on to the next one (full vertical "
    "line), the single stage begins anew with an empty memory (dotted)."
)
Watch = Callable[[int, int, str], None]
"""Told what was done of how much, and what it was."""


@final
@dataclass(frozen=True)
class Workshop:
    """Where things are made, of what, and with how much effort."""

    folder: Path
    effort: Effort
    truths: Texts
    kept: RowWriter
    watch: Watch
    methods: Sequence[str] = METHODS
    threads: int = 1
    device: str = "cpu"

    def make(self, item: str) -> list[Path]:
        """Make a table or a figure by its name, and say which files it is."""
        made = _DRAWN.get(item)
        return made(self, item) if made is not None else _recoveries(self, item)

    @property
    def machine(self) -> str:
        """For captions."""
        threads = "1 thread" if self.threads == 1 else f"{self.threads} threads"
        gpu = "" if self.device == "cpu" else ", SymPlex on a GPU"
        return f"{os.cpu_count()} cores ({platform.machine()}), {threads} a method{gpu}"

    def limits(self, seconds: float) -> Limits:
        """What a method may use for so many seconds."""
        return Limits(seconds, threads=self.threads, device=self.device)

    def rows(
        self, problems: Sequence[str], methods: Sequence[str], seconds: float, seeds: int
    ) -> list[Row]:
        """The rows of all runs, those that are kept and those that are made."""
        limits = self.limits(seconds)
        courses = [
            Course(problem, method, seed, limits, faces=True)
            for problem in problems
            for method in methods
            for seed in range(seeds)
        ]
        rows: list[Row] = []
        for row in rows_of(courses, self.truths, self.kept):
            rows.append(row)
            said = f"{row['problem']} {row['method']} seed {row['seed']}"
            self.watch(len(rows), len(courses), said)
        return rows

    def row(self, task: str, make: Callable[[], Row]) -> Row:
        """A row that is kept, or made now."""
        if task not in self.kept.rows:
            self.kept.append(task, make())
        return dict(self.kept.rows[task])

    def write(self, table: Table) -> list[Path]:
        """A table as Markdown and as LaTeX."""
        made: list[Path] = []
        for ending, text in ((".md", table.markdown()), (".tex", table.latex())):
            made.append(self.folder / f"{table.label}{ending}")
            write_whole(made[-1], text.encode())
        return made


def _recoveries(shop: Workshop, item: str) -> list[Path]:
    problems, effort = TABLES[item], shop.effort
    rows = shop.rows(problems, shop.methods, effort.seconds, effort.seeds)
    return shop.write(tables.recoveries(item, problems, rows, effort, shop.machine))


def _formulas(shop: Workshop, item: str) -> list[Path]:
    rows = shop.rows(tuple(TITLES), shop.methods, shop.effort.seconds, shop.effort.seeds)
    return shop.write(tables.formulas(item, rows, shop.effort, shop.machine))


def _solvers(shop: Workshop, item: str) -> list[Path]:
    rows = shop.rows(("burgers",), SOLVERS, shop.effort.solver_seconds, 1)
    return shop.write(tables.solvers(item, rows, shop.machine))


def _kink(shop: Workshop, item: str) -> list[Path]:
    problem, seconds = bundled(_KINK), shop.effort.solver_seconds
    truth = stated_truth(problem, shop.truths[_KINK])
    line = {"x": np.linspace(0.0, 1.0, lines.NODES), "t": np.full(lines.NODES, _AT)}
    limits = shop.limits(seconds)
    rows: dict[str, Row] = {}
    for done, method in enumerate(SOLVERS, 1):
        rows[method] = shop.row(
            f"line {_KINK} {method} {seconds:g} s",
            lambda method=method: lines.values_on_line(method, problem, truth, line, limits),
        )
        shop.watch(done, len(SOLVERS), f"{_KINK} {method} along a line")
    caption = (
        f"u_t + u_x²/2 = 0, u = min(x, 0) at t = 0; at t = {_AT:g} the kink is at x = 1/2. Above: "
        "the values beside it; below: errors, 0 drawn as 1e-17. In brackets: what must be stored. "
        f"At most {seconds:g} s, {shop.machine}. {_settings(rows, ('weno', 'pinn'))}; it is told "
        "the values on both faces."
    )
    return figures.kink(rows, "x", _BESIDE, caption, shop.folder / item)


def _settings(rows: Mapping[str, Row], methods: Sequence[str]) -> str:
    return "; ".join(tables.settings_of(method, rows[method]["settings"]) for method in methods)


def _curriculum(shop: Workshop, item: str) -> list[Path]:
    seconds = shop.effort.curriculum_seconds
    limits = shop.limits(seconds)
    panels: dict[str, Mapping[str, Row]] = {}
    for done, name in enumerate(_PARAMETRIC):
        ways: dict[str, Row] = {}
        for k, (title, staged) in enumerate((("curriculum", True), ("single stage", False)), 1):
            ways[title] = shop.row(
                f"rewards {name} {title} {seconds:g} s",
                lambda name=name, staged=staged: lines.rewards(
                    bundled(name), curriculum=staged, limits=limits
                ),
            )
            shop.watch(2 * done + k, 2 * len(_PARAMETRIC), f"{name}, {title}")
        panels[TITLES[name]] = ways
    said = f"{seconds:g} s a run, {shop.machine}"
    return figures.curriculum(panels, _REWARDS.format(said), shop.folder / item)


_DRAWN: Final[Mapping[str, Any]] = MappingProxyType(
    {
        FORMULAS: _formulas,
        SOLVER_TABLE: _solvers,
        KINK_FIGURE: _kink,
        CURRICULUM_FIGURE: _curriculum,
    }
)
"""What is no table of errors and recoveries."""
