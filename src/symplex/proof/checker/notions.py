"""The notions of solution, the first that fits: classical, divergence form, Lipschitz, shocks."""

from collections.abc import Sequence
from itertools import combinations

from symplex.expression import Derivative, Expression, Operator, Symbol, Token, number
from symplex.expression.calculus import differentiate
from symplex.expression.operator_facts import kinks_of
from symplex.expression.operators import Rule
from symplex.problem import Equation, Problem
from symplex.proof.checker.pieces import Piece, defined, pieces, vanish
from symplex.proof.checker.place import Ends, Place, Refused, signed, tokens
from symplex.proof.checker.ranges import Hint
from symplex.proof.checker.study import Study, slope_of, tried
from symplex.proof.checker.viscosity import is_viscous


def solves(problem: Problem, equation: Equation, study: Study) -> None:
    """Show that an answer solves an equation, in the first notion that fits."""
    jumping = [d for d in sorted(equation.derivatives, key=repr) if not study.is_continuous(d)]
    jumps = any(part.jumps for part in study.parts)
    smooth = not jumping and not jumps
    pointwise = smooth and not _fluxes(equation, study)
    for part, jets in zip(study.parts, study.jets, strict=True):
        residual = equation.residual.substitute(dict[Token, Expression](jets))
        defined(residual, part.place)
        for piece in pieces((residual,), part.place) if not pointwise else ():
            vanish(piece.formulas[0], piece.place)
        if pointwise:
            vanish(residual, part.place)
    jumps = jumps or any(not d.order for d in jumping)
    rows = (_shocks,) if jumps else (_lipschitz, _distributional, is_viscous)
    if not smooth and not any(tried(row, problem, equation, study, jumping) for row in rows):
        raise Refused("no notion of solution is shown to fit what is not smooth")


def _fluxes(equation: Equation, study: Study) -> bool:
    """Show that what is differentiated is continuous: its derivative is then that on the pieces."""
    kinked = False
    for kept in equation.differentiated:
        has_kinks = any(
            isinstance(token, Operator) and token.kinks for token in kept.formula.tokens
        )
        flux, kinked = kept.formula, kinked or has_kinks or len(study.parts) > 1
        for name in kept.by if kinked else ():
            _require_continuous(flux, study)
            flux = differentiate(flux, name)
    return kinked


def _require_continuous(flux: Expression, study: Study) -> None:
    parts: list[Piece] = []
    for part, jets in zip(study.parts, study.jets, strict=True):
        here = flux.substitute(dict[Token, Expression](jets))
        defined(here, part.place)
        for inner in pieces((here,), part.place):
            parts.append(inner._replace(guards=(*part.guards, *inner.guards)))
    Study(study.place, parts, ()).matches([part.formulas[0] for part in parts])


def _smooth(formula: Expression, place: Place) -> bool:
    defined(formula, place)
    return not formula.derivatives and all(
        place.holds(kink, Rule.NONZERO) for kink in kinks_of(formula)
    )


def _lipschitz(problem: Problem, equation: Equation, study: Study, _: Hint) -> bool:
    """c·u_t + a(u)·u_x + s = 0 almost everywhere, u Lipschitz: the chain rule gives entropies."""
    if (len(problem.unknowns), len(problem.equations), len(problem.space), equation.order) != (
        1,
        1,
        1,
        1,
    ):
        return False
    slopes = [slope_of(equation.residual, d, study.place) for d in equation.derivatives if d.order]
    _fluxes(equation, study)
    return problem.time is not None and all(
        (not s.symbols and all(not d.order for d in s.derivatives)) or _smooth(s, study.place)
        for s in slopes
    )


def _distributional(
    problem: Problem, equation: Equation, study: Study, jumping: Sequence[Derivative]
) -> bool:
    """What jumps is the derivative of something continuous, with a smooth coefficient."""
    kept = equation.with_placeholders
    standing = [token for token in jumping if token in kept.derivatives]
    _fluxes(equation, study)
    fluxes = [d for d in kept.derivatives if d.of not in problem.unknowns]
    return all(study.is_continuous(Derivative(d.of, d.by[:-1])) for d in standing) and all(
        _smooth(slope_of(kept, token, study.place), study.place) for token in (*standing, *fluxes)
    )


def _shocks(problem: Problem, equation: Equation, study: Study, _: Hint) -> bool:
    """u_t + a(u)·u_x = 0, a monotone and a polynomial: Rankine–Hugoniot and Lax at each jump."""
    (unknown,), (name,), time = problem.unknowns, problem.space, str(problem.time)
    rate, slope = (
        slope_of(equation.residual, Derivative(unknown, (v,)), study.place) for v in (time, name)
    )
    still: dict[Token, Expression] = {d: number(0) for d in equation.derivatives if d.order}
    if rate.derivatives or rate.symbols or slope.symbols or any(d.order for d in slope.derivatives):
        return False
    if equation.order != 1 or not study.place.zero(equation.residual.substitute(still)):
        return False
    state = Expression((Symbol("u#"),))
    speed = (slope / rate).substitute({Derivative(unknown): state})
    line = Place({"u#": Ends(None, None)}, ("u#",), study.place.proof, study.place.budget)
    parts = line.polynomial(speed, "u#") if speed.symbols else [speed]
    bend, flux = differentiate(speed, "u#"), number(0)
    shape = next((s for s in (1, -1) if line.holds(signed(bend, s), Rule.NONNEGATIVE)), 0)
    for power, part in enumerate(parts or []):
        flux = flux + part * state ** (power + 1) / (power + 1)
    pairs = combinations(range(len(study.parts)), 2)
    meetings = [(study.parts[i], study.parts[j], *m) for i, j in pairs for m in study.meet(i, j)]
    for one, two, values, place in meetings:
        states = [part.formulas[0].substitute(tokens(values)) for part in (one, two)]
        fluxes = [flux.substitute({Symbol("u#"): value}) for value in states]
        change, jump = states[0] - states[1], fluxes[0] - fluxes[1]
        guards = [guard for guard in one.guards if place.zero(guard.substitute(tokens(values)))]
        for guard in guards:
            rise, lean = (differentiate(guard, v).substitute(tokens(values)) for v in (time, name))
            vanish(rise * change + lean * jump, place)
            drop = number(-shape * place.sign(lean)) * change
            if not place.zero(change) and (
                not place.sign(lean) or not place.holds(drop, Rule.NONNEGATIVE)
            ):
                return False
        if not guards:
            return False
    return bool(shape and parts)
