"""What jumps ask of constants: the balance of fluxes where the sign of something changes.

Residuals at points see nothing of a jump; Rankine and Hugoniot's condition on g = 0 is
Σ ∂g·∫ c du = 0, the integrals of the coefficients of ∂u between the states on both sides. Owns
these conditions for equations of the first order that are affine in their derivatives.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from symplex.errors import ExpressionError
from symplex.exact.formulas.arithmetic import Arithmetic
from symplex.exact.formulas.broken import has_branches
from symplex.exact.formulas.building import multiply, rebuilt, subtract, total
from symplex.exact.formulas.inverse import zeros
from symplex.exact.integrals.integrals import Integrals
from symplex.expression import (
    Expression,
    Operator,
    Symbol,
    Token,
    apply,
    leaf,
    number,
    symbol,
)
from symplex.expression import operators as op
from symplex.expression.calculus import differentiate
from symplex.expression.operator_facts import nodes
from symplex.expression.text import derivative_text
from symplex.problem import Problem
from symplex.problem.equation import Equation
from symplex.work.budget import Budget, Missing

_ANY: Final = (-1.0, 1.0)
"""States are read as numbers of either sign."""


def jump_conditions(
    problem: Problem, formulas: Mapping[str, Expression], budget: Budget
) -> Iterator[Expression]:
    """What vanishes for each sign in the formulas and each equation, if that is in closed form."""
    real = Arithmetic(problem.box.ends, budget)
    signs = (
        node.arguments[0]
        for formula in formulas.values()
        for node in nodes(formula, budget)
        if node.root is op.SIGN
    )
    guards = tuple(dict.fromkeys(signs))
    others = {f"s{k}#" for k in range(len(guards))}
    for guard in guards:
        names = [name for name in reversed(problem.variables) if name in guard.symbols]
        moves = sorted(names, key=lambda name: name == problem.time)
        roots = (root for name in moves for root in _places(guard, name, real))
        place = next(roots, None) if len(names) > 1 else None
        if place is None:
            continue
        states = [
            {u: _beside(f, guards, guard, side) for u, f in formulas.items()} for side in (1, -1)
        ]
        for equation in problem.equations:
            balance = _balance(equation, guard, (states[0], states[1]), real)
            if balance is None:
                continue
            balance = real.normal(balance.substitute(place))
            # On which side of other waves this one is must not count.
            if balance.symbols.isdisjoint(others) and not has_branches(balance):
                yield balance


def _places(guard: Expression, name: str, real: Arithmetic) -> Iterator[dict[Token, Expression]]:
    for root in zeros(guard, name, real):
        yield {Symbol(name): root}


def _beside(
    formula: Expression, guards: Sequence[Expression], guard: Expression, side: int
) -> Expression:
    """The formula on one side of where a guard vanishes, other signs as symbols."""

    def combine(token: Token, below: Sequence[Expression], value: float) -> Expression:
        if token is op.SIGN and below[0] in guards:
            same = below[0] == guard
            return number(side) if same else symbol(f"s{guards.index(below[0])}#")
        return apply(token, *below) if isinstance(token, Operator) else leaf(token, value)

    return rebuilt(formula.fold(combine))


def _balance(
    equation: Equation,
    guard: Expression,
    states: tuple[Mapping[str, Expression], Mapping[str, Expression]],
    real: Arithmetic,
) -> Expression | None:
    """The jump of what is differentiated, across a surface; None for what is no such law."""
    names = {d: f"{derivative_text(d)}#" for d in sorted(equation.derivatives, key=repr)}
    plain = equation.residual.substitute({d: symbol(name) for d, name in names.items()})
    if equation.order != 1:
        return None
    parts = list[Expression]()
    for token in (d for d in names if d.order):
        state = f"{token.of}#"
        try:
            speed = real.normal(differentiate(plain, names[token]))
            inner = real.on({state: _ANY})
            flux = Integrals(inner, with_sympy=False).of(speed, state)
        except (Missing, ExpressionError):
            return None
        if flux is None or not speed.symbols.isdisjoint({*names.values()} - {state}):
            return None
        ends = [flux.substitute({Symbol(state): one[token.of]}) for one in states]
        parts.append(multiply(differentiate(guard, token.by[0]), subtract(*ends)))
    return total(parts)
