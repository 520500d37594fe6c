"""An answer on its pieces: derivatives, where pieces meet, and what is of first degree."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import final

from symplex.budget import OutOfTime
from symplex.expression import Derivative, Expression, Operator, Symbol, number
from symplex.expression.calculus import differentiate
from symplex.expression.operator_facts import jet
from symplex.expression.operators import Rule
from symplex.proof.checker.pieces import Piece, defined, pieces, vanish
from symplex.proof.checker.place import WRONG, Place, Refused, Values, tokens
from symplex.proof.checker.ranges import Hint


@final
@dataclass(frozen=True)
class Study:
    """Formulas on the pieces of an answer, in the interior."""

    place: Place
    parts: Sequence[Piece]
    jets: Sequence[Mapping[Derivative, Expression]]

    @staticmethod
    def of(
        answer: Mapping[str, Expression], needed: frozenset[Derivative], place: Place
    ) -> "Study":
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
    def _known(self) -> dict[Hint, Hint]:
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


def tried(rule: Hint, *arguments: Hint) -> bool:
    """Whether a rule is shown to apply."""
    try:
        return rule(*arguments) is not False
    except OutOfTime:
        raise
    except (Refused, *WRONG):
        return False


def slope_of(residual: Expression, token: Derivative, place: Place) -> Expression:
    """The coefficient of a derivative in which a formula is rational and of first degree."""
    names = {d: Symbol(f"d#{k}") for k, d in enumerate(sorted(residual.derivatives, key=repr))}
    frozen = residual.substitute({d: Expression((s,)) for d, s in names.items()})
    name = names[token].name if token in names else ""
    slope = differentiate(frozen, name)
    if not _is_rational(frozen, name) or not (
        name not in slope.symbols or place.zero(differentiate(slope, name))
    ):
        raise Refused("not of first degree in a derivative")
    slope = slope.substitute({Symbol(name): number(0)}) if name in slope.symbols else slope
    return slope.substitute({s: Expression((d,)) for d, s in names.items()})


def _is_rational(formula: Expression, name: str) -> bool:
    token = formula.root
    plain = (
        not isinstance(token, Operator)
        or token.name in "+-*/neg"
        or (token.exponent or Fraction(1, 2)) % 1 == 0
    )
    return name not in formula.symbols or (
        plain and all(_is_rational(part, name) for part in formula.arguments)
    )
