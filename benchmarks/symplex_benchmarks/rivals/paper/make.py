"""Makes a table or a figure: its runs, kept as they come, then its files."""

import os
import platform
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, final

import numpy as np

from symplex.app.spread.rows import RowWriter
from symplex.notation.problem_files import bundled
from symplex.propose.candidates.settings import RECIPES
from symplex.work.runs.files import write_whole
from symplex_benchmarks.rivals.catalogue import BY_RECIPE, OURS
from symplex_benchmarks.rivals.catalogue import METHODS as CATALOGUE
from symplex_benchmarks.rivals.comparison.process import Limits
from symplex_benchmarks.rivals.comparison.rows import Course, Row, on_device
from symplex_benchmarks.rivals.comparison.runs import Texts, rows_of
from symplex_benchmarks.rivals.comparison.tables import Table
from symplex_benchmarks.rivals.comparison.truth import stated_truth
from symplex_benchmarks.rivals.paper import attention, figures, lines, tables
from symplex_benchmarks.rivals.paper.items import (
    ATTENTION_FIGURE,
    CURRICULUM_FIGURE,
    FORMULAS,
    KINK_FIGURE,
    METHODS,
    PARADIGMS,
    PROBLEMS,
    SOLVER_TABLE,
    SOLVERS,
    TABLES,
    TITLES,
    Effort,
)
from symplex_benchmarks.rivals.paper.printed import Printed

