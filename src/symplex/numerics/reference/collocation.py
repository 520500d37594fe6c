"""Chebyshev collocation on a box: equations at nodes, conditions on faces, least squares, Newton.

One method for everything that its data determine on the box: boundary- and initial-value problems
in one variable, elliptic problems, evolution with data on the sides. Whether they do is tested by
the rank of the linearised equations. The error is the change from one resolution to the next.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any, Final, final

import numpy as np

from symplex.codes import ReferenceCode
from symplex.expression import Derivative
from symplex.numerics.reference.chebyshev import Columns, Expansion, Floats, basis, nodes
from symplex.numerics.reference.compare import change, further, probes, scale_of
from symplex.numerics.reference.result import Found
from symplex.numerics.reference.system import NoScheme, Relation, System, on
from symplex.work.budget import Budget

_FIRST: Final = (16, 10, 6)
"""Polynomials in each variable to begin with, for one, two and three variables."""
_LARGEST: Final = 1300
"""The most coefficients; up to `_CHEAP` the error is brought down to `_GOAL`, whatever is asked."""
_CHEAP, _GOAL = 500, 1e-12
_NEWTON, _HALVINGS = 25, 10
_SAFETY = 3.0
_MET, _UNMET, _COMPROMISE = 1e-9, 1e-7, 1e-5
"""Residuals that are rounding errors, too large to end with, or a compromise of least squares."""


def collocation(system: System, tolerance: float, budget: Budget) -> Found:
    """The solution on the box.

    Raises:
        NoScheme: if the data do not determine it, or it is not resolved.
    """
    dimensions, unknowns = len(system.box), len(system.unknowns)
    check_faces(system)
    if dimensions > len(_FIRST):
        raise NoScheme(ReferenceCode.REFERENCE_COLLOCATION_TOO_LARGE, dimensions=dimensions)
    sizes = [_FIRST[dimensions - 1]] * dimensions
    best = None
    finer = _refined(system, sizes, tolerance, budget)
    while pair := further(finer, will_do=best is not None and best.error <= tolerance * best.scale):
        found = _compared(*pair, system)
        best = found if best is None or found.error < best.error else best
        goal = _GOAL if np.prod(pair[1].sizes) * unknowns <= _CHEAP else tolerance
        if best.error <= goal * best.scale or found.error > 10 * best.error:
            break
    if best is None or not best.error <= tolerance * best.scale:
        raise NoScheme(
            ReferenceCode.REFERENCE_COLLOCATION_ERROR, error=best.error if best else 1, applies=True
        )
    _check_met(system, best)
    _check_determined(system, best.solution)
    return Found(best.solution, best.error, best.scale, "Chebyshev collocation")


def _refined(
    system: System, sizes: list[int], tolerance: float, budget: Budget
) -> Iterator[tuple[Expansion, Expansion]]:
    """Solutions with more and more polynomials, each with the one before."""
    current = _solved(Rows.of(system, sizes), None, budget)
    most = _LARGEST // len(system.unknowns)
    while np.prod(sizes := _finer(system, current, sizes, tolerance)) <= most:
        before, current = current, _solved(Rows.of(system, sizes), current, budget)
        yield before, current


@final
@dataclass(frozen=True)
class _Compared:
    solution: Expansion
    error: float
    scale: float


def _compared(before: Expansion, after: Expansion, system: System) -> _Compared:
    apart, scale = change(after, before, system), scale_of(after.values(probes(system)))
    if not np.isfinite(apart):
        raise NoScheme(ReferenceCode.REFERENCE_NOT_CONVERGED)
    return _Compared(after, _SAFETY * apart + 1e-14 * scale, scale)


def check_faces(system: System) -> None:
    """Refuse a box with a face that lacks data: no rank shows that as clearly as counting.

    A variable may have open ends if it carries as many conditions as its order (evolution), or
    if another one has data for all derivatives up to the order of the equations (Cauchy's
    problem, whose analytic solution is unique).
    """
    order = max(one.order for one in system.problem.equations)
    if any(
        _conditions_on(system, name) >= order and _order(system, name) >= order
        for name in system.box
    ):
        return
    for name in system.box:
        if _conditions_on(system, name) < _order(system, name):
            raise NoScheme(ReferenceCode.REFERENCE_ENDS_LACK_DATA, name=name)


def _order(system: System, name: str) -> int:
    return max((one.order_in(name) for one in system.equations), default=0)


def _conditions_on(system: System, name: str) -> int:
    """How many conditions each unknown has on the faces of one variable, about."""
    count = sum(1 for one in system.conditions if list(one.fixed) == [name])
    return -(-count // len(system.unknowns))


def _finer(system: System, current: Expansion, sizes: Sequence[int], tolerance: float) -> list[int]:
    """More polynomials, most of all where the last ones still matter.

    Beside kinks the error falls as a power of their number: two more would change little, and the
    change would be far less than the error.
    """
    coarse = (current.tails() > 1e-2 * tolerance) | bool(system.kinks)
    return [int(size * 1.5) if more else size + 2 for size, more in zip(sizes, coarse, strict=True)]


def _check_met(system: System, best: _Compared) -> None:
    """Least squares settle on a compromise where equations and conditions exclude each other."""
    left = float(np.max(np.abs(Rows.of(system, best.solution.sizes).residuals(best.solution))))
    if left > _COMPROMISE * best.scale + best.error:
        raise NoScheme(ReferenceCode.REFERENCE_NO_SMOOTH_FUNCTION, left=left, applies=True)


def _check_determined(system: System, solution: Expansion) -> None:
    """Few polynomials show a kernel of the linearised equations as well as many, and cleanly."""
    few = [min(size, 12 - 2 * len(solution.sizes)) for size in solution.sizes]
    cut = solution.coefficients[(slice(None), *(slice(0, size) for size in few))]
    rows = Rows.of(system, few)
    matrix, _ = rows.linearised(Expansion(solution.names, solution.ends, cut))
    rank = _solve(matrix, np.zeros(len(matrix)), 1e-11)[1]
    if rank < matrix.shape[1]:
        raise NoScheme(ReferenceCode.REFERENCE_NOT_DETERMINED, applies=True)


def _solved(rows: "Rows", start: Expansion | None, budget: Budget) -> Expansion:
    """The solution with these polynomials by Newton's method; one step if all is linear."""
    current = rows.empty() if start is None else rows.enlarged(start)
    if start is None and not rows.system.linear:
        current = rows.filled()
    for _ in range(_NEWTON):
        budget.operations(4.0 * current.coefficients.size**3)
        matrix, residual = rows.linearised(current)
        if not (np.all(np.isfinite(matrix)) and np.all(np.isfinite(residual))):
            raise NoScheme(ReferenceCode.REFERENCE_UNDEFINED_ON_THE_WAY)
        step = _solve(matrix, -residual)[0].reshape(current.coefficients.shape)
        current = _damped(rows, current, step, float(np.linalg.norm(residual)))
        if rows.system.linear or _small(step, current):
            break
    else:
        raise NoScheme(ReferenceCode.REFERENCE_NEWTON, applies=True)
    return current


