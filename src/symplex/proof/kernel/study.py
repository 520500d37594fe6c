"""An answer on its pieces: the derivatives that the equations need, and where they match.

Owns what the notions of solution are built from: which derivatives exist and are continuous across
the pieces, which fluxes are, and in which derivatives an equation is linear.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import Any, Final, final

from symplex.expression import Derivative, Expression, Symbol, number
from symplex.expression import operators as op
from symplex.expression.calculus import differentiate
from symplex.expression.differentiated import Differentiated
from symplex.expression.operator_facts import jet, kinks_of, limits_of, short
from symplex.expression.operators import Rule
from symplex.problem.equation import Equation
from symplex.proof.kernel.frozen import frozen
from symplex.proof.kernel.joined import joined
from symplex.proof.kernel.meetings import Place, is_thin, overlap
from symplex.proof.kernel.pieces import Piece, Residuals, pieces, require_defined, vanishes
from symplex.proof.kernel.region import Ends, Fact, Values, tokens_of
from symplex.proof.kernel.signs import signed
from symplex.proof.kernel.workspace import Workspace, narrowed
from symplex.reasons import Code, Reason
from symplex.work.budget import Missing

STATE: Final = "u#"
"""The value of an unknown as a symbol; no name of the user's contains #."""


@final
@dataclass(frozen=True)
class Study:
    """One answer in the interior of the domain."""

    unknowns: tuple[str, ...]
    space: Workspace
    parts: tuple[Piece, ...]
    jets: tuple[Mapping[Derivative, Expression], ...]
    """For each piece, the formula of each derivative that is needed."""
    insides: tuple[Workspace, ...] = ()
    """For each piece, the part of it on which those formulas are defined, off thin sets."""
    rough: Mapping[Derivative, Reason] = field(default_factory=dict[Derivative, Reason])
    """The derivatives that are not shown to be defined on all of a piece, with what is missing."""

    @property
    def is_whole(self) -> bool:
        """Whether one formula holds everywhere, with all its derivatives."""
        return len(self.parts) == 1 and not self.parts[0].jumps and not self.rough

    def require_defined(self, derivatives: Iterable[Derivative]) -> None:
        """Refuse derivatives that are not shown to be defined on all of a piece.

        Raises:
            Missing: with what is missing of the first.
        """
        for derivative in sorted(self.rough.keys() & set(derivatives), key=repr):
            raise Missing(self.rough[derivative])

    @cached_property
    def _known(self) -> dict[Any, Any]:
        return {}

    def where(self, chosen: Sequence[int]) -> list[Place]:
        """The sets on which some pieces meet, found once."""
        key = tuple(chosen)
        if key not in self._known:
            guards = dict.fromkeys(g for i in chosen for g in self.parts[i].guards)
            self._known[key] = overlap(tuple(guards), self.space)
        return self._known[key]

    def meetings(self) -> Iterator[tuple[int, int, Values, Workspace]]:
        """Pairs of pieces with the sets on which they meet."""
        for i, j in combinations(range(len(self.parts)), 2):
            for values, space in self.where((i, j)):
                yield i, j, values, space

    def matches(self, formulas: Sequence[Expression]) -> bool:
        """Whether formulas, one for each piece, agree wherever pieces meet."""
        for i, j in combinations(range(len(self.parts)), 2):
            gap = formulas[i] - formulas[j]
            if formulas[i] == formulas[j] or _is_zero(gap, self.parts[i].space):
                continue
            try:
                for values, space in self.where((i, j)):
                    here = gap.substitute(tokens_of(values))
                    require_defined(here, space, Code.PART_LIMIT)
                    vanishes(here, space)
            except Missing:
                return False
        return True

    def is_continuous(self, derivative: Derivative) -> bool:
        """Whether a derivative exists and is continuous: it and all those below it match.

        u_y of |y| does not exist, so that (u_y)_x does not, although (u_x)_y is 0.
        """
        if any(d.of == derivative.of and _is_below(d, derivative) for d in self.rough):
            return False
        # Sums, products and branches of continuous formulas are continuous.
        first = 0 if any(part.jumps for part in self.parts) else 1
        orders = range(first, derivative.order + 1) if not self.is_whole else ()
        below = (by for order in orders for by in combinations(derivative.by, order))
        for step in (Derivative(derivative.of, by) for by in dict.fromkeys(below)):
            if step not in self.jets[0]:
                raise Missing(Code.WEAK_UNKNOWN_DERIVATIVE)
            if step not in self._known:
                self._known[step] = self.matches([jets[step] for jets in self.jets])
            if not self._known[step]:
                return False
        return True


