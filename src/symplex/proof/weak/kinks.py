"""Whether an answer made of smooth pieces is a solution across the surfaces on which they meet.

Owns the rules for each class of equation. What no rule decides is not proved, and the check says
why.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from symplex.algebra.normal_form import Normaliser
from symplex.budget import OutOfTime, Undecided
from symplex.errors import ExpressionError
from symplex.expression import Derivative, Expression
from symplex.expression.calculus import differentiate
from symplex.expression.operator_facts import short
from symplex.expression.operators import Rule
from symplex.problem import Equation, Problem
from symplex.problem.analysis.classify import Linearity, coefficient
from symplex.problem.analysis.hamilton_jacobi import recognise
from symplex.proof.arithmetic.signs import HalfSpace, holds
from symplex.proof.certificate import Check, Level
from symplex.proof.context import ProofContext
from symplex.proof.pieces.cut import Piece
from symplex.proof.pieces.jumps import continuity, require_between
from symplex.proof.pieces.surface_zero import first_derivative_of, vanishes_on
from symplex.proof.pieces.surfaces import Interface, interfaces
from symplex.proof.pieces.thin import known_sign, may_vanish
from symplex.proof.weak.conservation import law_of, require_flux, require_shock
from symplex.proof.weak.viscosity import check_viscosity

_CALM: Final = frozenset({Linearity.LINEAR, Linearity.SEMILINEAR})
_HALF = Fraction(1, 2)


def check_kinks(
    problem: Problem,
    answer: Mapping[str, Expression],
    pieces: Sequence[Piece],
    context: ProofContext,
) -> list[Check]:
    """Checks for the points where the answer is not smooth; none if there are no such points."""
    checks: list[Check] = []
    jumping = False
    for formula, check in continuity(answer, pieces, context).items():
        jumping |= not check.proved
        shock = check if check.proved else _as_shock(check, formula, problem, pieces, context)
        if shock.proved and not check.proved:
            shock = _with_value(shock, formula, answer, pieces, context)
        checks.append(shock)
    if len(pieces) == 1 and not pieces[0].singular:
        return checks
    form = recognise(problem)
    if form is not None and not jumping:
        return [*checks, check_viscosity(problem, form, answer, pieces, context)]
    for equation in problem.equations:
        what = f"a solution across kinks: {equation.text}"
        try:
            how = _across(problem, equation, pieces, context, jumping=jumping)
        except (Undecided, ExpressionError) as error:
            checks.append(Check(what, "kinks", proved=False, how=str(error)))
        else:
            checks.append(Check(what, "kinks", proved=True, how=how, level=Level.SYMBOLIC))
    return checks


def _as_shock(
    check: Check,
    jump: Expression,
    problem: Problem,
    pieces: Sequence[Piece],
    context: ProofContext,
) -> Check:
    """A jump that a conservation law allows, as the check that it does; else the old check."""
    equation, *others = problem.equations
    law = None if others else law_of(problem, equation, context.normaliser)
    if law is None:
        return check
    try:
        found = [one for one in interfaces(pieces, context) if _runs_along(one, jump)]
        for interface in found:
            require_shock(law, interface)
    except OutOfTime:
        raise
    except (Undecided, ExpressionError) as error:
        return replace(check, how=str(error))
    if not found:
        return check
    if dependence(equation, context.normaliser) is Linearity.LINEAR:
        what, how = "the answer jumps along a characteristic", "the flux through it is continuous"
    else:
        what, how = "the answer is a shock", "Rankine–Hugoniot and the entropy condition hold"
    return replace(check, what=what, proved=True, how=how, level=Level.SYMBOLIC)


def _runs_along(interface: Interface, jump: Expression) -> bool:
    """Whether a jump's formula may vanish on all of an interface."""
    shared = interface.surface
    known = known_sign(shared.formula, [HalfSpace(jump, 1)], shared.context.normaliser)
    return known is not None or may_vanish(shared.on(jump), shared.context.box)


def _with_value(
    shock: Check,
    jump: Expression,
    answer: Mapping[str, Expression],
    pieces: Sequence[Piece],
    context: ProofContext,
) -> Check:
    """The check of a shock, with that of the answer's value on the shock itself."""
    try:
        require_between(jump, answer, pieces, context)
    except (Undecided, ExpressionError) as error:
        return replace(shock, proved=False, how=str(error), level=Level.NUMERIC)
    return replace(shock, how=f"{shock.how}, and the value on it lies between the limits")


