"""Conservation laws as they are written: what they keep across a face.

Bounded functions that converge almost everywhere attain the densities of such laws in their weak
form. Owns when a condition gives what a system of laws keeps.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from symplex.expression import Derivative, Expression, Number, Symbol, Token, number
from symplex.expression import operators as op
from symplex.expression.calculus import differentiate
from symplex.expression.differentiated import placeholder
from symplex.expression.operator_facts import nodes
from symplex.expression.operators import Rule
from symplex.problem.equation import Equation
from symplex.problem.stated import StatedProblem
from symplex.proof.kernel.bounded import is_bounded
from symplex.proof.kernel.frozen import depends_on
from symplex.proof.kernel.region import Values
from symplex.proof.kernel.study import linear_coefficient
from symplex.proof.kernel.workspace import Workspace

_MAX_LAWS: Final = 4
_RING: Final = (op.ADD, op.SUBTRACT, op.NEGATE, op.MULTIPLY)
Spaces = tuple[Workspace, Workspace]
"""The closed domain, and the part of it on which the answer is defined."""


def is_kept(problem: StatedProblem, answer: Values, condition: Equation, spaces: Spaces) -> bool:
    """Whether equations are laws, and a condition gives a density or an unknown that they keep."""
    (name,) = condition.region.values
    densities = [_density(equation, name, answer, spaces) for equation in problem.equations]
    laws = [density for density in densities if density is not None]
    given = (*laws, *_moving(laws, answer, spaces))
    return None not in densities and any(_states(condition, one, spaces[0]) for one in given)


def _density(equation: Equation, name: str, answer: Values, spaces: Spaces) -> Expression | None:
    """What a law Σ c·∂f + s = 0, as it was written, differentiates across the face, if it is one.

    There is one such formula, it holds no variable; fluxes hold no derivatives; they and the source
    s are bounded.
    """
    closed, near = spaces
    tokens: dict[Token, Expression] = {Derivative(u): formula for u, formula in answer.items()}
    kept = equation.with_placeholders
    terms = {placeholder(k): (r.by, r.formula) for k, r in enumerate(equation.differentiated)}
    for token in (token for token in kept.derivatives - terms.keys() if token.order):
        terms[token] = token.by, Expression((Derivative(token.of),))
    plain = all(len(by) == 1 for by, _ in terms.values()) and all(
        record.inner is None
        and not any(d.order for d in record.formula.derivatives)
        and (
            is_polynomial(record.formula, closed)
            or is_bounded(record.formula.substitute(tokens), closed, near)
        )
        for record in equation.differentiated
    )
    found = [formula for by, formula in terms.values() if by == (name,)]
    if not plain or len(found) != 1 or found[0].symbols & set(closed.region.variables):
        return None
    slopes = [linear_coefficient(kept, token, closed) for token in terms]
    source = kept.substitute(dict.fromkeys(terms, number(0))).substitute(tokens)
    whole = all(_is_constant(one, closed) for one in slopes) and is_bounded(source, closed, near)
    return found[0] if whole else None


def _moving(densities: Sequence[Expression], answer: Values, spaces: Spaces) -> list[Expression]:
    """All unknowns, if the densities together determine them near every value that they have.

    They do so up to the face: t·v is kept there whatever v is. Of u + v alone nothing is known of
    u, so that the determinant of their slopes counts.
    """
    closed, near = spaces
    symbols = {Derivative(unknown): Symbol(f"{unknown}#") for unknown in answer}
    leaves: dict[Token, Expression] = {token: Expression((s,)) for token, s in symbols.items()}
    back: dict[Token, Expression] = {s: answer[token.of] for token, s in symbols.items()}
    if len(densities) != len(answer) or len(answer) > _MAX_LAWS:
        return []
    frozen = [density.substitute(leaves) for density in densities]
    rows = [
        [differentiate(one, symbol.name).substitute(back) for symbol in symbols.values()]
        for one in frozen
    ]
    change = _determinant(rows)
    known = near.signs.holds(change, Rule.NONZERO) and is_bounded(1 / change, closed, near)
    return [Expression((token,)) for token in symbols] if known else []


def _determinant(rows: Sequence[Sequence[Expression]]) -> Expression:
    """By the first row; a factor 0 is left out."""
    if not rows:
        return number(1)
    total = number(0)
    for column, entry in enumerate(rows[0]):
        if entry != number(0):
            rest = [[*row[:column], *row[column + 1 :]] for row in rows[1:]]
            minor = entry * _determinant(rest)
            total = total + minor if column % 2 == 0 else total - minor
    return total


def _states(condition: Equation, density: Expression, closed: Workspace) -> bool:
    """Whether a condition gives the values of a density or unknown: they differ by data alone."""
    tokens = sorted(condition.derivatives | density.derivatives, key=repr)
    names = {token: Symbol(f"d#{k}") for k, token in enumerate(tokens)}
    leaves: dict[Token, Expression] = {d: Expression((s,)) for d, s in names.items()}
    given, held = (f.substitute(leaves) for f in (condition.residual, density))
    return any(
        all(closed.is_zero(differentiate(rest, one.name)) for one in names.values())
        for rest in (given - held, given + held)
    )


def coupled(problem: StatedProblem, condition: Equation, closed: Workspace) -> list[Equation]:
    """The conditions on a face of which one must jump: on all unknowns that feed this one.

    Only its own where a flux depends on variables and is not shown to be defined on the face: it
    may carry something out of a point there.
    """
    names = set(closed.region.variables)
    fluxes = [record.formula for e in problem.equations for record in e.differentiated]
    if not all(not flux.symbols & names or is_polynomial(flux, closed) for flux in fluxes):
        return [condition]
    known = _closed_system(unknowns_in(condition, closed), problem, closed)
    here = (c for c in problem.conditions if c.region.values == condition.region.values)
    return [one for one in here if unknowns_in(one, closed) & known]


def _closed_system(
    known: frozenset[str], problem: StatedProblem, closed: Workspace
) -> frozenset[str]:
    """The fewest unknowns, these among them, that as many equations as they are speak of alone."""
    groups = [unknowns_in(equation, closed) for equation in problem.equations]
    for size in range(1, len(groups)):
        for some in combinations(groups, size):
            every = frozenset[str]().union(*some)
            if known <= every and len(every) == size:
                return every
    return frozenset(problem.unknowns)


def unknowns_in(equation: Equation, space: Workspace) -> frozenset[str]:
    """The unknowns on which an equation depends: what cancels or stands with 0 does not count."""
    tokens = sorted(equation.derivatives, key=repr)
    return frozenset(d.of for d in tokens if depends_on(equation.residual, d, space))


def _is_constant(slope: Expression | None, closed: Workspace) -> bool:
    """Whether a coefficient is another number than 0 for each value of the parameters."""
    if slope is None or slope.derivatives or slope.symbols & set(closed.region.variables):
        return False
    return closed.is_defined(slope) and closed.signs.holds(slope, Rule.NONZERO)


def is_number(slope: Expression | None) -> bool:
    """Whether a coefficient is a number other than 0."""
    return slope is not None and isinstance(slope.root, Number) and bool(slope.root.value)


def is_polynomial(formula: Expression, closed: Workspace) -> bool:
    """Whether unknowns are added and multiplied alone, with coefficients defined on the faces."""
    for node in nodes(formula, closed.budget):
        root = node.root
        power = getattr(root, "exponent", None)
        whole = power is not None and power > 0 and power.denominator == 1
        divided = root is op.DIVIDE and not node.arguments[1].derivatives
        if node.derivatives and not (root in _RING or whole or divided):
            return False
    zero: dict[Token, Expression] = dict.fromkeys(formula.derivatives, number(1))
    return closed.is_defined(formula.substitute(zero))
