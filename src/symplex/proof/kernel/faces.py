"""Where on a face a condition must hold: at every point that the statement does not except.

Owns the use of the exceptional points that `problem.exceptional` computes from the statement: which
sets lie in them, and what holds near them. *Theorem:* bounded functions that have their data as
limits off a null set attain them in L¹ and as distributions; where the equation is linear, and
regular across the face, or a law with a source, it carries nothing out of such a set.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, final

from symplex.expression import Derivative, Expression, Operator, Symbol, Token, number
from symplex.expression import operators as op
from symplex.expression.differentiated import placeholder
from symplex.expression.operator_facts import nodes, short
from symplex.expression.operators import Rule
from symplex.problem.coordinates import differentiate_by
from symplex.problem.equation import Equation
from symplex.problem.exceptional import Exceptional, exceptional
from symplex.problem.reading import reading
from symplex.problem.stated import StatedProblem
from symplex.proof.kernel.bounded import is_bounded
from symplex.proof.kernel.meetings import solved
from symplex.proof.kernel.pieces import pieces, vanishes
from symplex.proof.kernel.region import Values, tokens_of
from symplex.proof.kernel.study import has_kinks, linear_coefficient
from symplex.proof.kernel.workspace import Workspace, narrowed
from symplex.reasons import Code
from symplex.work.budget import Missing

Answer = Mapping[str, Expression]
Spaces = tuple[Workspace, Workspace]
"""The closed domain, and the part of it on which an answer is defined."""
_MAX_LAWS: Final = 4
_MAX_CUTS: Final = 2
"""How often a place is cut to see that its parts are exceptional."""
_RING: Final = (op.ADD, op.SUBTRACT, op.NEGATE, op.MULTIPLY)


@final
class Exceptions:
    """The exceptional points of one condition, and those of them that a proof has left out."""

    def __init__(self, problem: StatedProblem, condition: Equation) -> None:
        self._problem = problem
        self.sets = exceptional(reading(problem), condition)
        self.used: dict[Exceptional, None] = {}

    def excuse(self, at: Values, place: Workspace, depth: int = 0) -> bool:
        """Whether every point of a place is exceptional; then it is left out."""
        place.budget.step()
        if place.is_empty:
            return True
        for one in self._at(at, place):
            if all(_is_nonzero(f.substitute(tokens_of(at)), place) for f in one.nonzero):
                self.used[one] = None
                return True
        guard = self.question(at, place) if depth < _MAX_CUTS else None
        if guard is None or not place.is_defined(guard):
            return False
        sides = (place.on(narrowed(place, side, Rule.POSITIVE)) for side in (guard, -guard))
        try:
            zeros = [
                (joined_values(at, values), place.on(place.region.where(values).with_facts(facts)))
                for values, facts in solved(guard, place)
            ]
        except Missing:
            return False
        parts = [*((at, side) for side in sides), *zeros]
        return all(self.excuse(*part, depth + 1) for part in parts)

    def question(self, at: Values, place: Workspace) -> Expression | None:
        """A formula off whose zeros points of a place may be exceptional."""
        for one in self._at(at, place):
            for formula in (f.substitute(tokens_of(at)) for f in one.nonzero):
                if not _is_nonzero(formula, place):
                    return place.normal(formula)
        return None

    def _at(self, at: Values, place: Workspace) -> Iterator[Exceptional]:
        tokens = tokens_of(at)
        for one in self.sets:
            fixed = (Expression((Symbol(name),)) - value for name, value in one.region.fixed)
            gaps = (formula.substitute(tokens) for formula in (*fixed, *one.zeros))
            if all(_is_zero(gap, place) for gap in gaps):
                yield one

    def require_tame(self, answer: Answer, closed: Workspace, near: Workspace) -> None:
        """Show what holds near the points that were left out.

        The block is bounded; unless its equations are linear and regular there, or laws, each
        unknown lies between the values that are stated.

        Raises:
            Missing: with what was not shown.
        """
        for one in self.used:
            for name, formula in answer.items():
                if not is_bounded(formula, closed, near):
                    raise Missing(Code.ATTAINED_UNBOUNDED, name=name)
            if one.of and not self._carries_nothing(one, answer, closed, near):
                self._require_between(one, answer, near)

    def _carries_nothing(
        self, one: Exceptional, answer: Answer, closed: Workspace, near: Workspace
    ) -> bool:
        block = next(b for b in reading(self._problem).blocks if one.of in b)
        equations = [e for e in self._problem.equations if block & {d.of for d in e.derivatives}]
        return any(
            is_regular(self._problem, name, closed)
            or _are_laws(equations, name, {u: answer[u] for u in block}, answer, (closed, near))
            for name in one.faces
        )

    def _require_between(self, one: Exceptional, answer: Answer, near: Workspace) -> None:
        block = next(b for b in reading(self._problem).blocks if one.of in b)
        if len(block) > 1:
            raise Missing(Code.ATTAINED_NOT_BETWEEN, name=one.of)
        formula = answer[one.of]
        for sign in (1, -1):
            gaps = [(value - formula) * sign for value in one.values]
            if not any(_is_nonnegative(gap, near) for gap in gaps):
                raise Missing(Code.ATTAINED_NOT_BETWEEN, name=one.of)


def joined_values(at: Values, values: Values) -> Values:
    """A place where more symbols have values."""
    tokens = tokens_of(values)
    return {**{name: value.substitute(tokens) for name, value in at.items()}, **values}


def named(at: Values) -> str:
    """A place as sentences name it."""
    return ", ".join(f"{name} = {short(value)}" for name, value in at.items())


def _is_zero(formula: Expression, place: Workspace) -> bool:
    try:
        return bool(vanishes(formula, place))
    except Missing:
        return False


def _is_nonzero(formula: Expression, place: Workspace) -> bool:
    """Whether a formula is defined and has no zeros, off those of the signs in it."""
    if not place.is_defined(formula):
        return False
    if place.signs.holds(formula, Rule.NONZERO):
        return True
    try:
        every = pieces((formula,), place) if has_kinks(formula) else []
    except Missing:
        return False
    return bool(every) and all(p.space.signs.holds(p.formulas[0], Rule.NONZERO) for p in every)


def _is_nonnegative(formula: Expression, near: Workspace) -> bool:
    try:
        return all(
            piece.space.signs.holds(piece.formulas[0], Rule.NONNEGATIVE)
            for piece in pieces((formula,), near)
        )
    except Missing:
        return False


def is_regular(problem: StatedProblem, name: str, closed: Workspace) -> bool:
    """Whether there is one linear equation, solved for its highest derivative by a variable.

    Its coefficients are smooth up to the faces, and the order is at most two.
    """
    if len(problem.equations) != 1 or len(problem.unknowns) != 1:
        return False
    (equation,) = problem.equations
    slopes = {d: linear_coefficient(equation.residual, d, closed) for d in equation.derivatives}
    source = equation.residual.substitute(_all(slopes, number(0)))
    plain = equation.order <= 2 and not any(has_kinks(r.formula) for r in equation.differentiated)  # noqa: PLR2004
    if not (plain and slopes and closed.is_defined(source)):
        return False
    if not all(_is_smooth(slope, closed) for slope in slopes.values()):
        return False
    times = max(d.by.count(name) for d in slopes)
    highest = [d for d in slopes if times and d.by.count(name) == times]
    across = slopes.get(highest[0]) if len(highest) == 1 and highest[0].order == times else None
    return across is not None and closed.signs.holds(across, Rule.NONZERO)


def _is_smooth(slope: Expression | None, closed: Workspace) -> bool:
    plain = slope is not None and not slope.derivatives and not has_kinks(slope)
    return plain and slope is not None and closed.is_defined(slope)


def _are_laws(
    equations: Sequence[Equation], name: str, block: Answer, answer: Answer, spaces: Spaces
) -> bool:
    """Whether equations are laws whose densities determine the unknowns of a block."""
    densities = [_density(equation, name, answer, spaces) for equation in equations]
    found = [density for density in densities if density is not None]
    if not len(found) == len(densities) == len(block) <= _MAX_LAWS:
        return False
    values: dict[Token, Expression] = {Derivative(u): formula for u, formula in answer.items()}
    rows = [
        [differentiate_by(density, Derivative(u)).substitute(values) for u in block]
        for density in found
    ]
    change = _determinant(rows)
    holds = spaces[1].signs.holds(change, Rule.NONZERO)
    return holds and is_bounded(1 / change, *spaces)


def _density(equation: Equation, name: str, answer: Answer, spaces: Spaces) -> Expression | None:
    """What Σ c·∂F + S = 0, as it is written, differentiates across a face.

    The numbers c are not 0 for any value of the parameters, F and S hold no derivatives and are
    bounded, and no variable stands in this F. Of one unknown, a·u_x with a smooth a is ∂A/∂x less
    a source.
    """
    closed, near = spaces
    kept = equation.with_placeholders
    fluxes = {placeholder(k): r.formula for k, r in enumerate(equation.differentiated)}
    by = {placeholder(k): r.by for k, r in enumerate(equation.differentiated)}
    for token in (d for d in kept.derivatives if d.order):
        fluxes[token], by[token] = Expression((Derivative(token.of),)), token.by
    tokens: dict[Token, Expression] = {Derivative(u): formula for u, formula in answer.items()}
    slopes = {token: linear_coefficient(kept, token, closed) for token in fluxes}
    across = [token for token in fluxes if by[token] == (name,)]
    single = len({d.of for d in equation.derivatives}) == 1
    speeds = all(
        _is_constant(c, closed)
        or (single and c is not None and not has_kinks(c) and _is_tame(c, {}, spaces))
        for token, c in slopes.items()
        if token not in across
    )
    source = kept.substitute(_all(fluxes, number(0)))
    right = (
        len(across) == 1
        and _is_constant(slopes[across[0]], closed)
        and all(len(n) == 1 for n in by.values())
    )
    tame = all(_is_tame(formula, tokens, spaces) for formula in (*fluxes.values(), source))
    if not (right and speeds and tame) or fluxes[across[0]].symbols & set(near.region.variables):
        return None
    return fluxes[across[0]]


def _is_constant(slope: Expression | None, closed: Workspace) -> bool:
    """Whether a coefficient is another number than 0 for each value of the parameters."""
    if slope is None or slope.derivatives or slope.symbols & set(closed.region.variables):
        return False
    return closed.is_defined(slope) and closed.signs.holds(slope, Rule.NONZERO)


def _is_tame(formula: Expression, answer: Mapping[Token, Expression], spaces: Spaces) -> bool:
    """Whether a formula without derivatives is bounded with its unknowns, or along an answer.

    It is if these are added and multiplied alone, with coefficients that are defined on the faces.
    """
    if any(d.order for d in formula.derivatives):
        return False
    every = [node for node in nodes(formula, spaces[0].budget) if node.derivatives]
    ring = all(
        node.root in _RING
        or (node.root is op.DIVIDE and not node.arguments[1].derivatives)
        or _is_power(node.root)
        for node in every
    )
    if ring and spaces[0].is_defined(formula.substitute(_all(formula.derivatives, number(1)))):
        return True
    return bool(answer) and is_bounded(formula.substitute(answer), *spaces)


def _is_power(root: Token) -> bool:
    power = root.exponent if isinstance(root, Operator) else None
    return power is not None and power > 0 and power.denominator == 1


def _all(tokens: Iterable[Token], value: Expression) -> dict[Token, Expression]:
    return dict.fromkeys(tokens, value)


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