def _small(step: Floats, current: Expansion) -> bool:
    return float(np.abs(step).max()) <= 1e-11 * float(np.abs(current.coefficients).max())


def _damped(rows: "Rows", current: Expansion, step: Floats, before: float) -> Expansion:
    """A step of Newton's, shortened until the residuals do not grow."""
    share = 1.0
    for _ in range(_HALVINGS):
        trial = Expansion(current.names, current.ends, current.coefficients + share * step)
        if rows.system.linear:
            return trial
        after = float(np.linalg.norm(rows.residuals(trial)))
        if after <= max(before, _MET) * (1 + 1e-6):
            return trial
        share /= 2
    if before > _UNMET:
        raise NoScheme(ReferenceCode.REFERENCE_NEWTON, applies=True)
    return current


def _solve(matrix: Floats, right: Floats, least: float = 1e-14) -> tuple[Floats, int]:
    """Least squares with balanced columns, and the rank."""
    from scipy.linalg import lstsq  # here, for it is slow to import

    norms = np.linalg.norm(matrix, axis=0)
    norms[norms == 0] = 1.0
    balanced = matrix / norms
    found: Any = lstsq(balanced, right, cond=least, lapack_driver="gelsy", check_finite=False)
    return found[0] / norms, int(found[2])


@final
@dataclass(frozen=True)
class _Block:
    """A relation at its points, with the matrix of each derivative there."""

    relation: Relation
    columns: Columns
    matrices: Mapping[tuple[str, ...], Floats]

    @property
    def size(self) -> int:
        """How many points there are."""
        return len(next(iter(self.columns.values())))


