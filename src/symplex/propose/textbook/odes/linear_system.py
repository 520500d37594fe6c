"""Linear systems with constant coefficients, of any orders: z' = Az + f(x).

With χ the characteristic polynomial of A, D the derivative and adj(D − A) a polynomial in D whose
coefficients are matrices, (D − A)·adj(D − A) = χ(D). So adj(D − A)w solves the system if χ(D)w = f,
which are equations without coupling; no eigenvector is needed, and multiple eigenvalues are as good
as simple ones.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, final

from symplex.exact.formulas.building import ONE, ZERO, multiply, negative, total
from symplex.exact.formulas.exponentials import Exponentials, Sum
from symplex.exact.formulas.linear_solve import Row, eliminated
from symplex.exact.formulas.read_exponentials import Reader
from symplex.exact.integrals.integrals import Integrals
from symplex.expression import Expression, symbol
from symplex.problem import Problem
from symplex.problem.method import Family
from symplex.propose.textbook.matrices import Matrix, characteristic
from symplex.propose.textbook.odes.constant_coefficients import homogeneous
from symplex.propose.textbook.odes.constants import completed, constant
from symplex.propose.textbook.odes.ode import Ode, jet, ode_of
from symplex.work.budget import Budget

_MAX_STATES = 8


class _System(NamedTuple):
    """z' = Az + f; the unknowns are the states at these places."""

    matrix: Matrix
    source: list[Expression]
    places: dict[str, int]


@final
class LinearSystem:
    """Several unknowns, real, complex and multiple eigenvalues, sources of exponential kind."""

    name = "linear system"

    def propose(self, problem: Problem, budget: Budget) -> Iterator[Family]:
        """The general solution, with its constants from the conditions."""
        ode = ode_of(problem, budget)
        if ode is None or len(problem.unknowns) == 1 or min(ode.orders.values()) == 0:
            return
        system = _system(ode)
        timed = None if system is None else _timed(ode, system)
        if system is None or timed is None:
            return
        system, time = timed
        formulas = _general(ode, system, time)
        if formulas is not None:
            names = tuple(constant(k + 1) for k in range(len(system.matrix)))
            yield from completed(ode, Family(self.name, formulas, names))


def _system(ode: Ode) -> _System | None:
    """The system of the first order in the unknowns and their lower derivatives."""
    states = [jet(name, k) for name, order in ode.orders.items() for k in range(order)]
    tops = [jet(name, order) for name, order in ode.orders.items()]
    rates = _rates(ode, states, tops)
    if rates is None or len(states) > _MAX_STATES:
        return None
    matrix: Matrix = []
    source: list[Expression] = []
    for name, order in ode.orders.items():
        for k in range(order):
            following = jet(name, k + 1)
            if following in states:
                matrix.append([ONE if state == following else ZERO for state in states])
                source.append(ZERO)
            else:
                slopes, rest = rates[following]
                matrix.append(slopes)
                source.append(rest)
    places = {name: states.index(jet(name, 0)) for name in ode.orders}
    return _System(matrix, source, places)


def _rates(
    ode: Ode, states: Sequence[str], tops: Sequence[str]
) -> dict[str, tuple[list[Expression], Expression]] | None:
    """The highest derivatives as linear combinations of the states; None if they are none."""
    rows: list[tuple[list[Expression], list[Expression], Expression]] = []
    for residual in ode.residuals:
        found = ode.affine(residual, [*tops, *states])
        if found is None:
            return None
        slopes, rest = found
        rows.append((slopes[: len(tops)], slopes[len(tops) :], rest))
    answers: list[dict[str, Expression]] = []
    columns = [[row[1][k] for row in rows] for k in range(len(states))]
    for column in (*columns, [row[2] for row in rows]):
        equations: list[Row] = [
            [*row[0], negative(entry)] for row, entry in zip(rows, column, strict=True)
        ]
        values = eliminated(equations, tops, ode.arithmetic)
        if values is None or len(values) < len(tops):
            return None
        answers.append(dict(values))
    return {top: ([one[top] for one in answers[:-1]], answers[-1][top]) for top in tops}


def _timed(ode: Ode, system: _System) -> tuple[_System, Expression] | None:
    """The system in s = ∫a dx where its matrix is a(x) times a constant one; else in x."""
    entries = [entry for row in system.matrix for entry in row]
    varying = next((entry for entry in entries if ode.variable in entry.symbols), None)
    if varying is None:
        return system, ode.x
    ratio = ode.arithmetic.divide
    matrix = [[ratio(entry, varying) for entry in row] for row in system.matrix]
    constant_ = not any(ode.variable in entry.symbols for row in matrix for entry in row)
    time = Integrals(ode.arithmetic).of(varying, ode.variable)
    if not constant_ or time is None or any(one != ZERO for one in system.source):
        return None
    return system._replace(matrix=matrix), time


def _general(ode: Ode, system: _System, time: Expression) -> dict[str, Expression] | None:
    """The formula of each unknown, with constants."""
    sums, reader = Exponentials(ode.arithmetic), Reader(ode.arithmetic, ode.variable)
    polynomial, adjugate = characteristic(system.matrix, ode.arithmetic)
    basis = homogeneous(ode, polynomial)
    impulse = None if basis is None else _impulse(ode, basis)
    read = [reader.read(one) for one in system.source]
    sources = [one for one in read if one is not None]
    if impulse is None or len(sources) < len(read):
        return None
    responses = [sums.particular(polynomial, one) for one in sources]
    formulas: dict[str, Expression] = {}
    for name, place in system.places.items():
        columns = [
            multiply(
                symbol(constant(k + 1)),
                sums.tree(_applied(sums, [m[place][k] for m in adjugate], impulse), time),
            )
            for k in range(len(system.matrix))
        ]
        forced = sums.add(
            *(
                _applied(sums, [m[place][k] for m in adjugate], response)
                for k, response in enumerate(responses)
            )
        )
        formulas[name] = total([*columns, sums.tree(forced, time)])
    return formulas


def _applied(sums: Exponentials, coefficients: Sequence[Expression], one: Sum) -> Sum:
    """Σ coefficients[k]·D^k of a sum."""
    found: Sum = ()
    for coefficient in coefficients:
        if coefficient != ZERO:
            found = sums.add(found, sums.scale(coefficient, one))
        one = sums.derivative(one)
    return found


def _impulse(ode: Ode, basis: Sequence[Sum]) -> Sum | None:
    """The solution whose highest derivative but one is 1 at x = 0, and the lower ones 0."""
    sums = Exponentials(ode.arithmetic)
    names = [f"i#{k}" for k in range(len(basis))]
    rows: list[Row] = []
    derivatives = list(basis)
    for k in range(len(basis)):
        values = [ode.arithmetic.normal(_at_zero(one)) for one in derivatives]
        rows.append([*values, ONE if k == len(basis) - 1 else ZERO])
        derivatives = [sums.derivative(one) for one in derivatives]
    weights = eliminated(rows, names, ode.arithmetic)
    if weights is None or len(weights) < len(basis):
        return None
    return sums.add(
        *(sums.scale(weights[name], one) for name, one in zip(names, basis, strict=True))
    )


def _at_zero(one: Sum) -> Expression:
    return total(term.weight.real for term in one if term.power == 0)
