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
    if not smooth:
        rows = (_lipschitz, _distributional, _viscosity)
        if jumps or any(not d.order for d in jumping) or not any(tried(row, problem, equation, study, jumping) for row in rows):
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


def _viscosity(problem: Problem, equation: Equation, study: Study, _: Any) -> bool:  # noqa: ANN401
    return False