@final
@dataclass(frozen=True)
class Rows:
    """The equations of collocation for given numbers of polynomials."""

    system: System
    sizes: tuple[int, ...]
    blocks: tuple[_Block, ...]

    @classmethod
    def of(cls, system: System, sizes: Sequence[int]) -> "Rows":
        """The rows of every equation and condition."""
        names = tuple(system.box)
        counts = dict(zip(names, sizes, strict=True))
        inner = {name: counts[name] - _held(system, name) for name in names}
        blocks = [_block(system, one, inner, counts) for one in system.equations]
        blocks += [_block(system, one, counts, counts) for one in system.conditions]
        return cls(system, tuple(sizes), tuple(blocks))

    def empty(self) -> Expansion:
        """The unknowns that vanish."""
        shape = (len(self.system.unknowns), *self.sizes)
        return Expansion(tuple(self.system.box), tuple(self.system.box.values()), np.zeros(shape))

    def enlarged(self, smaller: Expansion) -> Expansion:
        """A solution with fewer polynomials."""
        padding = [
            (0, max(new - old, 0)) for new, old in zip(self.sizes, smaller.sizes, strict=True)
        ]
        coefficients = np.pad(smaller.coefficients, [(0, 0), *padding])
        return Expansion(smaller.names, smaller.ends, coefficients)

    def filled(self) -> Expansion:
        """Smooth functions that meet the linear conditions: where Newton's method starts."""
        start = self.empty()
        held = Rows(
            self.system,
            self.sizes,
            tuple(b for b in self.blocks if b.relation.fixed and b.relation.linear),
        )
        if not held.blocks:
            return start
        matrix, residual = held.linearised(start)
        rough = reduce(np.add.outer, (np.arange(size) ** 2.0 for size in self.sizes))
        weights = np.tile((1 + rough.ravel()) ** 2, len(self.system.unknowns))
        found = np.linalg.lstsq(matrix / weights, -residual, rcond=1e-12)[0] / weights
        return Expansion(start.names, start.ends, found.reshape(start.coefficients.shape))

    def residuals(self, current: Expansion) -> Floats:
        """How far the unknowns are from what is stated, row by row."""
        return self.linearised(current, slopes=False)[1]

    def linearised(self, current: Expansion, *, slopes: bool = True) -> tuple[Floats, Floats]:
        """The slopes of all rows by the coefficients, and the rows; each row of about size 1."""
        parts = [self._rows(block, current, slopes=slopes) for block in self.blocks]
        return np.concatenate([m for m, _ in parts]), np.concatenate([r for _, r in parts])

    def _rows(self, block: _Block, current: Expansion, *, slopes: bool) -> tuple[Floats, Floats]:
        flat = current.coefficients.reshape(len(self.system.unknowns), -1)
        index = {name: i for i, name in enumerate(self.system.unknowns)}
        values: dict[str | Derivative, Floats] = {**block.columns}
        for derivative in block.relation.slopes:
            values[derivative] = block.matrices[derivative.by] @ flat[index[derivative.of]]
        residual = on(block.relation.residual, values, block.size)
        weights = self._weights(block)
        if not slopes:
            return np.zeros((0, flat.size)), residual * weights
        matrix = np.zeros((block.size, *flat.shape))
        for derivative, slope in block.relation.slopes.items():
            rate = on(slope, values, block.size)[:, None]
            matrix[:, index[derivative.of]] += rate * block.matrices[derivative.by]
        return matrix.reshape(block.size, -1) * weights[:, None], residual * weights

    def _weights(self, block: _Block) -> Floats:
        """One over the size of the largest derivative's row: fixed, so that norms compare."""
        norms = [np.linalg.norm(matrix, axis=1) for matrix in block.matrices.values()]
        return 1 / np.maximum(np.max(norms, axis=0), 1e-300)


def _held(system: System, name: str) -> int:
    """How many of the rows at nodes in one variable the conditions replace."""
    return min(_order(system, name), _conditions_on(system, name))


def _block(
    system: System, relation: Relation, counts: Mapping[str, int], sizes: Mapping[str, int]
) -> _Block:
    axes = {
        name: np.array([relation.fixed[name]])
        if name in relation.fixed
        else nodes(counts[name], ends)
        for name, ends in system.box.items()
    }
    mesh = np.meshgrid(*axes.values(), indexing="ij")
    columns = {name: part.ravel() for name, part in zip(axes, mesh, strict=True)}
    matrices: dict[tuple[str, ...], Floats] = {}
    for derivative in relation.slopes:
        factors = [
            basis(axes[name], sizes[name], ends, derivative.by.count(name))
            for name, ends in system.box.items()
        ]
        matrices[derivative.by] = np.asarray(reduce(np.kron, factors), dtype=np.float64)
    return _Block(relation, columns, matrices)
