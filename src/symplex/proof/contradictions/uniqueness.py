"""For which data a linear equation has at most one solution, where that is a theorem.

The coefficients are constant, those of transport may be linear in space. Parabolic on a box with
data on every face and at the start (energy); waves with data at the start and on the faces that are
closed (energy, finite speed); transport likewise (characteristics); elliptic with values on every
face and no term of the wrong sign (maximum principle). A Cauchy problem for the heat equation on
all of space has many solutions: of that nothing is said.
"""

from collections.abc import Mapping, Sequence

from symplex.exact.formulas.building import multiply, rebuilt
from symplex.expression import Derivative, Expression, number
from symplex.expression.calculus import differentiate
from symplex.expression.exact import Order, compare
from symplex.expression.operator_facts import kinks_of, limits_of
from symplex.problem import Problem
from symplex.problem.reading import reading
from symplex.proof.contradictions.linear_form import LinearForm
from symplex.proof.contradictions.traces import Traces

_ZERO, _FIRST, _SECOND = number(0), 1, 2


def determining(problem: Problem, form: LinearForm) -> Sequence[int] | None:
    """The conditions that fix the solution of a linear equation; None if no theorem says so."""
    along = {name: form.along(problem.unknowns[0], name) for name in problem.variables}
    order = max(one.order for one in form.coefficients)
    plain = form.is_constant or (order == _FIRST and _is_affine(problem, form))
    if not form.is_pure or not plain or order > _SECOND:
        return None
    traces, time = Traces(problem), problem.time
    if time is None:
        return _elliptic(traces, form, along)
    return _from_slice(traces, along, time)


def _is_affine(problem: Problem, form: LinearForm) -> bool:
    """Whether characteristics run through all of space and time: speeds grow at most like |x|."""
    for derivative, slope in form.coefficients.items():
        if kinks_of(slope) or limits_of(slope):
            return False
        if derivative.by == (problem.time,) and slope.symbols:
            return False
        slopes = [rebuilt(differentiate(slope, name)) for name in problem.space]
        if derivative.by and any(one.symbols & set(problem.space) for one in slopes):
            return False
    return True


def _from_slice(
    traces: Traces, along: Mapping[str, Mapping[int, Expression]], time: str
) -> Sequence[int] | None:
    """Data at the start or at the end of time, and on the faces."""
    unknown, order = traces.problem.unknowns[0], max(along[time], default=0)
    space = {name: slopes for name, slopes in along.items() if name != time and slopes}
    spread = [slopes[_SECOND] for slopes in space.values() if _SECOND in slopes]
    for is_high in (False, True):
        given = traces.orders((time, is_high), unknown)
        if not order or not all(k in given for k in range(order)):
            continue
        rate, parabolic = along[time][order], order == _FIRST and bool(spread)
        if (parabolic or order == _SECOND) and len(spread) < len(space):
            continue
        if not _flows(spread, rate, backwards=parabolic and is_high):
            continue
        orders = (0,) if order == _FIRST and not spread else (0, 1)
        faces = _on_faces(traces, list(space), orders, closed=parabolic)
        if faces is not None:
            return [*(given[k] for k in range(order)), *faces]
    return None


def _flows(spread: Sequence[Expression], rate: Expression, *, backwards: bool = False) -> bool:
    """Whether every second derivative has the sign with which time may run."""
    wanted = Order.GREATER if backwards else Order.LESS
    return all(compare(multiply(one, rate), _ZERO) is wanted for one in spread)


def _on_faces(
    traces: Traces, names: Sequence[str], orders: Sequence[int], *, closed: bool
) -> list[int] | None:
    """One condition of these orders on each face; open faces have none, if none need be closed."""
    unknown, found = traces.problem.unknowns[0], list[int]()
    extent = reading(traces.problem).domain
    for name in names:
        for is_high in (False, True):
            given = traces.orders((name, is_high), unknown)
            usable = [given[k] for k in orders if k in given]
            if usable:
                found.append(usable[0])
            elif closed or extent[name][is_high] is not None:
                return None
    return found


def _elliptic(
    traces: Traces, form: LinearForm, along: Mapping[str, Mapping[int, Expression]]
) -> Sequence[int] | None:
    """Values on every face; the term without a derivative has the sign of −Δ, or there is none."""
    second = [slopes.get(_SECOND) for slopes in along.values()]
    spread = [one for one in second if one is not None]
    if len(spread) < len(second):
        return None
    rest = form.coefficients.get(Derivative(traces.problem.unknowns[0]), _ZERO)
    signs = {compare(one, _ZERO) for one in spread}
    if signs not in ({Order.LESS}, {Order.GREATER}):
        return None
    if compare(multiply(rest, spread[0]), _ZERO) not in (Order.LESS, Order.EQUAL):
        return None
    return _on_faces(traces, list(along), (0,), closed=True)
