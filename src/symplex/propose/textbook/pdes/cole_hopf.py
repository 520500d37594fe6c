"""Burgers' equation by Cole and Hopf: u = −(2ν/a)·w_x/w with a linear equation for w."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple, final

from symplex.errors import ExpressionError
from symplex.exact.formulas.arithmetic import Arithmetic
from symplex.exact.formulas.building import (
    ZERO,
    divide,
    exponential,
    multiply,
    negative,
    rebuilt,
    subtract,
)
from symplex.exact.integrals.integrals import Integrals
from symplex.expression import Derivative, Expression, Token, leaf, number, symbol
from symplex.expression.calculus import differentiate
from symplex.problem import Problem
from symplex.problem.equation import Equation, Region
from symplex.problem.method import Family, Reduction
from symplex.problem.residuals import satisfies
from symplex.propose.textbook.pdes.pde import Data, Pde, lone_pde
from symplex.work.budget import Budget, Missing, Undecided

_STEPS: Final = 100_000
"""When a normal form counts as a runaway."""


class _Burgers(NamedTuple):
    """u_t + (steepening·u + drift)·u_x = viscosity·u_xx."""

    x: str
    steepening: Expression
    drift: Expression
    viscosity: Expression


@final
class ColeHopf:
    """Burgers' equation with constant coefficients, and data at one time."""

    name = "Cole and Hopf's transformation"

    def propose(self, problem: Problem, budget: Budget) -> Iterator[Reduction]:
        """The heat equation for w."""
        pde = lone_pde(problem, budget)
        if pde is None or pde.linear is not None:
            return
        for data in pde.marching():
            try:
                equation = _burgers(pde, data)
                smaller = None if equation is None else _heat(pde, data, equation)
            except (Missing, ExpressionError):
                continue
            if equation is not None and smaller is not None:
                yield Reduction(self.name, smaller, _back(pde, equation, smaller.unknowns[0]))


def _burgers(pde: Pde, data: Data) -> _Burgers | None:
    space = pde.others(data.variable)
    if len(space) != 1:
        return None
    u, x = pde.unknown, space[0]
    rate, slope, bend = (Derivative(u, by) for by in ((data.variable,), (x,), (x, x)))
    level = Derivative(u)
    residual = pde.problem.equations[0].residual
    if residual.derivatives ^ {rate, slope, bend, level}:
        return None
    names: dict[Token, Expression] = {level: symbol("u#")}
    found = pde.affine(residual.substitute(names))
    if found is None or rate not in found[0] or found[1] != ZERO:
        return None
    lead = found[0][rate]
    real = pde.arithmetic
    speed = real.normal(divide(found[0].get(slope, ZERO), lead))
    parts = real.polynomial(speed, ("u#",))
    viscosity = real.normal(divide(negative(found[0].get(bend, ZERO)), lead))
    if parts is None or max((key[0] for key in parts), default=0) != 1 or viscosity == ZERO:
        return None
    steepening, drift = parts[1,], parts.get((0,), ZERO)
    known = set(pde.problem.parameters)
    if any(one.symbols - known for one in (steepening, drift, viscosity)):
        return None
    return _Burgers(x, steepening, drift, viscosity)


def _heat(pde: Pde, data: Data, equation: _Burgers) -> Problem | None:
    """The linear problem for w."""
    value = data.values.get((pde.unknown, 0))
    potential = None if value is None else Integrals(pde.arithmetic).of(value, equation.x)
    if potential is None:
        return None
    (name,) = pde.fresh(1, "wvz")
    scale = divide(negative(equation.steepening), multiply(number(2), equation.viscosity))
    start = pde.arithmetic.normal(exponential(pde.arithmetic.normal(multiply(scale, potential))))
    rate, slope, bend = (
        leaf(Derivative(name, by))
        for by in ((data.variable,), (equation.x,), (equation.x, equation.x))
    )
    right = subtract(multiply(equation.viscosity, bend), multiply(equation.drift, slope))
    region = Region(((data.variable, data.at),))
    return pde.problem.changed(
        unknowns=(name,),
        equations=(Equation(rate, right),),
        conditions=(Equation(leaf(Derivative(name)), start, region),),
    )


def _back(pde: Pde, equation: _Burgers, name: str):  # noqa: ANN202
    def back(found: Mapping[str, Expression]) -> list[Family]:
        w = found[name]
        factor = divide(multiply(number(-2), equation.viscosity), equation.steepening)
        slope = differentiate(w, equation.x)
        # Gaussians cancel in the slope of error functions; the method's budget is long over.
        real = Arithmetic(pde.arithmetic.ends, pde.arithmetic.budget.anew(_STEPS))
        try:
            slopes = dict.fromkeys([slope, real.normal(slope)])
        except Undecided:
            slopes = dict.fromkeys([slope])
        formulas = [{pde.unknown: rebuilt(multiply(factor, divide(one, w)))} for one in slopes]
        return [Family(ColeHopf.name, one) for one in formulas if satisfies(pde.problem, one)]

    return back