def _across(
    problem: Problem,
    equation: Equation,
    pieces: Sequence[Piece],
    context: ProofContext,
    *,
    jumping: bool,
) -> str:
    """Why the answer is a solution across its kinks; its jumps have checks of their own.

    Raises:
        Undecided: if no rule says so.
    """
    kind = dependence(equation, context.normaliser)
    order = equation.order
    scalar = len(problem.unknowns) == 1 and kind is Linearity.QUASILINEAR
    if order <= 1 and (kind in _CALM or scalar):
        _require_lipschitz(pieces, context)
        if jumping:
            return "Lipschitz on either side of its jumps, where it solves the equation"
        return "a Lipschitz function that solves a first-order equation almost everywhere"
    _require_smooth_roots(pieces, order)
    found = interfaces(pieces, context)
    how = [_across_one(problem, equation, kind, interface) for interface in found]
    return "; ".join(dict.fromkeys(how)) or "the pieces do not meet in the open domain"


def dependence(equation: Equation, normaliser: Normaliser) -> Linearity:
    """How an equation depends on its unknowns, read from its formula.

    Never too favourable: what only looks nonlinear counts as nonlinear.
    """
    depends = {
        derivative: _unknowns_in(coefficient(equation.residual, derivative), normaliser)
        for derivative in equation.derivatives
    }
    highest = [derivative for derivative in depends if derivative.order == equation.order]
    if not any(depends.values()):
        return Linearity.LINEAR
    if not any(depends[derivative] for derivative in highest):
        return Linearity.SEMILINEAR
    if not any(other in highest for derivative in highest for other in depends[derivative]):
        return Linearity.QUASILINEAR
    return Linearity.NONLINEAR


def _unknowns_in(expression: Expression, normaliser: Normaliser) -> frozenset[Derivative]:
    """The unknowns and derivatives left in a formula once it is expanded."""
    terms = normaliser.polynomial(expression)
    if terms is None:
        return expression.derivatives
    atoms = (atom for monomial in terms for atom, _ in monomial)
    return frozenset[Derivative]().union(*(atom.derivatives for atom in atoms))


def _require_lipschitz(pieces: Sequence[Piece], context: ProofContext) -> None:
    for piece in pieces:
        for root in piece.singular:
            if root.exponent < _HALF or not holds(root.base, Rule.NONNEGATIVE, context):
                raise Undecided(f"it is not shown that the root of {short(root.base)} is Lipschitz")


def _require_smooth_roots(pieces: Sequence[Piece], order: int) -> None:
    for piece in pieces:
        for root in piece.singular:
            if root.exponent <= order:
                raise Undecided(
                    f"the root of {short(root.base)} is not smooth where its base vanishes"
                )


def _across_one(problem: Problem, equation: Equation, kind: Linearity, interface: Interface) -> str:
    order = equation.order
    interface.surface.context.budget.check_deadline()
    matched = _matched(interface, order + 1)
    if matched > order:
        return f"all derivatives up to order {order} match"
    if matched >= order and kind in _CALM:
        return f"normal derivatives below order {order} match"
    if kind is Linearity.LINEAR and order == 2 and matched == 1:  # noqa: PLR2004
        _require_characteristic(problem, equation, interface)
        return "the kink runs along a characteristic"
    normaliser = interface.surface.context.normaliser
    law = law_of(problem, equation, normaliser) if matched == 1 else None
    if law is not None:
        require_flux(law, interface)
        return "the flux of the conservation law is continuous"
    raise Undecided(
        f"across {interface.where} the derivatives match below order {matched} only, "
        f"and the {kind.value} equation of order {order} needs more"
    )


def _matched(interface: Interface, limit: int) -> int:
    """How many normal derivatives agree on both sides, the value itself included.

    The variable for which the surface was solved crosses it, so its derivatives will do.
    """
    variable = interface.surface.variable
    pairs = zip(interface.above.formula.arguments, interface.below.formula.arguments, strict=True)
    differences = [one - two for one, two in pairs]
    for order in range(limit):
        if not all(vanishes_on(interface, part) for part in differences):
            return order
        differences = [differentiate(part, variable) for part in differences]
    return limit


def _require_characteristic(problem: Problem, equation: Equation, interface: Interface) -> None:
    """Σ aᵢⱼ nᵢ nⱼ = 0 for the normal n: then a jump of the gradient leaves no trace."""
    total: Expression | None = None
    for derivative in sorted(equation.derivatives, key=repr):
        if derivative.order != 2:  # noqa: PLR2004
            continue
        first, second = (first_derivative_of(interface, name) for name in derivative.by)
        term = coefficient(equation.residual, derivative) * (first * second)
        total = term if total is None else total + term
    one_unknown = len(problem.unknowns) == 1
    if total is None or not one_unknown or not vanishes_on(interface, total):
        raise Undecided(f"{interface.where} is a kink, and no characteristic")