_KINK, _AT = "hj-convex", 1.0
"""The problem whose kink moves, and the time at which it is looked at."""
_BESIDE = (0.46, 0.54)
"""Where the values beside the kink are drawn."""
_SOLVED, _WITH_PARAMETER = "burgers", "parametric-advection-hat"
"""What the solvers are compared on, and where they meet a parameter."""
_PARAMETRIC = ("parametric-advection-hat", "parametric-heat-exp")
_LOOKED_AT = "poisson-exp"
"""The problem whose answer is looked at."""
_WAYS = (("curriculum", True), ("single stage", False))
_DEFAULT = "default"
_LEARNT = ("paper", "symformer")
"""The recipes of the figure of the curriculum."""
_REWARDS = (
    "Best reward 1/(1 + √E) in the memory after each epoch, {}; in brackets the last one, with "
    "several seeds the median of the last. Dashed: {:g}, a solved stage, as the paper reports for "
    "its curriculum. E is the loss of the stage, at points that are drawn anew: rewards of several "
    "stages cannot be compared. The curriculum begins with the initial data alone, then adds time "
    "and the parameter; the single stage is the whole problem. Full vertical lines: a stage ends, "
    "after {} epochs at most; dotted: it begins anew with an empty memory."
)
_ATTENTION = (
    "What a policy looks at, after training on {}, while it writes the best tree of SymFormer; "
    "below, the same network without relations of the tree and without a description of the slot, "
    "after its own training, at the same tree. {}. Recipe {}, seed 0, {}. The paper's figure is a "
    "drawing without numbers: standard attention ignores the tree, SymFormer has its relations."
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
    printed: Printed
    kept: RowWriter
    watch: Watch
    methods: Sequence[str] = METHODS
    threads: int = 1
    device: str = "cpu"
    recipe: str | None = None
    """By which SymPlex searches; None for what is usual in a table or figure."""

    def make(self, item: str) -> list[Path]:
        """Make a table or a figure by its name, and say which files it is."""
        made = _DRAWN.get(item)
        name = item if self.recipe is None else f"{item}-{self.recipe}"
        return made(self, name) if made is not None else _recoveries(self, item, name)

    def ours(self, methods: Sequence[str]) -> tuple[str, ...]:
        """Methods, SymPlex by the recipe that is asked for."""
        usual, mine = CATALOGUE[OURS], BY_RECIPE[self.recipe or _DEFAULT]
        return tuple(mine if CATALOGUE[method] is usual else method for method in methods)

    @property
    def machine(self) -> str:
        """For captions."""
        threads = "1 thread" if self.threads == 1 else f"{self.threads} threads"
        gpu = ", SymPlex on a GPU" if on_device(self.device) else ""
        return f"{os.cpu_count()} cores ({platform.machine()}), {threads} a method{gpu}"

    def limits(self, seconds: float) -> Limits:
        """What a method may use for so many seconds."""
        return Limits(seconds, threads=self.threads, device=self.device)

    @property
    def how(self) -> str:
        """For captions: the recipe, and the machine."""
        return f"SymPlex by its recipe {self.recipe or _DEFAULT}, {self.machine}"

    def rows(
        self,
        problems: Sequence[str],
        methods: Sequence[str],
        seconds: float,
        seeds: int,
        *,
        beyond: bool = False,
    ) -> list[Row]:
        """The rows of all runs, those that are kept and those that are made."""
        limits = self.limits(seconds)
        courses = [
            Course(problem, method, seed, limits, faces=True, beyond=beyond)
            for problem in problems
            for method in self.ours(methods)
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


def _recoveries(shop: Workshop, item: str, name: str) -> list[Path]:
    problems, effort = TABLES[item], shop.effort
    rows = shop.rows(problems, shop.methods, effort.seconds, effort.seeds)
    return shop.write(tables.recoveries(name, problems, rows, shop.printed, shop.how))


def _formulas(shop: Workshop, name: str) -> list[Path]:
    rows = shop.rows(tuple(TITLES), shop.methods, shop.effort.seconds, shop.effort.seeds)
    return shop.write(tables.formulas(name, rows, shop.printed, shop.how))


def _problems(shop: Workshop, name: str) -> list[Path]:
    stated = [bundled(problem) for problem in TITLES]
    return shop.write(tables.problems(name, stated, shop.printed))


def _solvers(shop: Workshop, name: str) -> list[Path]:
    rows = shop.rows((_SOLVED,), SOLVERS, shop.effort.solver_seconds, 1, beyond=True)
    return shop.write(tables.solvers(name, rows, shop.printed, shop.how))


def _paradigms(shop: Workshop, name: str) -> list[Path]:
    problems = (_SOLVED, _WITH_PARAMETER)
    rows = shop.rows(problems, SOLVERS, shop.effort.solver_seconds, 1, beyond=True)
    return shop.write(tables.paradigms(name, rows, shop.printed, shop.how))


def _kink(shop: Workshop, name: str) -> list[Path]:
    problem, seconds = bundled(_KINK), shop.effort.solver_seconds
    truth = stated_truth(problem, shop.truths[_KINK])
    line = {"x": np.linspace(0.0, 1.0, lines.NODES), "t": np.full(lines.NODES, _AT)}
    limits = shop.limits(seconds)
    rows: dict[str, Row] = {}
    for done, method in enumerate(shop.ours(SOLVERS), 1):
        device = on_device(shop.device) if CATALOGUE[method].takes_device else ""
        rows[method] = shop.row(
            f"line {_KINK} {method} {seconds:g} s{device}",
            lambda method=method: lines.values_on_line(method, problem, truth, line, limits),
        )
        shop.watch(done, len(SOLVERS), f"{_KINK} {method} along a line")
    caption = (
        f"u_t + u_x²/2 = 0, u = min(x, 0) at t = 0; at t = {_AT:g} the kink is at x = 1/2. Above: "
        "the values beside it; below: errors, 0 drawn as 1e-17. In brackets: what must be stored. "
        f"At most {seconds:g} s, 1 seed, {shop.how}. {_settings(rows, ('weno', 'pinn'))}; it is "
        "told the values on both faces."
    )
    return figures.kink(rows, "x", _BESIDE, caption, shop.folder / name)


def _settings(rows: Mapping[str, Row], methods: Sequence[str]) -> str:
    return "; ".join(tables.settings_of(method, rows[method]["settings"]) for method in methods)


def _curriculum(shop: Workshop, name: str) -> list[Path]:
    effort, recipes = shop.effort, _LEARNT if shop.recipe is None else (shop.recipe,)
    limits, seconds = shop.limits(effort.learning_seconds), effort.learning_seconds
    wanted = [
        (recipe, problem, way, staged, seed)
        for recipe in recipes
        for problem in _PARAMETRIC
        for way, staged in _WAYS
        for seed in range(effort.learning_seeds)
    ]
    panels: dict[str, dict[str, list[Row]]] = {}
    for done, (recipe, problem, way, staged, seed) in enumerate(wanted, 1):
        row = shop.row(
            f"rewards {recipe} {problem} {way} {seed} {seconds:g} s{on_device(shop.device)}",
            lambda of=(recipe, seed), problem=problem, staged=staged: lines.rewards(
                bundled(problem), *of, curriculum=staged, limits=limits
            ),
        )
        panel = panels.setdefault(f"{TITLES[problem]}, recipe {recipe}", {})
        panel.setdefault(way, []).append(row)
        shop.watch(done, len(wanted), f"{problem}, recipe {recipe}, {way}, seed {seed}")
    seeds = "1 seed" if effort.learning_seeds == 1 else f"{effort.learning_seeds} seeds"
    said = f"{seeds}, {seconds:g} s a run, {shop.machine}"
    epochs = ", ".join(f"{RECIPES[recipe].stage_epochs} ({recipe})" for recipe in recipes)
    caption = _REWARDS.format(said, shop.printed.curriculum["reward"], epochs)
    ends = "; ".join(
        f"{title}: {', '.join(row['stages'][-1] for row in ways[_WAYS[0][0]] if row['stages'])}"
        for title, ways in panels.items()
    )
    caption += f" The stage at which the curriculum ended: {ends}."
    caption += "".join(map(_unwritten, panels.items()))
    return figures.curriculum(panels, len(recipes), caption, shop.folder / name)


def _unwritten(panel: tuple[str, Mapping[str, Sequence[Row]]]) -> str:
    """What is noted of runs in which nothing was scored at the end."""
    title, ways = panel
    return "".join(
        f" {title}, {way}: {'; '.join(row['notes'])}."
        for way, rows in ways.items()
        for row in rows
        if not (row["rewards"] and row["rewards"][-1])
    )


def _attention(shop: Workshop, name: str) -> list[Path]:
    recipe, seconds = shop.recipe or "symformer", shop.effort.learning_seconds
    attention.require(recipe)
    row = shop.row(
        f"attention {recipe} {_LOOKED_AT} {seconds:g} s{on_device(shop.device)}",
        lambda: attention.attention(bundled(_LOOKED_AT), recipe, 0, shop.limits(seconds)),
    )
    shop.watch(1, 1, f"{_LOOKED_AT}, attention, recipe {recipe}")
    ends = "; ".join(
        f"{title}: {'proved' if one['proved'] else 'not solved'} after {one['epochs']} epochs"
        for title, one in row["policies"].items()
    )
    said = f"at most {seconds:g} s each, {shop.machine}"
    caption = _ATTENTION.format(TITLES[_LOOKED_AT], ends, recipe, said)
    return figures.attention(row, caption, shop.folder / name)


_DRAWN: Final[Mapping[str, Any]] = MappingProxyType(
    {
        PARADIGMS: _paradigms,
        PROBLEMS: _problems,
        FORMULAS: _formulas,
        SOLVER_TABLE: _solvers,
        KINK_FIGURE: _kink,
        ATTENTION_FIGURE: _attention,
        CURRICULUM_FIGURE: _curriculum,
    }
)
"""What is no table of errors and recoveries."""
