"""The second look at a proof: every line that an exact answer needs, by means of its own."""

from collections.abc import Mapping

from symplex.budget import Budget
from symplex.expression import Derivative, Expression, Symbol, Token
from symplex.expression import operators as op
from symplex.expression.exact import Order, compare
from symplex.expression.operator_facts import jet, limits_of, nodes
from symplex.expression.operators import Rule
from symplex.problem import Equation, Problem
from symplex.problem.box import same_value
from symplex.proof.checker.notions import solves
from symplex.proof.checker.pieces import defined, pieces, vanish
from symplex.proof.checker.place import WRONG, Ends, Place, Refused
from symplex.proof.checker.ranges import Hint
from symplex.proof.checker.study import Study


def check(problem: Problem, answer: Mapping[str, Expression], proof: Hint, budget: Budget) -> None:
    """Be convinced that an answer is exact, with what another proof rests on as hints.

    Raises:
        Refused: with what was not shown, also for want of a hint or of time.
    """
    try:
        _check(problem, {name: answer[name] for name in problem.unknowns}, proof, budget)
    except WRONG as error:
        raise Refused(str(error)) from error


def _check(problem: Problem, answer: Mapping[str, Expression], proof: Hint, budget: Budget) -> None:
    whole = _domain(problem, Place({}, problem.variables, proof, budget))
    interior = {
        n: e._replace(no_low=True, no_high=True) if n in problem.domain else e
        for n, e in whole.ends.items()
    }
    inside = Place(interior, problem.variables, proof, budget)
    for formula in answer.values():
        defined(formula, whole)
    for condition in problem.conditions:
        (_slopes if condition.order else _values)(
            condition, answer, _face(inside if condition.order else whole, condition), inside
        )
    study = Study.of(
        answer, frozenset[Derivative]().union(*(e.derivatives for e in problem.equations)), inside
    )
    if any(op.SIGN in formula.operators for formula in answer.values()) and not any(
        p.jumps for p in study.parts
    ):
        raise Refused("the answer may jump at the boundary")
    for equation in problem.equations:
        solves(problem, equation, study)


def _domain(problem: Problem, empty: Place) -> Place:
    """All of space behind faces without a condition; less where the statement's formulas end."""
    ends = {name: Ends(i.low, i.high) for name, i in problem.parameters.items()}
    faces = [c.region.fixed[0] for c in problem.conditions if len(c.region.fixed) == 1]
    for name, interval in problem.domain.items():
        held = [value for of, value in faces if of == name]
        stated = problem.time in (None, name)
        low, high = (
            end if stated or any(same_value(v, end) for v in held) else None
            for end in (interval.low, interval.high)
        )
        ends[name] = Ends(low, high)
    place = Place(
        dict(sorted(ends.items(), key=lambda e: e[0] in problem.parameters)),
        problem.variables,
        empty.proof,
        empty.budget,
    )
    for equation in problem.all_equations:
        for margin, rule in limits_of(equation.residual):
            if not margin.derivatives:
                place = _within(
                    problem, place, equation, (margin.substitute(_fixed(equation)), rule)
                )
    return place


def _within(
    problem: Problem, place: Place, equation: Equation, limit: tuple[Expression, Rule]
) -> Place:
    """A bound outside of the stated interval."""
    face = _face(place, equation)
    if face.holds(*limit):
        return place
    name, value, is_low = face.bound(limit[0]) or ("", limit[0], True)
    if name not in problem.domain:
        raise Refused("the statement's own formulas are not shown to be defined")
    stated, old, out = problem.domain[name], place.ends[name], limit[1] is not Rule.NONNEGATIVE
    pair = (value, stated.low) if is_low else (stated.high, value)
    if compare(*pair) not in (Order.LESS, Order.EQUAL):
        raise Refused("the statement's own formulas end inside of its box")
    new = old._replace(low=value, no_low=out) if is_low else old._replace(high=value, no_high=out)
    return Place({**place.ends, name: new}, place.variables, place.proof, place.budget)


def _fixed(equation: Equation) -> dict[Token, Expression]:
    return {Symbol(name): value for name, value in equation.region.fixed}


def _face(place: Place, condition: Equation) -> Place:
    fixed = condition.region.values
    ends = {name: value for name, value in place.ends.items() if name not in fixed}
    return Place(
        ends, tuple(n for n in place.variables if n not in fixed), place.proof, place.budget
    )


def _values(condition: Equation, answer: Mapping[str, Expression], face: Place, _: Place) -> None:
    """On the closed face; a sign in the answer must not vanish on all of it."""
    fixed = _fixed(condition)
    for formula in (formula for formula in answer.values() if op.SIGN in formula.operators):
        pieces((formula.substitute(fixed),), face)
        signs = (node for node in nodes(formula.substitute(fixed)) if node.root is op.SIGN)
        if any(face.zero(node.arguments[0]) for node in signs):
            raise Refused("the answer may jump at the boundary")
    residual = condition.residual.substitute(
        {Derivative(n): f for n, f in answer.items()}
    ).substitute(fixed)
    defined(residual, face)
    vanish(residual, face)


def _slopes(
    condition: Equation, answer: Mapping[str, Expression], face: Place, inside: Place
) -> None:
    """On the open face, from each piece that reaches it; all of it for each parameter."""
    fixed, count = _fixed(condition), 0
    for part in pieces(list(answer.values()), inside):
        guards = [g for g in (guard.substitute(fixed) for guard in part.guards) if not face.zero(g)]
        strict = [not g.symbols - set(face.variables) for g in guards]
        facts = [
            (g, Rule.POSITIVE if s else Rule.NONNEGATIVE)
            for g, s in zip(guards, strict, strict=True)
        ]
        reached = face.having(*facts)
        if part.jumps or condition.differentiated:
            raise Refused("a condition with derivatives has no rule here")
        if reached.is_empty:
            continue
        jets = jet(dict(zip(answer, part.formulas, strict=True)), condition.derivatives)
        residual = condition.residual.substitute(dict[Token, Expression](jets)).substitute(fixed)
        for formula in (*(formula.substitute(fixed) for formula in jets.values()), residual):
            defined(formula, reached)
        vanish(residual, reached)
        count += 1
    if not count:
        raise Refused("no piece of the answer is shown to reach the face")
