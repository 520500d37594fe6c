"""The notions of solution: classical, divergence form, Lipschitz, viscosity and shocks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import Any, final

from symplex.budget import OutOfTime
from symplex.expression import Derivative, Expression, Operator, Symbol, Token, number
from symplex.expression import operators as op
from symplex.expression.calculus import differentiate
from symplex.expression.operator_facts import jet, kinks_of
from symplex.expression.operators import Rule
from symplex.problem import Equation, Problem
from symplex.problem.box import same_value
from symplex.proof.checker.place import (
    WRONG,
    Ends,
    Piece,
    Place,
    Refused,
    Values,
    defined,
    pieces,
    signed,
    tokens,
    vanish,
)


@final
@dataclass(frozen=True)
class Study:
    """Formulas on the pieces of an answer, in the interior."""

    place: Place
    parts: Sequence[Piece]
    jets: Sequence[Mapping[Derivative, Expression]]

    @staticmethod
    def of(answer: Mapping[str, Expression], needed: frozenset[Derivative], place: Place) -> "Study":
        """Cut an answer, and show that the derivatives that equations need are defined."""
        wanted = frozenset(Derivative(d.of, d.by[:k]) for d in needed for k in range(d.order + 1))
        parts = pieces(list(answer.values()), place)
        wanted |= {Derivative(name) for name in answer}
        jets = [jet(dict(zip(answer, part.formulas, strict=True)), wanted) for part in parts]
        for part, found in zip(parts, jets, strict=True):
            for derivative, formula in found.items():
                if derivative.order:
                    defined(formula, part.place)
        return Study(place, parts, jets)

    @cached_property
    def _known(self) -> dict[Any, Any]:
        return {}

    def meet(self, i: int, j: int) -> list[tuple[Values, Place]]:
        """The sets on which two pieces meet, or larger ones."""
        if (i, j) not in self._known:
            guards = dict.fromkeys((*self.parts[i].guards, *self.parts[j].guards))
            both = self.place.having(*((guard, Rule.NONNEGATIVE) for guard in guards))
            found = [] if both.is_empty else list(both.described())
            if found and not found[0][0]:
                raise Refused("the set on which pieces meet is not described")
            self._known[i, j] = found
        return self._known[i, j]

    def matches(self, formulas: Sequence[Expression]) -> bool:
        """Whether formulas, one on each piece, agree wherever pieces meet."""
        for i, j in combinations(range(len(self.parts)), 2):
            gap = formulas[i] - formulas[j]
            if formulas[i] == formulas[j] or self.parts[i].place.zero(gap):
                continue
            for values, place in self.meet(i, j):
                vanish(gap.substitute(tokens(values)), place)
        return True

    def is_continuous(self, derivative: Derivative) -> bool:
        """A derivative exists and is continuous if it and those before it match across pieces."""
        steps = [Derivative(derivative.of, derivative.by[:k]) for k in range(derivative.order + 1)]
        jumps = any(part.jumps for part in self.parts)
        for step in steps[0 if jumps else 1 :]:
            if step not in self._known:
                self._known[step] = tried(self.matches, [jets[step] for jets in self.jets])
            if not self._known[step]:
                return False
        return True


def tried(rule: Any, *arguments: Any) -> bool:  # noqa: ANN401
    """Whether a rule is shown to apply."""
    try:
        return rule(*arguments) is not False
    except OutOfTime:
        raise
    except (Refused, *WRONG):
        return False


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
    rows = (_shocks,) if jumps else (_lipschitz, _distributional, _viscosity)
    if not smooth and not any(tried(row, problem, equation, study, jumping) for row in rows):
        raise Refused("no notion of solution is shown to fit what is not smooth")


def _fluxes(equation: Equation, study: Study) -> bool:
    """Show that what is differentiated is continuous: its derivative is then that on the pieces."""
    kinked = False
    for kept in equation.differentiated:
        has_kinks = any(isinstance(token, Operator) and token.kinks for token in kept.formula.tokens)
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


def _slope(residual: Expression, token: Derivative, place: Place) -> Expression:
    """The coefficient of a derivative in which a formula is rational and of first degree."""
    names = {d: Symbol(f"d#{k}") for k, d in enumerate(sorted(residual.derivatives, key=repr))}
    frozen = residual.substitute({d: Expression((s,)) for d, s in names.items()})
    name = names[token].name if token in names else ""
    slope = differentiate(frozen, name)
    if not _is_rational(frozen, name) or not (name not in slope.symbols or place.zero(differentiate(slope, name))):
        raise Refused("not of first degree in a derivative")
    slope = slope.substitute({Symbol(name): number(0)}) if name in slope.symbols else slope
    return slope.substitute({s: Expression((d,)) for d, s in names.items()})


def _is_rational(formula: Expression, name: str) -> bool:
    token = formula.root
    plain = not isinstance(token, Operator) or token.name in "+-*/neg" or (token.exponent or Fraction(1, 2)) % 1 == 0
    return name not in formula.symbols or (plain and all(_is_rational(part, name) for part in formula.arguments))


def _smooth(formula: Expression, place: Place) -> bool:
    defined(formula, place)
    return not formula.derivatives and all(place.holds(kink, Rule.NONZERO) for kink in kinks_of(formula))


def _lipschitz(problem: Problem, equation: Equation, study: Study, _: Any) -> bool:  # noqa: ANN401
    """c·u_t + a(u)·u_x + s = 0 almost everywhere, u Lipschitz: the chain rule gives all entropies."""
    if (len(problem.unknowns), len(problem.equations), len(problem.space), equation.order) != (1, 1, 1, 1):
        return False
    slopes = [_slope(equation.residual, d, study.place) for d in equation.derivatives if d.order]
    _fluxes(equation, study)
    return problem.time is not None and all(
        (not s.symbols and all(not d.order for d in s.derivatives)) or _smooth(s, study.place) for s in slopes
    )


def _distributional(problem: Problem, equation: Equation, study: Study, jumping: Sequence[Derivative]) -> bool:
    """What jumps is the derivative of something continuous, with a smooth coefficient."""
    kept = equation.with_placeholders
    standing = [token for token in jumping if token in kept.derivatives]
    _fluxes(equation, study)
    fluxes = [d for d in kept.derivatives if d.of not in problem.unknowns]
    return all(study.is_continuous(Derivative(d.of, d.by[:-1])) for d in standing) and all(
        _smooth(_slope(kept, token, study.place), study.place) for token in (*standing, *fluxes)
    )


def _shocks(problem: Problem, equation: Equation, study: Study, _: Any) -> bool:  # noqa: ANN401
    """u_t + a(u)·u_x = 0, a a rising or falling polynomial: Rankine–Hugoniot and Lax at each jump."""
    (unknown,), (name,), time = problem.unknowns, problem.space, str(problem.time)
    rate, slope = (_slope(equation.residual, Derivative(unknown, (v,)), study.place) for v in (time, name))
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
            if not place.zero(change) and (not place.sign(lean) or not place.holds(drop, Rule.NONNEGATIVE)):
                return False
        if not guards:
            return False
    return bool(shape and parts)


def _shape(f: Expression, place: Place) -> int:
    """1 if a formula is convex in the derivatives, 2 if concave, 3 if both, 0 if neither is seen."""
    below, root = f.arguments, f.root
    if not f.derivatives or not below:
        return 3
    shapes, turned = [_shape(part, place) for part in below], {0: 0, 1: 2, 2: 1, 3: 3}
    if root in (op.ADD, op.SUBTRACT):
        return shapes[0] & (shapes[1] if root is op.ADD else turned[shapes[1]])
    if root in (op.NEGATE, op.MULTIPLY, op.DIVIDE):
        factor, inner = (below[-1], shapes[0]) if below[0].derivatives else (below[0], shapes[-1])
        sign = -1 if root is op.NEGATE else place.sign(factor) if not factor.derivatives else 0
        free = not factor.derivatives and not (root is op.DIVIDE and below[1].derivatives)
        if root is op.NEGATE or inner == 3 or not sign:
            return turned[inner] if root is op.NEGATE else inner * (inner == 3 and free)
        return (inner if sign > 0 else turned[inner]) * free
    least = shapes[0] & shapes[-1]
    if root in (op.MAX, op.RELU, op.EXP, op.MIN):
        return least & (2 if root is op.MIN else 1)
    even = isinstance(root, Operator) and root.exponent is not None and root.exponent % 2 == 0 < root.exponent
    return int((least == 3 and (even or root in (op.ABS, op.COSH))) or (root is op.SQRT and _norm(below[0], place)))


def _norm(radicand: Expression, place: Place) -> bool:
    """A sum of squares of first-degree terms and of numbers that are not negative."""
    parts = radicand.arguments
    if radicand.root is op.ADD:
        return all(_norm(part, place) for part in parts)
    if not radicand.derivatives:
        return place.holds(radicand, Rule.NONNEGATIVE)
    if radicand.root is op.MULTIPLY:
        factor, inner = reversed(parts) if parts[0].derivatives else parts
        return not factor.derivatives and _norm(inner, place) and place.holds(factor, Rule.NONNEGATIVE)
    return radicand.root is op.SQUARE and _shape(parts[0], place) == 3


def _viscosity(problem: Problem, equation: Equation, study: Study, _: Any) -> bool:  # noqa: ANN401
    """F(x, ∇u) = 0, continuous, convex (or concave: −u) in ∇u: almost everywhere is one half.

    Where pieces meet, D⁻u lies in the hull of their gradients, on which F ≤ 0: it is empty, or F
    vanishes on all of the hull since it does at its barycentre.
    """
    alone = len(problem.unknowns) == len(problem.equations) == 1
    if not alone or equation.order != 1 or equation.differentiated or op.SIGN in equation.residual.operators:
        return False
    if any(not d.order for d in equation.derivatives) or any(part.jumps for part in study.parts):
        return False
    operator = signed(equation.residual, _orientation(problem, equation, study))
    shape = _shape(operator, study.place)
    if shape in (1, 2):
        Kinks(operator, 1 if shape == 1 else -1, study).check()
    return shape != 0


def _orientation(problem: Problem, equation: Equation, study: Study) -> int:
    """As written without time; to +u_t with initial data, to −u_t with terminal data."""
    if problem.time is None:
        return 1
    slope = _slope(equation.residual, Derivative(problem.unknowns[0], (problem.time,)), study.place)
    given = [c.region.values[problem.time] for c in problem.conditions if problem.time in c.region.values]
    late = {same_value(value, problem.domain[problem.time].high) for value in given}
    sign = study.place.sign(slope) if not slope.derivatives else 0
    if not sign or len(late) != 1:
        raise Refused("the equation is not oriented by its data")
    return -sign if late.pop() else sign


@final
class Kinks:
    """Where the pieces of an answer meet, each set of guards that vanish together."""

    def __init__(self, operator: Expression, side: int, study: Study) -> None:
        self._operator, self._side, self._study = operator, side, study
        self._guards: list[Expression] = []
        self._leaves = [dict(map(self._named, part.guards)) for part in study.parts]
        self._passed: list[Any] = []

    def _named(self, guard: Expression) -> tuple[int, int]:
        zero = self._study.place.zero
        for index, known in enumerate(self._guards):
            if known == guard or zero(guard - known) or zero(guard + known):
                return index, 1 if known == guard or zero(guard - known) else -1
        self._guards.append(guard)
        return len(self._guards) - 1, 1

    def check(self) -> None:
        """Show the other half at every set."""
        count, dead = len(self._guards), list[set[int]]()
        for zeros in (set(z) for size in range(1, count + 1) for z in combinations(range(count), size)):
            self._study.place.budget.check_deadline()
            if any(known <= zeros for known in dead):
                continue
            facts = [(signed(self._guards[z], s), Rule.NONNEGATIVE) for z in sorted(zeros) for s in (1, -1)]
            places = list(self._study.place.having(*facts).described())
            dead += [] if places else [zeros]
            for signs in self._families(zeros) if places else ():
                self._check_family(zeros, signs, places)

    def _families(self, zeros: set[int]) -> list[dict[int, int]]:
        """The signs of the other guards that pieces may have in common."""
        found: dict[frozenset[tuple[int, int]], None] = {}
        for leaf in self._leaves:
            outside = {guard: sign for guard, sign in leaf.items() if guard not in zeros}
            for known in list(found):
                if all(dict(known).get(g, s) == s for g, s in outside.items()):
                    found[known | frozenset(outside.items())] = None
            found[frozenset(outside.items())] = None
        return [dict(family) for family in sorted(found, key=len)]

    def _check_family(self, zeros: set[int], signs: dict[int, int], places: Any) -> None:  # noqa: ANN401
        leaves = enumerate(self._leaves)
        chosen = [i for i, leaf in leaves if all(g in zeros or signs.get(g, s) == s for g, s in leaf.items())]
        both = all({self._leaves[i].get(z, 0) for i in chosen} >= {1, -1} for z in zeros)
        pattern = set(signs.items())
        if not both or any(c == chosen and z == zeros and p <= pattern for c, z, p in self._passed):
            return
        self._passed.append((chosen, zeros, pattern))
        for values, place in places:
            facts = [(signed(self._guards[i], s).substitute(tokens(values)), Rule.POSITIVE) for i, s in signs.items()]
            part = place.having(*facts)
            there = [self._study.parts[i] for i in chosen]
            away = [any(part.holds(-g.substitute(tokens(values)), Rule.POSITIVE) for g in p.guards) for p in there]
            meeting = [i for i, is_away in zip(chosen, away, strict=True) if not is_away]
            if len(meeting) > 1 and not part.is_empty and not self._falls(meeting, values, part):
                self._check_mean(meeting, values, part)

    def _gradients(self, chosen: Sequence[int], token: Derivative, values: Values) -> list[Expression]:
        return [self._study.jets[i][token].substitute(tokens(values)) for i in chosen]

    def _check_mean(self, chosen: Sequence[int], values: Values, place: Place) -> None:
        mean: dict[Token, Expression] = {}
        for token in self._operator.derivatives:
            first, *others = self._gradients(chosen, token, values)
            for other in others:
                first = first + other
            mean[token] = number(Fraction(1, len(chosen))) * first
        value = signed(self._operator.substitute(tokens(values)).substitute(mean), self._side)
        defined(value, place)
        for piece in pieces((value,), place):
            inner = piece.formulas[0]
            if not piece.place.zero(inner) and not piece.place.holds(inner, Rule.NONNEGATIVE):
                raise Refused("the viscosity inequality is not shown where pieces meet")

    def _falls(self, chosen: Sequence[int], values: Values, place: Place) -> bool:
        """Whether along an axis every slope after is below every one before: D⁻u is empty."""
        for token in self._operator.derivatives:
            sides = [self._sides(i, token.by[0], values, place) for i in chosen]
            slopes = list(zip(self._gradients(chosen, token, values), sides, strict=True))
            after, before = ([g for g, side in slopes if -s not in side] for s in (1, -1))
            drops = [(b - a) if self._side > 0 else (a - b) for a in after for b in before]
            if drops and all(tried(_require_positive, drop, place) for drop in drops):
                return True
        return False

    def _sides(self, index: int, name: str, values: Values, place: Place) -> set[int]:
        """The signs with which the guards of a piece leave zero along an axis."""
        guards = self._study.parts[index].guards
        leaving = [g for g in guards if place.zero(g.substitute(tokens(values)))]
        slopes = [differentiate(g, name).substitute(tokens(values)) for g in leaving]
        return {place.sign(slope) if tried(defined, slope, place) else 0 for slope in slopes}


def _require_positive(formula: Expression, place: Place) -> bool:
    return all(p.place.holds(p.formulas[0], Rule.POSITIVE) for p in pieces((formula,), place))
