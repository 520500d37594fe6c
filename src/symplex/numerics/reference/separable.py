"""Linear equations that are sums of operators of one variable each, in any number of variables.

Collocation in each variable, and eigenvectors of the operators instead of one large matrix: as for
Poisson's equation on a box of three or more variables with data on every face.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, final

import numpy as np
from numpy.typing import NDArray

from symplex.codes import ReferenceCode
from symplex.expression import Derivative, number
from symplex.numerics.reference.chebyshev import Expansion, Floats, basis, from_nodes, nodes
from symplex.numerics.reference.compare import best_of
from symplex.numerics.reference.result import Found
from symplex.numerics.reference.system import NoScheme, Relation, System, on
from symplex.work.budget import Budget

_SIZES: Final = MappingProxyType(
    {
        **{2: (16, 24, 32, 48), 3: (12, 18, 24, 32, 40), 4: (8, 12, 16)},
        **{5: (6, 8, 10), 6: (5, 6, 7)},
    }
)
"""Polynomials in each variable, by the number of variables."""
METHOD = "Chebyshev collocation, separated"
_SMALL = 1e-10
Complex = NDArray[np.complex128]


def separable(system: System, tolerance: float, budget: Budget) -> Found:
    """The solution of a separable linear equation with one condition on each face.

    Raises:
        NoScheme: if it is none, or is not resolved.
    """
    if len(system.unknowns) != 1 or not system.linear or len(system.equations) != 1:
        raise NoScheme(ReferenceCode.REFERENCE_NOT_ONE_LINEAR_EQUATION)
    sides = {name: _sides(system, name) for name in system.box}
    _check_separable(system)

    def runs() -> Iterator[Expansion]:
        for size in _SIZES.get(len(system.box), ()):
            budget.step()
            yield _solved(system, sides, size)

    return best_of(runs(), system, tolerance, METHOD)


def _sides(system: System, name: str) -> tuple[Relation, Relation]:
    """The conditions at both ends of a variable, of constant coefficients."""
    found: list[Relation] = []
    for end in system.box[name]:
        there = [one for one in system.conditions if one.fixed == {name: end}]
        if len(there) != 1:
            raise NoScheme(ReferenceCode.REFERENCE_CONDITIONS_MISCOUNTED)
        found.append(there[0])
    if 2 * len(system.box) != len(system.conditions):
        raise NoScheme(ReferenceCode.REFERENCE_CONDITIONS_MISCOUNTED)
    for one in found:
        plain = all(set(d.by) <= {name} for d in one.slopes)
        if not plain or any(s.symbols or s.derivatives for s in one.slopes.values()):
            raise NoScheme(ReferenceCode.REFERENCE_CONDITION_OF_SEVERAL)
    return found[0], found[1]


def _check_separable(system: System) -> None:
    relation = system.equations[0]
    for d, slope in relation.slopes.items():
        names = set(d.by)
        if len(names) > 1 or d.order > 2 or (names and not slope.symbols <= names):  # noqa: PLR2004
            raise NoScheme(ReferenceCode.REFERENCE_NOT_SEPARABLE)
        if not names and slope.symbols:
            raise NoScheme(ReferenceCode.REFERENCE_NOT_SEPARABLE)
    if any(relation.order_in(name) != 2 for name in system.box):  # noqa: PLR2004
        raise NoScheme(ReferenceCode.REFERENCE_NOT_SECOND_ORDER)


@final
@dataclass(frozen=True)
class _Axis:
    """One variable: its operator between values at inner nodes, and how data enter."""

    inner: Floats
    """The nodes at which the equation holds."""
    operator: Floats
    """On the values at inner nodes, homogeneous conditions built in."""
    extend: Floats
    """From values at inner nodes to coefficients, homogeneous conditions built in."""
    lift: Floats
    """The coefficients of the polynomials that meet each condition with data 1: (count, 2)."""
    moved: Floats
    """The operator on these, at inner nodes: (inner, 2)."""


def _axis(system: System, name: str, sides: tuple[Relation, Relation], size: int) -> _Axis:
    ends = system.box[name]
    inner = nodes(size - 2, ends)
    rows = np.zeros((2, size))
    for index, side in enumerate(sides):
        for d, slope in side.slopes.items():
            place = np.array([side.fixed[name]])
            rows[index] += float(on(slope, {}, 1)[0]) * basis(place, size, ends, d.order)[0]
    held = np.vstack([basis(inner, size, ends), rows])
    whole: Floats = np.linalg.inv(held).astype(np.float64)
    extend, lift = whole[:, :-2], whole[:, -2:]
    matrix = np.zeros((size - 2, size))
    for d, slope in system.equations[0].slopes.items():
        if set(d.by) == {name}:
            rate = on(slope, {name: inner}, size - 2)[:, None]
            matrix += rate * basis(inner, size, ends, d.order)
    return _Axis(inner, matrix @ extend, extend, lift, matrix @ lift)


def _solved(system: System, sides: Mapping[str, tuple[Relation, Relation]], size: int) -> Expansion:
    """The coefficients of the solution."""
    names = tuple(system.box)
    axes = [_axis(system, name, sides[name], size) for name in names]
    lifted = _lifted(system, sides, axes, size)
    mesh = np.meshgrid(*(axis.inner for axis in axes), indexing="ij")
    columns = {name: part.ravel() for name, part in zip(names, mesh, strict=True)}
    grid = {name: axis.inner for name, axis in zip(names, axes, strict=True)}
    values: dict[str | Derivative, Floats] = {**columns}
    for d in system.equations[0].slopes:
        values[d] = lifted.on_grid(grid, d.by)[0].ravel()
    right = -on(system.equations[0].residual, values, mesh[0].size).reshape(mesh[0].shape)
    factor = system.equations[0].slopes.get(Derivative(system.unknowns[0]), number(0))
    inner = _diagonalised(axes, float(on(factor, {}, 1)[0]), right)
    for index, axis in enumerate(axes):
        inner = _along(axis.extend, inner, index)
    return Expansion(names, lifted.ends, lifted.coefficients + inner[None])


def _diagonalised(axes: Sequence[_Axis], factor: float, right: Floats) -> Floats:
    """The solution of (sum of the operators + factor) u = right."""
    pairs = [np.linalg.eig(axis.operator) for axis in axes]
    turned: Complex = right.astype(np.complex128)
    total = np.full(right.shape, factor, dtype=np.complex128)
    for index, (eigenvalues, vectors) in enumerate(pairs):
        turned = _along(np.linalg.inv(vectors), turned, index)
        shape = [1] * right.ndim
        shape[index] = -1
        total = total + eigenvalues.reshape(shape)
    if np.min(np.abs(total)) < _SMALL * np.max(np.abs(total)):
        raise NoScheme(ReferenceCode.REFERENCE_NOT_DETERMINED, applies=True)
    turned = turned / total
    for index, (_, vectors) in enumerate(pairs):
        turned = _along(vectors, turned, index)
    return np.real(turned)


def _lifted(
    system: System,
    sides: Mapping[str, tuple[Relation, Relation]],
    axes: Sequence[_Axis],
    size: int,
) -> Expansion:
    """Polynomials that meet all conditions: variable by variable, each mending what is left."""
    names, ends = tuple(system.box), tuple(system.box.values())
    current = Expansion(names, ends, np.zeros((1, *(size,) * len(names))))
    for index, name in enumerate(names):
        missing = [_missing(system, side, current, size) for side in sides[name]]
        part = np.stack(missing)  # sides, other variables
        for position in range(len(names) - 1):
            part = _along(from_nodes(size), part, position + 1)
        part = np.moveaxis(np.tensordot(axes[index].lift, part, axes=(1, 0)), 0, index)
        current = Expansion(names, ends, current.coefficients + part[None])
    return current


def _missing(system: System, side: Relation, current: Expansion, size: int) -> Floats:
    """What a condition lacks, on the nodes of the other variables."""
    axes = {
        name: np.array([side.fixed[name]]) if name in side.fixed else nodes(size, ends)
        for name, ends in system.box.items()
    }
    mesh = np.meshgrid(*axes.values(), indexing="ij")
    values: dict[str | Derivative, Floats] = {
        name: part.ravel() for name, part in zip(axes, mesh, strict=True)
    }
    for d in side.slopes:
        values[d] = current.on_grid(axes, d.by)[0].ravel()
    others = tuple(len(axis) for name, axis in axes.items() if name not in side.fixed)
    return -on(side.residual, values, mesh[0].size).reshape(others)


def _along(matrix: Any, tensor: Any, axis: int) -> Any:  # noqa: ANN401 (real or complex)
    """A matrix applied along one axis."""
    return np.moveaxis(np.tensordot(matrix, tensor, axes=(1, axis)), 0, axis)
