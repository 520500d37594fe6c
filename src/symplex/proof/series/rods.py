"""The lines of a certificate for a series on a rod, each proved or not.

The theorem (docs/series.md): let a > 0, let h be bounded and piecewise polynomial on the
rod, continued by odd reflection at walls with values and even reflection at walls with slopes, and
let b_m be its coefficients in the complete system of the walls, for every mode. Then Σ b_m·φ_m(x)·
e^{(c − a·ω_m²)(t − t₀)} converges with all its derivatives for t ≥ t₀ + δ, and is the positive heat
kernel of the line against the continued h. So it solves the equation without source and the walls
with 0 classically, is bounded by sup|h|·e^{max(c, 0)(t − t₀)}, has the limit h at every point at
which the continued h is continuous, and near a wall with a slope its slope is bounded, with limit 0
where h has slope 0.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from math import lcm
from typing import Final, final

from symplex.expression import Expression, Operator, Symbol, apply, leaf, number, symbol
from symplex.expression import operators as op
from symplex.expression.calculus import differentiate
from symplex.expression.evaluate import value_of
from symplex.expression.operator_facts import jet, nodes, short
from symplex.expression.series import Series
from symplex.expression.token import Token
from symplex.expression.turns import at_residue, period, turns
from symplex.problem.analysis.rod import Rod, rod_of
from symplex.problem.ends import Side
from symplex.problem.equation import Equation
from symplex.problem.stated import StatedProblem
from symplex.proof.kernel.advice import Advise, Claim
from symplex.proof.kernel.domain import domain_of
from symplex.proof.kernel.lines import Line, line, line_of
from symplex.proof.kernel.region import Ends, Region, tokens_of
from symplex.proof.kernel.workspace import Workspace
from symplex.proof.series.modes import (
    Antiderivative,
    Modes,
    Part,
    coefficient,
    mean,
    parts_of,
    require_smooth,
)
from symplex.reasons import Code, Reason
from symplex.work.budget import Budget, Missing

_ZERO: Final = number(0)
_MAX_CLASSES: Final = 48
_TWELFTHS: Final = 12
_MAX_MODES: Final = 100


def examine(
    problem: StatedProblem,
    answer: Series,
    budget: Budget,
    advise: Advise,
    antiderivative: Antiderivative,
) -> tuple[list[Line], list[Claim]]:
    """Every line that an exact series needs, and what the proofs rest on."""
    start = Workspace(Region({}, ()), budget, advise, [])
    shown = _Examined(problem, answer, start, antiderivative)
    subject, place = Reason(Code.LINE_ANSWER_DEFINED), Reason(Code.PLACE_CLOSED_DOMAIN, faces=None)
    lines = [line(subject, place, shown.defined)]
    lines += [line(*line_of(one), partial(shown.condition, one)) for one in problem.conditions]
    lines += [line(*line_of(one), shown.equation) for one in problem.equations]
    return lines, start.claims


@final
@dataclass(frozen=True)
class _Covered:
    """The modes of a sum: mode = times·n + plus for each n that it counts."""

    times: int
    plus: int
    first: int
    step: int

    @property
    def start(self) -> int:
        """The first mode."""
        return self.times * self.first + self.plus

    @property
    def apart(self) -> int:
        """The distance from one mode to the next."""
        return self.times * self.step


@final
class _Examined:
    """What is shown of one series; every step is made once."""

    def __init__(
        self,
        problem: StatedProblem,
        answer: Series,
        start: Workspace,
        antiderivative: Antiderivative,
    ) -> None:
        self._problem, self._answer, self._start = problem, answer, start
        self._antiderivative = antiderivative

    def defined(self) -> tuple[Reason, str]:
        """The closed part is smooth on the closed domain, and each term is."""
        _ = self._smooth
        return Reason(Code.SHOWN_SERIES_DEFINED), ""

    def equation(self) -> tuple[Reason, str]:
        """The closed part solves the equation, and the sum the one without source."""
        (equation,) = self._problem.equations
        self._require_closed_part(equation)
        _ = self._modes_shown
        return Reason(Code.SHOWN_SERIES_EQUATION), "classical"

    def condition(self, condition: Equation) -> tuple[Reason, str]:
        """The walls by the eigenfunctions; the start by all coefficients."""
        if condition is self._rod.start:
            _ = self._smooth
            self._require_all_modes()
            return Reason(Code.SHOWN_SERIES_START), ""
        self._require_closed_part(condition)
        _ = self._modes_shown
        return Reason(Code.SHOWN_SERIES_WALL), ""

    @cached_property
    def _rod(self) -> Rod:
        rod = rod_of(self._problem)
        if rod is None:
            raise Missing(Code.SERIES_CLASS)
        return rod

    @cached_property
    def _closed(self) -> Workspace:
        """The closed domain."""
        space = self._start.on(domain_of(self._problem, self._start))
        for formula, rule in self._rod.needs:
            if not space.signs.holds(formula, rule):
                raise Missing(Code.SERIES_SIGN, formula=short(formula), rule=rule.value)
        return space

    @cached_property
    def _smooth(self) -> bool:
        """The closed part and every term are shown to be smooth on the closed domain."""
        for formula, space in (
            (self._answer.closed, self._closed),
            (self._answer.term, self._counted),
        ):
            require_smooth(formula, space)
        return True

    @cached_property
    def _counted(self) -> Workspace:
        """The closed domain with the index as one more coordinate."""
        index = Ends(number(self._answer.first), None, high_open=True)
        return self._closed.on(self._closed.region.with_ends(self._answer.index, index))

    def _require_closed_part(self, equation: Equation) -> None:
        """The closed part satisfies an equation or a condition by itself."""
        _ = self._smooth
        formulas = jet({self._rod.unknown: self._answer.closed}, equation.derivatives)
        tokens: dict[Token, Expression] = {**formulas}
        residual = equation.residual.substitute(tokens)
        here = tokens_of(equation.region.values)
        if not self._closed.is_zero(residual.substitute(here)):
            raise Missing(Code.SERIES_CLOSED_PART)

    @cached_property
    def _modes(self) -> Modes:
        walls = self._rod.walls
        low, high = walls[Side.LOW].is_slope, walls[Side.HIGH].is_slope
        return Modes(self._length, sine=not low, mixed=low != high)

    @cached_property
    def _length(self) -> Expression:
        return self._closed.normal(self._rod.interval.high - self._rod.interval.low)

    @cached_property
    def _parts(self) -> list[Part]:
        """What the sum has to give at the start, from the low wall on."""
        rod = self._rod
        missing = rod.data - self._answer.closed.substitute({Symbol(rod.time): rod.beginning})
        moved = missing.substitute({Symbol(rod.space): rod.interval.low + symbol(rod.space)})
        return parts_of(moved, rod.space, self._length, self._closed)

    @cached_property
    def _covered(self) -> _Covered:
        """Which mode each term is, as it is seen at two values; what follows is shown."""
        answer, rod = self._answer, self._rod
        unit = value_of(self._length) * (2 if self._modes.mixed else 1) / math.pi
        for node in nodes(answer.term):
            if node.root not in (op.SIN, op.COS) or rod.space not in node.symbols:
                continue
            slope = differentiate(node.arguments[0], rod.space)
            if not slope.symbols <= {answer.index}:
                continue
            values = [
                abs(value_of(slope.substitute({Symbol(answer.index): number(n)}))) for n in (2, 3)
            ]
            if not all(map(math.isfinite, values)):
                continue
            times = round((values[1] - values[0]) * unit)
            found = _Covered(times, round(values[0] * unit) - 2 * times, answer.first, answer.step)
            if times >= 1 and found.start >= 1 and self._are_modes(found):
                return found
        raise Missing(Code.SERIES_MODES)

    @cached_property
    def _modes_shown(self) -> bool:
        """Each term is an eigenfunction with the coefficient of the data, decaying at its rate."""
        _ = self._smooth
        covered, answer, rod = self._covered, self._answer, self._rod
        mode = number(covered.times) * symbol(answer.index) + number(covered.plus)
        factor = self._coefficient(mode, self._counted)
        place = symbol(rod.space) - rod.interval.low
        rate = rod.reaction - rod.diffusion * self._modes.frequency(mode) ** 2
        passed = symbol(rod.time) - rod.beginning
        wanted = factor * self._modes.function(mode, place) * apply(op.EXP, rate * passed)
        self._require_zero_for_integers(answer.term - wanted, covered.first, covered.step)
        return True

    def _coefficient(self, mode: Expression, space: Workspace) -> Expression:
        return coefficient(self._modes, self._parts, mode, space, self._antiderivative)

    def _are_modes(self, covered: _Covered) -> bool:
        """Whether each of the numbers is that of a mode."""
        return self._modes.has(covered.start) and self._modes.has(covered.start + covered.apart)

    def _require_all_modes(self) -> None:
        """The modes that the sum leaves out have the coefficient 0."""
        _ = self._modes_shown
        covered, index = self._covered, self._answer.index
        if self._modes.has_constant and not self._closed.is_zero(mean(self._modes, self._parts)):
            raise Missing(Code.SERIES_MODE_MISSING, mode=0)
        start, apart = covered.start, covered.apart
        if start > _MAX_MODES:
            raise Missing(Code.SERIES_MODES)
        ends = Ends(number(1), None, high_open=True)
        every = self._closed.on(self._closed.region.with_ends(index, ends))
        general = self._coefficient(symbol(index), every)
        for mode in filter(self._modes.has, range(1, start)):
            value = general.substitute({Symbol(index): number(mode)})
            if not self._closed.is_zero(value):
                raise Missing(Code.SERIES_MODE_MISSING, mode=mode)
        classes = _classes(general, index, lcm(apart, 2))
        for residue in filter(self._modes.has, range(classes)):
            left_out = (residue - start) % apart
            if left_out and not _is_zero(at_residue(general, index, residue), every):
                raise Missing(Code.SERIES_MODE_MISSING, mode=residue)

    def _require_zero_for_integers(self, formula: Expression, first: int, step: int) -> None:
        """The formula vanishes for each integer that the sum counts."""
        index = self._answer.index
        classes = _classes(formula, index, step)
        for residue in range(classes):
            counted = (residue - first) % step == 0
            if counted and not _is_zero(at_residue(formula, index, residue), self._counted):
                raise Missing(Code.SERIES_TERM)


def _is_zero(formula: Expression, space: Workspace) -> bool:
    """Whether a formula vanishes, whatever the cosines of odd fractions of π are.

    The kernel knows those of the multiples of π/12. Each other one becomes a symbol: what vanishes
    for all of its values between −1 and 1 vanishes for its own.
    """
    region, names = space.region, dict[Expression, str]()

    def combine(token: Token, below: Sequence[Expression], value: float) -> Expression:
        whole = apply(token, *below) if isinstance(token, Operator) else leaf(token, value)
        turned = turns(below[0], "") if token is op.COS else None
        if turned is None or (turned[1] * _TWELFTHS).denominator == 1:
            return whole
        return symbol(names.setdefault(whole, f"c#{len(names)}"))

    general = formula.share(combine)
    for name in names.values():
        region = region.with_ends(name, Ends(number(-1), number(1)))
    return (space.on(region) if names else space).is_zero(general)


def _classes(formula: Expression, index: str, step: int) -> int:
    """The number of residues on each of which the sines and cosines of the index are constant."""
    classes = lcm(period([formula], index), step)
    if classes > _MAX_CLASSES:
        raise Missing(Code.SERIES_TOO_MANY_CLASSES, most=_MAX_CLASSES)
    return classes
