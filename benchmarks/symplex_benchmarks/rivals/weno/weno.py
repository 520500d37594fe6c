"""The rival: a grid for a problem, marched through time, and the field of what was stored."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import final

import numpy as np

from symplex.errors import SymplexError
from symplex.expression import Derivative, Expression
from symplex.expression.evaluate import evaluate, value_of
from symplex.problem import Problem
from symplex.problem.box import same_value
from symplex.work.clock import now
from symplex_benchmarks.rivals.rival import Answer, Columns
from symplex_benchmarks.rivals.weno.evolve import Evolution, Faces
from symplex_benchmarks.rivals.weno.grid import Axis, Grid, between_nodes
from symplex_benchmarks.rivals.weno.hamiltonian import Hamiltonian, godunov
from symplex_benchmarks.rivals.weno.slopes import Floats

_PARAMETER_NODES = 9
_MARGIN = 1.25
"""An open box is widened by as far as anything moves, and a quarter more."""
_PROBES = 4096


@final
@dataclass(frozen=True)
class WENO:
    """Jiang and Peng's scheme on a regular grid, every step of which is kept."""

    nodes: tuple[int, int, int] = (800, 100, 24)
    """Along each variable of the box, by how many dimensions space has; even, so that a kink in the
    middle of a box lies on no node, where Godunov's flux would be exact by chance."""
    courant: float = 0.5
    """The share of the longest stable step that is taken."""
    name: str = "weno"

    def solve(self, problem: Problem, *, seed: int, seconds: float) -> Answer:
        """March; nothing is random, and the clock only ends it."""
        del seed
        ends = now() + seconds
        hamiltonian = Hamiltonian.of(problem)
        nodes = self._nodes(problem)
        grid = _grid(problem, hamiltonian, nodes)
        evolution = Evolution(hamiltonian, grid, _faces(problem, grid))
        first = _initial(problem, grid)
        begin, end = problem.domain["t"].ends
        step = min(self.courant * evolution.longest_step(begin, first), (end - begin) / 8)
        times = np.linspace(begin, end, int(np.ceil((end - begin) / step)) + 1)
        inside, axes = _inside(problem, grid, nodes)
        kept: list[Floats] = []
        for state in evolution.states(first, times):
            kept.append(state[inside].copy())
            if now() > ends:
                return Answer(reason=f"time was over at t = {times[len(kept) - 1]:g}")
            if not np.all(np.isfinite(state)):
                return Answer(reason=f"not finite at t = {times[len(kept) - 1]:g}")
        stored = np.stack(kept, axis=-1)
        axes = (*axes, Axis("t", begin, float(times[1] - times[0]), len(times)))

        def values(columns: Columns) -> Columns:
            return {problem.unknowns[0]: between_nodes(axes, stored, columns)}

        shown = " × ".join(str(count) for count in grid.shape)
        settings = {
            "grid": f"{nodes} nodes a variable in the box ({shown} with the margin)",
            "steps": str(len(times) - 1),
            "flux": "Godunov" if evolution.flux is godunov else "Lax–Friedrichs",
        }
        return Answer(values=values, storage=stored.nbytes, settings=settings)

    def _nodes(self, problem: Problem) -> int:
        dimensions = len(problem.space)
        if not 1 <= dimensions <= len(self.nodes):
            raise SymplexError(f"WENO is for 1 to {len(self.nodes)} dimensions of space")
        if problem.parameters:
            return max(self.nodes[dimensions - 1] // 2, 16)
        return self.nodes[dimensions - 1]


def _initial(problem: Problem, grid: Grid) -> Floats:
    formula = _initial_formula(problem)
    columns = {**grid.columns, "t": np.full(1, problem.domain["t"].ends[0])}
    return np.broadcast_to(evaluate(formula, columns), grid.shape).copy()


def _initial_formula(problem: Problem) -> Expression:
    start = problem.domain["t"].low
    for condition in problem.conditions:
        fixed, given = condition.region.values, condition.given_value()
        at_start = tuple(fixed) == (problem.time,) and same_value(fixed["t"], start)
        if at_start and given is not None and given[0] == Derivative(problem.unknowns[0]):
            return given[1]
    raise SymplexError("WENO needs the unknown at the beginning of time")


def _given_faces(problem: Problem) -> Mapping[tuple[str, bool], Expression]:
    """The values that are stated on faces of space, by variable and whether it is the upper one."""
    found: dict[tuple[str, bool], Expression] = {}
    for condition in problem.conditions:
        given, fixed = condition.given_value(), condition.region.fixed
        if given is None or given[0] != Derivative(problem.unknowns[0]) or len(fixed) != 1:
            continue
        ((name, value),) = fixed
        interval = problem.domain[name]
        if name in problem.space and interval.has_end(value):
            found[name, same_value(value, interval.high)] = given[1]
    return found


def _grid(problem: Problem, hamiltonian: Hamiltonian, nodes: int) -> Grid:
    """Nodes over the box, and beyond its open faces as far as anything can come from."""
    reach, given = _reach(problem, hamiltonian), _given_faces(problem)
    axes: list[Axis] = []
    for name, far in zip(problem.space, reach, strict=True):
        low, high = problem.domain[name].ends
        step = (high - low) / (nodes - 1)
        more = int(np.ceil(far / step))
        before, after = (0 if (name, upper) in given else more for upper in (False, True))
        axes.append(Axis(name, low - before * step, step, nodes + before + after))
    for name, interval in problem.parameters.items():
        low, high = interval.ends
        axes.append(Axis(name, low, (high - low) / (_PARAMETER_NODES - 1), _PARAMETER_NODES))
    return Grid(tuple(axes))


def _inside(problem: Problem, grid: Grid, nodes: int) -> tuple[tuple[slice, ...], tuple[Axis, ...]]:
    """The part of the grid that covers the box: what is kept."""
    places: list[slice] = []
    axes: list[Axis] = []
    for axis in grid.axes[: len(problem.space)]:
        low = problem.domain[axis.name].ends[0]
        first = round((low - axis.low) / axis.step)
        places.append(slice(first, first + nodes))
        axes.append(Axis(axis.name, low, axis.step, nodes))
    return tuple(places), (*axes, *grid.axes[len(problem.space) :])


def _reach(problem: Problem, hamiltonian: Hamiltonian) -> list[float]:
    """How far anything moves in each direction, with a margin; at most three times the box."""
    rng = np.random.default_rng(0)
    columns = problem.box.sample(rng, _PROBES)
    begin, end = problem.domain["t"].ends
    columns["t"] = np.full(_PROBES, begin)
    formula = _initial_formula(problem)
    slopes: list[Floats] = []
    for name in problem.space:
        far = 1e-5 * (problem.domain[name].ends[1] - problem.domain[name].ends[0])
        beside = [evaluate(formula, {**columns, name: columns[name] + s * far}) for s in (-1, 1)]
        slope = (beside[1] - beside[0]) / (2 * far)
        slopes.append(np.broadcast_to(slope, _PROBES))
    unknown = np.broadcast_to(evaluate(formula, columns), _PROBES)
    fastest = hamiltonian.fastest(columns, unknown, [(slope, slope) for slope in slopes])
    widths = [problem.domain[name].ends[1] - problem.domain[name].ends[0] for name in problem.space]
    return [
        min(_MARGIN * speed * (end - begin), 3 * width)
        for speed, width in zip(fastest, widths, strict=True)
    ]


def _faces(problem: Problem, grid: Grid) -> Faces:
    """What puts the stated values on their faces."""
    given = _given_faces(problem)

    def imposed(at: float, values: Floats) -> Floats:
        for (name, upper), formula in given.items():
            axis = problem.space.index(name)
            place = (slice(None),) * axis + (-1 if upper else 0,)
            end = problem.domain[name].high if upper else problem.domain[name].low
            fixed = {name: np.full(1, value_of(end)), "t": np.full(1, at)}
            face = evaluate(formula, {**grid.columns, **fixed})
            values[place] = np.broadcast_to(face, (*grid.shape[:axis], 1, *grid.shape[axis + 1 :]))[
                place
            ]
        return values

    return imposed
