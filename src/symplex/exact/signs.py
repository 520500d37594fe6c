"""Signs of formulas on the whole box of the parameters, and whether they are defined there.

Rests on rigorous ranges and on bisection; the number of boxes is counted.
"""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final, final

import flint
from flint import arb

from symplex.expression import Expression
from symplex.expression.operator_facts import limits_of
from symplex.expression.operators import Rule
from symplex.expression.ranges import Range, range_of
from symplex.work.budget import Budget, Missing

Parameters = Mapping[str, tuple[Expression, Expression]]
"""The closed range of each parameter, with exact ends."""
_MAX_BOXES: Final = 400
_BITS: Final = 128
_Box = Mapping[str, Range]


@final
class ParameterBox:
    """The box of the parameters, on which signs are decided."""

    def __init__(self, parameters: Parameters, budget: Budget) -> None:
        self._budget = budget
        with flint.ctx.workprec(_BITS):
            self._box = {name: _hull(*ends) for name, ends in parameters.items()}

    def sign(self, formula: Expression, *, strict: bool = True) -> int:
        """1 or −1 if the formula has this sign everywhere on the box, 0 if neither is shown.

        Where it is not to be strict, the formula may vanish.
        """
        if not formula.symbols <= self._box.keys():
            return 0
        if self._holds(formula, _is_positive if strict else _is_not_negative):
            return 1
        return -int(self._holds(-formula, _is_positive if strict else _is_not_negative))

    def is_defined(self, formula: Expression) -> bool:
        """Whether the formula is shown to have a real value everywhere on the box."""
        return all(
            margin.symbols <= self._box.keys() and self._holds(margin, _RULES[rule])
            for margin, rule in limits_of(formula, self._budget)
        )

    def _holds(self, formula: Expression, rule: Callable[[Range], bool]) -> bool:
        """Whether a rule holds on every piece of a subdivision; a middle that breaks it ends it."""
        names = sorted(formula.symbols)
        pieces: list[_Box] = [{name: self._box[name] for name in names}]
        with flint.ctx.workprec(_BITS):
            for _ in range(_MAX_BOXES):
                self._budget.step()
                piece = pieces.pop()
                if not rule(_range(formula, piece)):
                    halves = list(_halves(formula, piece, rule))
                    if not halves:
                        return False
                    pieces += halves
                if not pieces:
                    return True
        return False


def _hull(low: Expression, high: Expression) -> Range:
    return Range(range_of(low, {}).low, range_of(high, {}).high)


def _range(formula: Expression, box: _Box) -> Range:
    try:
        return range_of(formula, box)
    except Missing:
        return Range(arb.neg_inf(), arb.pos_inf())


def _halves(formula: Expression, box: _Box, rule: Callable[[Range], bool]) -> Iterator[_Box]:
    """Both halves along the widest side; none where the middle breaks the rule."""
    widths = {name: side.high - side.low for name, side in box.items()}
    if not widths:
        return
    name = max(widths, key=lambda key: float(widths[key].mid()))
    middle = ((box[name].low + box[name].high) / 2).mid()
    point = {key: _middle(side) for key, side in box.items()}
    if not widths[name] > 0 or not rule(_range(formula, point)):
        return
    yield {**box, name: box[name]._replace(high=middle)}
    yield {**box, name: box[name]._replace(low=middle)}


def _middle(side: Range) -> Range:
    middle = ((side.low + side.high) / 2).mid()
    return Range(middle, middle)


def _is_nonzero(found: Range) -> bool:
    return found.is_positive or found.is_negative


def _is_positive(found: Range) -> bool:
    return found.is_positive


def _is_not_negative(found: Range) -> bool:
    return bool(found.low >= 0)


_RULES: Final[Mapping[Rule, Callable[[Range], bool]]] = MappingProxyType(
    {
        Rule.POSITIVE: _is_positive,
        Rule.NONNEGATIVE: _is_not_negative,
        Rule.NONZERO: _is_nonzero,
    }
)
