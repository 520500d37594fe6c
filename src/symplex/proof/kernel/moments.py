"""Distributions that jumps leave behind: fluxes that jump, if what they leave adds up to nothing.

∂ⁿf by x of a function f that is smooth on both sides of x = s is its piecewise derivative and
Σ [∂ᵐf]·δ^(n−1−m) at s, with the jumps [·]. In a sum Σ c·∂ⁿf with numbers c each order of δ must
vanish for itself. Peakons are solutions in this sense.
"""

from collections.abc import Sequence
from typing import NamedTuple

from symplex.expression import Derivative, Expression, number
from symplex.expression.calculus import differentiate
from symplex.expression.differentiated import placeholder
from symplex.expression.operators import Rule
from symplex.problem import Equation
from symplex.proof.kernel.meetings import Place
from symplex.proof.kernel.pieces import require_defined, vanishes
from symplex.proof.kernel.region import tokens_of
from symplex.proof.kernel.study import Study, has_kinks, linear_coefficient
from symplex.reasons import Code, Reason
from symplex.work.budget import Missing


class _Term(NamedTuple):
    """c·∂ⁿf."""

    factor: Expression
    flux: Expression
    times: int


def prove_moments(equation: Equation, found: Study, jumping: Sequence[Derivative]) -> Reason:
    """Show that an equation holds in the sense of distributions, and say how.

    That it holds on every piece was shown before.

    Raises:
        Missing: with what was not shown.
    """
    found.require_defined(equation.derivatives)
    name = _only_variable(equation, found)
    terms = _terms(equation, found, jumping, name)
    for i, j, values, space in found.meetings():
        guards = [g for g in found.parts[i].guards if _crosses(g, name, (values, space))]
        if len(values) != 1 or not guards:
            raise Missing(Code.MEETING_NOT_ACROSS, name=name)
        for order in range(max(term.times for term in terms)):
            total = number(0)
            for factor, flux, times in terms:
                if times > order:
                    slope = differentiate(flux, name, times - 1 - order)
                    jump = slope.substitute(found.jets[i]) - slope.substitute(found.jets[j])
                    total = total + factor * jump
            if total.derivatives:
                raise Missing(Code.JUMP_UNKNOWN_DERIVATIVE)
            here = total.substitute(tokens_of(values))
            require_defined(here, space, Code.PART_JUMP)
            vanishes(here, space)
    return Reason(Code.SHOWN_MOMENTS)


def _crosses(guard: Expression, name: str, place: Place) -> bool:
    """Whether a guard vanishes on a set and changes along a variable there: it is a graph."""
    tokens, space = tokens_of(place[0]), place[1]
    slope = differentiate(guard, name).substitute(tokens)
    vanishes_there = space.is_zero(guard.substitute(tokens)) and space.is_defined(slope)
    return vanishes_there and space.signs.holds(slope, Rule.NONZERO)


def _only_variable(equation: Equation, found: Study) -> str:
    """The variable by which everything that jumps is differentiated."""
    names = {name for kept in equation.differentiated for name in kept.by}
    if len(names) != 1 or any(kept.inner is not None for kept in equation.differentiated):
        raise Missing(Code.JUMP_SEVERAL_VARIABLES)
    if any(part.jumps for part in found.parts):
        raise Missing(Code.WEAK_ANSWER_JUMPS)
    return names.pop()


def _terms(
    equation: Equation, found: Study, jumping: Sequence[Derivative], name: str
) -> list[_Term]:
    """Every divergence and every derivative that jumps, as c·∂ⁿf with a bounded function f."""
    kept, terms = equation.with_placeholders, list[_Term]()
    for index, record in enumerate(equation.differentiated):
        terms.append(_term(placeholder(index), record.formula, len(record.by), kept, found))
    for token in (token for token in jumping if token in kept.derivatives):
        rest = tuple(each for each in token.by if each != name)
        flux = Expression((Derivative(token.of, rest),))
        terms.append(_term(token, flux, token.order - len(rest), kept, found))
    return terms


def _term(token: Derivative, flux: Expression, times: int, kept: Expression, found: Study) -> _Term:
    factor = linear_coefficient(kept, token, found.space)
    if factor is None or factor.derivatives or factor.symbols & set(found.space.region.variables):
        raise Missing(Code.JUMP_COEFFICIENT_NO_NUMBER)
    if has_kinks(flux):
        raise Missing(Code.JUMP_FLUX_KINK)
    for inner in flux.derivatives:
        # The derivative of a continuous function is that function's distributional derivative.
        before = Derivative(inner.of, inner.by[:-1])
        if inner.order > 1 or not found.is_continuous(before):
            raise Missing(Code.JUMP_FLUX_MORE_THAN_SLOPES_OF_ANSWER)
    return _Term(factor, flux, times)