def study(answer: Values, needed: frozenset[Derivative], space: Workspace) -> Study:
    """Cut an answer into pieces and differentiate it on each.

    Raises:
        Missing: if a derivative is not defined on a whole piece.
    """
    names = tuple(answer)
    every = needed | {Derivative(name) for name in names}
    # A flux may hold any of the lower derivatives, not those alone that come before in order.
    below = ((d.of, by) for d in every for k in range(d.order + 1) for by in combinations(d.by, k))
    wanted = frozenset(Derivative(of, by) for of, by in below)
    formulas = [answer[name] for name in names]
    parts = joined(formulas, space) or pieces(formulas, space, jumping=True)
    jets: list[Mapping[Derivative, Expression]] = []
    insides, rough = list[Workspace](), dict[Derivative, Reason]()
    for part in parts:
        found = jet(dict(zip(names, part.formulas, strict=True)), wanted, part.space.normal)
        inside = part.space
        for derivative, formula in found.items():
            if derivative.order:
                what = Reason(Code.PART_DERIVATIVE, derivative=named(derivative))
                try:
                    require_defined(formula, part.space, what)
                except Missing as error:
                    off = _off_thin_sets(formula, part.space, part.space, error)
                    if (form := _extended(formula, part.space, off)) is not None:
                        found[derivative] = form
                        continue
                    inside = _off_thin_sets(formula, part.space, inside, error)
                    rough[derivative] = error.reason
        jets.append(found)
        insides.append(inside)
    return Study(names, space, tuple(parts), tuple(jets), tuple(insides), rough)


def require_values_between(answer: Values, found: Study) -> None:
    """Show that what does not jump where a sign vanishes has the value of its sides there.

    1 − sign(t)² is 0 on both sides of t = 0, and 1 between them.

    Raises:
        Missing: if that is not shown.
    """
    for i, j, values, space in found.meetings() if any(p.jumps for p in found.parts) else ():
        one, other = found.parts[i], found.parts[j]
        pairs = ((g, h) for g in one.jumps for h in other.jumps if g == -h or h == -g)
        parting = {guard for pair in pairs for guard in pair}
        if not parting:
            continue
        tokens = tokens_of(values)
        others = dict.fromkeys(g for g in (*one.guards, *other.guards) if g not in parting)
        strict = (Fact(guard.substitute(tokens), Rule.POSITIVE) for guard in others)
        here = space.on(space.region.with_facts(strict))
        for whole, above, below in zip(answer.values(), one.formulas, other.formulas, strict=True):
            if here.is_empty or op.SIGN not in whole.operators:
                continue
            if _is_zero((above - below).substitute(tokens), here):
                try:
                    vanishes((whole - above).substitute(tokens), here)
                except Missing:
                    raise Missing(Code.SHOCK_SIGN_ON_SURFACE) from None


def named(derivative: Derivative) -> str:
    """A derivative as sentences name it: ``u_xx``."""
    return f"{derivative.of}_{''.join(derivative.by)}"


def _is_zero(gap: Expression, space: Workspace) -> bool:
    """Whether formulas are the same; one of another piece need not be defined in this."""
    try:
        return space.is_zero(gap)
    except Missing:
        return False


def _is_below(first: Derivative, derivative: Derivative) -> bool:
    return Counter(first.by) <= Counter(derivative.by)


def _extended(formula: Expression, piece: Workspace, inside: Workspace) -> Expression | None:
    """A form that is equal off thin sets, and defined on a whole piece: the limits there.

    A continuous function whose derivative has limits on a thin set is differentiable there.
    """
    form = inside.normal(formula)
    try:
        require_defined(form, piece, Code.PART_DERIVATIVE)
    except Missing:
        return None
    return form


def _off_thin_sets(
    formula: Expression, piece: Workspace, inside: Workspace, error: Missing
) -> Workspace:
    """The part of a piece on which a formula is defined, if margins vanish on thin sets alone."""
    for margin, rule in limits_of(formula, piece.budget):
        if inside.signs.holds(margin, rule):
            continue
        sign = piece.signs.sign(margin, Rule.NONNEGATIVE) if rule is not Rule.NONNEGATIVE else 0
        if not sign or (sign < 0 and rule is Rule.POSITIVE) or not is_thin(margin, piece):
            raise error
        inside = inside.on(narrowed(inside, signed(margin, sign), Rule.POSITIVE))
    return inside


def has_kinks(formula: Expression) -> bool:
    """Whether an operator with a kink stands in a formula."""
    return any(row.kinks for row in formula.operators)


