"""Conservation laws c·u_t + (A(u)·u_x + B(u))_x + S = 0 in one dimension, and their fronts.

Owns recognising that form, and what must hold across a front: the flux through it is continuous,
and where u itself jumps, Rankine–Hugoniot and Oleinik's entropy condition.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import final

from symplex.algebra.normal_form import Normaliser
from symplex.budget import Undecided
from symplex.expression import Derivative, Expression, leaf, number, symbol
from symplex.expression.calculus import differentiate
from symplex.problem import Equation, Problem
from symplex.problem.analysis.classify import coefficient
from symplex.proof.arithmetic.nonnegative import nonnegative
from symplex.proof.pieces.surface_zero import vanishes_on
from symplex.proof.pieces.surfaces import Interface

_MIXING = "mixing"


@final
@dataclass(frozen=True)
class Law:
    """The parts of a conservation law, as formulas of the unknown and parameters."""

    unknown: str
    space: str
    time: str
    rate: Expression
    """c."""
    diffusion: Expression
    """A(u)."""
    drift: Expression
    """B(u), with B(0) = 0."""

    def at(self, part: Expression, value: Expression) -> Expression:
        """A part for a value of the unknown."""
        return part.substitute({Derivative(self.unknown): value})


def law_of(problem: Problem, equation: Equation, normaliser: Normaliser) -> Law | None:
    """The conservation law that an equation is; None if it is not seen to be one."""
    if problem.time is None or len(problem.space) != 1 or len(problem.unknowns) != 1:
        return None
    (space,), time, unknown = problem.space, problem.time, problem.unknowns[0]
    u, u_t = Derivative(unknown), Derivative(unknown, (time,))
    u_x, u_xx = Derivative(unknown, (space,)), Derivative(unknown, (space, space))
    if not equation.derivatives <= {u, u_t, u_x, u_xx}:
        return None
    residual = equation.residual
    rate, diffusion = coefficient(residual, u_t), coefficient(residual, u_xx)
    spread = coefficient(diffusion, u)
    zero_slope = coefficient(residual, u_x).substitute({u_x: number(0), u_xx: number(0)})
    drift = _integrated(zero_slope, u, problem, normaliser)
    if drift is None or not _only(rate, frozenset(), problem):
        return None
    if not _only(diffusion, frozenset({u}), problem):
        return None
    source = residual.substitute({u_t: number(0), u_x: number(0), u_xx: number(0)})
    slope, bend = leaf(u_x), leaf(u_xx)
    built = rate * leaf(u_t) + diffusion * bend + spread * slope * slope + zero_slope * slope
    if not normaliser.is_zero(residual - built - source):
        return None
    return Law(unknown, space, time, rate, diffusion, drift)


def _only(part: Expression, unknowns: "frozenset[Derivative]", problem: Problem) -> bool:
    return part.derivatives <= unknowns and part.symbols <= problem.parameters.keys()


def _integrated(
    part: Expression, by: Derivative, problem: Problem, normaliser: Normaliser
) -> Expression | None:
    """The integral by the unknown of a polynomial in it, from 0."""
    terms = normaliser.polynomial(part)
    if terms is None or not _only(part, frozenset({by}), problem):
        return None
    total = number(0)
    for monomial, value in terms.items():
        exponents = dict(monomial)
        power = exponents.pop(leaf(by), 0)
        if power < 0 or any(by in atom.derivatives for atom in exponents):
            return None
        factor = normaliser.tree({tuple(exponents.items()): value / Fraction(power + 1)})
        total = total + factor * leaf(by) ** (power + 1)
    return total


def require_flux(law: Law, interface: Interface) -> None:
    """Across a front where u is continuous, A(u)·u_x is too.

    Raises:
        Undecided: if that is not shown.
    """
    (above,), (below,) = interface.above.formula.arguments, interface.below.formula.arguments
    jump = differentiate(above, law.space) - differentiate(below, law.space)
    if not vanishes_on(interface, law.at(law.diffusion, above) * jump):
        raise Undecided(f"the flux jumps across {interface.where}")


def require_shock(law: Law, interface: Interface) -> None:
    """Where u jumps: Rankine–Hugoniot, and Oleinik's condition for each value between.

    Raises:
        Undecided: if either is not shown.
    """
    shared = interface.surface
    if not shared.context.normaliser.is_zero(law.diffusion):
        raise Undecided(f"the answer jumps across {interface.where} in spite of diffusion")
    front = shared.formula
    along, across = differentiate(front, law.time), differentiate(front, law.space)
    (above,), (below,) = interface.above.formula.arguments, interface.below.formula.arguments
    balance = law.rate * (above - below) * along
    balance = balance + (law.at(law.drift, above) - law.at(law.drift, below)) * across
    if not vanishes_on(interface, balance):
        raise Undecided(f"Rankine–Hugoniot fails across {interface.where}")
    weight = symbol(_MIXING)
    between = weight * above + (1 - weight) * below
    excess = law.at(law.drift, between) - law.at(law.drift, below)
    excess = excess * across / law.rate + along * (between - below)
    # (f(v) − f(b) − s(v − b))·(a − b) ≥ 0 from left to right; both factors change sign together.
    margin = excess * (above - below)
    context = shared.context.on(shared.context.box.with_parameter(_MIXING, 0, 1))
    if not nonnegative(shared.on(margin), context, interface.half_spaces):
        raise Undecided(f"the entropy condition is not shown across {interface.where}")
