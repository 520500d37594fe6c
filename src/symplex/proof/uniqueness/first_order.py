"""Equations of first order: characteristics that start at every point and lead to the data."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import final

from symplex.codes import UniquenessCode
from symplex.expression import Expression, Symbol, number
from symplex.expression import operators as op
from symplex.expression.calculus import differentiate
from symplex.expression.operator_facts import jet
from symplex.expression.operators import Rule
from symplex.proof.kernel.notions import CLASSICAL
from symplex.proof.kernel.study import linear_coefficient
from symplex.proof.uniqueness.subject import Boundary, Subject
from symplex.proof.uniqueness.theorem import CHARACTERISTICS, evolution, require
from symplex.reasons import Reason
from symplex.work.budget import Missing


@final
@dataclass(frozen=True)
class Characteristics:
    """Speeds per unit of one variable, the clock, on the way to the end that carries the data."""

    clock: str
    side: int
    """1 if the data are at the low end of the clock."""
    speeds: Mapping[str, Expression]
    """Of each other variable: how fast it changes on the way."""


def characteristics(subject: Subject) -> Reason:
    """Σ a_i(x, u)·u_i + s(x, u) = 0, smooth; along the answer each way leads to given values."""
    _require_first_order(subject)
    require(
        subject.notion == CLASSICAL, subject.is_smooth_answer(1), subject.is_smooth_in_unknown()
    )
    slopes = {name: quasilinear_coefficient(subject, name) for name in subject.problem.variables}
    along = {name: s.substitute({subject.token(): subject.formula}) for name, s in slopes.items()}
    for clock, side in _clocks(subject):
        way = _characteristics(subject, along, clock, side)
        if way is not None and _reaches_data(subject, way, frozenset({Boundary.DIRICHLET})):
            return CHARACTERISTICS.among(UniquenessCode.CLASS_CONTINUOUSLY_DIFFERENTIABLE)
    raise Missing(UniquenessCode.SILENT_NO_WAY_TO_DATA)


def nonlinear(subject: Subject) -> Reason:
    """c·u_t + H(x, t, u, ∇u) = 0, H smooth: position, value and slopes are carried together."""
    time, space = evolution(subject), subject.problem.space
    _require_first_order(subject)
    require(
        subject.notion == CLASSICAL, subject.is_smooth_answer(2), subject.is_smooth_in_unknown()
    )
    jets = jet({subject.unknown: subject.formula}, subject.tokens)
    slopes = {name: subject.slope_by(name).substitute(jets) for name in space}
    along = {time: subject.principal(time), **slopes}
    side, orders = subject.starts
    require(0 in orders)
    way = _characteristics(subject, along, time, side)
    # On a wall the slopes are not known: no way may end there.
    if way is None or not _reaches_data(subject, way, frozenset()):
        raise Missing(UniquenessCode.SILENT_NO_WAY_TO_DATA)
    return CHARACTERISTICS.among(UniquenessCode.CLASS_TWICE_DIFFERENTIABLE)


def constant_coefficients(subject: Subject) -> Reason:
    """Σ a_i·u_i + c·u = f with numbers a_i and c: the answer need not be smooth."""
    _require_first_order(subject)
    require(op.SIGN not in subject.formula.operators, not subject.equation.differentiated)
    names = subject.problem.variables
    require(*(subject.is_constant(slope) for slope in subject.coefficients.values()))
    along = {name: subject.coefficient(name) for name in names}
    for clock, side in _clocks(subject):
        way = _characteristics(subject, along, clock, side)
        if way is not None and _reaches_data(subject, way, frozenset({Boundary.DIRICHLET})):
            return CHARACTERISTICS.among(UniquenessCode.CLASS_CONTINUOUS)
    raise Missing(UniquenessCode.SILENT_NO_WAY_TO_DATA)


def _require_first_order(subject: Subject) -> None:
    names = subject.problem.variables
    require(len(names) > 1)
    subject.require_tokens(subject.token(), *(subject.token(name) for name in names))


def quasilinear_coefficient(subject: Subject, name: str) -> Expression:
    """The coefficient of a slope, which may depend on the unknown."""
    residual, token = subject.equation.residual, subject.token(name)
    slope = linear_coefficient(residual, token, subject.space)
    if slope is None or not slope.derivatives <= {subject.token()}:
        raise Missing(UniquenessCode.SILENT_NOT_QUASILINEAR)
    return slope


def _clocks(subject: Subject) -> Iterator[tuple[str, int]]:
    """The ends of variables on which values are given; of time alone, where there is one."""
    time = subject.problem.time
    if time is not None:
        side, orders = subject.starts
        require(0 in orders)
        yield time, side
        return
    for name in subject.problem.variables:
        for side, wall in zip((1, -1), subject.walls(name), strict=True):
            if wall is Boundary.DIRICHLET:
                yield name, side


def _characteristics(
    subject: Subject, along: Mapping[str, Expression], clock: str, side: int
) -> Characteristics | None:
    """The speeds, if the clock runs at every point of the closed domain."""
    space = subject.space
    if not all(space.is_defined(slope) for slope in along.values()):
        return None
    if not space.signs.holds(along[clock], Rule.NONZERO):
        return None
    speeds = {n: s / along[clock] * number(-side) for n, s in along.items() if n != clock}
    return Characteristics(clock, side, speeds)


def _reaches_data(subject: Subject, way: Characteristics, ending: frozenset[Boundary]) -> bool:
    """Whether every way stays in the domain until it reaches the data, or a wall that has some."""
    return all(_stays_inside(subject, way, name, ending) for name in way.speeds)


def _stays_inside(
    subject: Subject, way: Characteristics, name: str, ending: frozenset[Boundary]
) -> bool:
    """Whether one variable leaves its interval nowhere but through walls that have data."""
    speed, ends = way.speeds[name], subject.space.region.ends[name]
    sides = zip((1, -1), (ends.low, ends.high), (ends.low_open, ends.high_open), strict=True)
    walls = subject.walls(name)
    for (side, end, is_left_out), wall in zip(sides, walls, strict=True):
        inwards = speed * number(side)
        if end is None:
            if not subject.space.signs.holds(inwards, Rule.NONNEGATIVE):
                slopes = [differentiate(speed, other) for other in way.speeds]
                if not all(subject.is_bounded(slope) for slope in slopes):
                    return False
        elif wall not in ending:
            face = subject.space.on(subject.space.region.where({name: end}))
            there = inwards.substitute({Symbol(name): end})
            if is_left_out or not face.signs.holds(there, Rule.NONNEGATIVE):
                return False
    return True