def is_smooth(formula: Expression, space: Workspace) -> bool:
    """Whether a formula of symbols alone has no kink in the region, and is defined there."""
    try:
        require_defined(formula, space, Code.PART_COEFFICIENT)
    except Missing:
        return False
    return all(space.signs.holds(kink, Rule.NONZERO) for kink in kinks_of(formula, space.budget))


def is_smooth_in_state(formula: Expression, unknown: str, space: Workspace) -> bool:
    """Whether a formula of symbols and one unknown is smooth, whatever value that has."""
    state = {Derivative(unknown): Expression((Symbol(STATE),))}
    states = space.on(space.region.with_ends(STATE, Ends(None, None)))
    return is_smooth(formula.substitute(state), states)


def linear_coefficient(
    residual: Expression, token: Derivative, space: Workspace
) -> Expression | None:
    """The coefficient of a derivative, if a formula is of first degree in it."""
    whole, names = frozen(residual)
    if token not in names:
        return number(0)
    name = names[token].name
    # The second derivative sees neither a kink nor what is different beyond a gap in the domain.
    gaps = [margin for margin, _ in limits_of(whole, space.budget)]
    if any(name in one.symbols for one in (*gaps, *kinks_of(whole, space.budget))):
        return None
    slope = differentiate(whole, name)
    if name in slope.symbols:
        try:
            if not space.is_zero(differentiate(slope, name)):
                return None
        except Missing:
            return None
        slope = slope.substitute({Symbol(name): number(0)})
    return slope.substitute({s: Expression((d,)) for d, s in names.items()})


def require_fluxes(equation: Equation, found: Study) -> bool:
    """Show that what the statement differentiates is continuous; whether anything was kinked.

    Raises:
        Missing: naming the flux that jumps, or is not shown to match.
    """
    every = equation.differentiated
    kinked = every if not found.is_whole else [one for one in every if has_kinks(one.formula)]
    for kept in kinked:
        require_functions(kept, found)
        flux = kept.formula
        for name in kept.by:
            require_continuous(flux, found)
            flux = differentiate(flux, name)
    return bool(kinked)


def require_functions(kept: Differentiated, found: Study) -> None:
    """Show that a flux holds no derivative of a jump: beside it nothing would be seen of it.

    Raises:
        Missing: naming the derivative.
    """
    inside = kept.formula if kept.inner is None else kept.inner
    # Inner divergences are leaves here, and were shown to be those of continuous fluxes.
    for token in (token for token in inside.derivatives if token.order):
        if token.of in found.unknowns and not found.is_continuous(
            Derivative(token.of, token.by[:-1])
        ):
            raise Missing(Code.WEAK_FLUX_DERIVATIVE_OF_JUMP, derivative=named(token))


def refined(fluxes: Sequence[Expression], found: Study) -> Study:
    """The pieces of an answer cut further, so that some fluxes have no branches on them.

    Raises:
        Missing: if a flux is not defined on a whole piece.
    """
    parts: list[Piece] = []
    for part, jets, inside in zip(found.parts, found.jets, found.insides, strict=True):
        here = [flux.substitute(jets) for flux in fluxes]
        if any(formula.derivatives for formula in here):
            raise Missing(Code.WEAK_FLUX_UNKNOWN_DERIVATIVE)
        here = [_continued(formula, part.space, inside) for formula in here]
        for inner in pieces(here, part.space):
            parts.append(Piece(inner.space, inner.formulas, (*part.guards, *inner.guards)))
    return Study(found.unknowns, found.space, tuple(parts), ())


def _continued(flux: Expression, piece: Workspace, inside: Workspace) -> Expression:
    """A flux on a closed piece: as it is, or in a form that is defined there and equal inside."""
    try:
        require_defined(flux, piece, Code.PART_FLUX)
    except Missing:
        form = inside.normal(flux)
        require_defined(form, piece, Code.PART_FLUX)
        return form
    return flux


def require_continuous(flux: Expression, found: Study) -> None:
    """Show that what is differentiated matches wherever pieces of it or of the answer meet.

    Raises:
        Missing: naming it.
    """
    cut = refined((flux,), found)
    if not cut.matches([part.formulas[0] for part in cut.parts]):
        raise Missing(Code.WEAK_FLUX_DISCONTINUOUS, flux=short(flux))


def almost_everywhere(residual: Expression, space: Workspace, left: Residuals) -> None:
    """Show that a residual vanishes inside of each of its own pieces, or add it to `left`."""
    for piece in pieces((residual,), space):
        vanishes(piece.formulas[0], piece.space, left)
