"""What a formula tends to at a face: a formula on the face, or an infinity with its sign.

Each rule keeps that the limit is locally uniform on the face: a continuous function of what
converges locally uniformly does so too, and what tends to infinity leaves every bounded set
uniformly on compact sets. Forms such as 0/0, 0·∞ and ∞ − ∞ are decided by a shorter form of the
formula, by an exponential that outgrows a power, by a factor that vanishes beside a bounded one, or
by Taylor's formula. What has no limit at a point may be bounded near it: then it counts for nothing
beside a factor that vanishes, and two values of one Lipschitz function count as one if their
arguments approach each other. Everything else is refused.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from types import MappingProxyType
from typing import Final, final

from symplex.expression import Expression, Number, Operator, Symbol, Token, apply, leaf, number
from symplex.expression import operators as op
from symplex.expression.calculus import differentiate
from symplex.expression.operator_facts import kinks_of, limits_of, nodes, short
from symplex.expression.operators import Rule
from symplex.proof.kernel.bounded import (
    POWERS,
    decays,
    is_bounded,
    is_within_numbers,
    merged,
    quotients,
)
from symplex.proof.kernel.pieces import Split, resolve, sign_of_guard, vanishes
from symplex.proof.kernel.signs import signed
from symplex.proof.kernel.workspace import Workspace
from symplex.reasons import Code
from symplex.work.budget import Missing

_HALF_PI: Final = number(Fraction(1, 2)) * leaf(op.PI)
_LEVELS: Final = MappingProxyType({op.ERF: number(1), op.TANH: number(1), op.ATAN: _HALF_PI})
"""What these odd functions tend to at infinity."""
_ZERO: Final = number(0)
_MAX_ORDER: Final = 6
"""To which order a quotient of two formulas that vanish is expanded."""
_BRANCHES: Final = frozenset((op.ABS, op.MAX, op.MIN, op.RELU))
_LIPSCHITZ: Final = (op.ERF, op.TANH, op.ATAN, op.SIN)
"""Odd functions whose slopes are bounded."""
_HELD: Final = "held#"
"""A bounded formula as a symbol; no name of the user's contains #."""
_MAX_HELD: Final = 4


@final
@dataclass(frozen=True)
class Limit:
    """A formula on the face; or an infinity, with its sign."""

    value: Expression
    infinite: int = 0
    open: Missing | Split | None = None
    """Why there is no limit that a rule finds."""


Part = tuple[Expression, Limit]
"""A formula with what it tends to."""


@final
class _OpenForm(Missing):
    """A form such as 0·∞, with the limit that is 0 or not finite."""

    def __init__(self, form: str, value: Expression = _ZERO) -> None:
        super().__init__(Code.LIMIT_OPEN_FORM, form=form)
        self.value = value


def _infinity(sign: int) -> Limit:
    return Limit(_ZERO, sign)


@final
class Tending:
    """Limits of formulas from `near`, a region, at the points of `face`, where symbols are fixed.

    `Split` asks for the sign of a formula on the face.
    """

    def __init__(
        self, face: Workspace, near: Workspace, closed: Workspace, fixed: Mapping[Token, Expression]
    ) -> None:
        self._face, self._near, self._closed, self._fixed = face, near, closed, fixed
        self._open: dict[Expression, None] = {}
        self._depth = 0

    def limit(self, formula: Expression) -> Limit:
        """What a formula tends to.

        Raises:
            Missing: if no rule decides.
            Split: if the sign of a formula on the face does.
        """
        outer, self._open = self._open, {}
        self._depth += 1
        try:
            tree, found = formula.share(self._node)
            if found.open is None:
                return found
            gathered = self._gathered(tree) if self._depth <= _MAX_HELD else None
            if gathered is None:
                raise found.open
            return gathered
        finally:
            self._open, self._depth = outer, self._depth - 1

    def _node(self, token: Token, below: Sequence[Part], value: float) -> Part:
        self._face.budget.step()
        if not isinstance(token, Operator) or not below:
            whole = leaf(token, value)
            return whole, Limit(self._fixed.get(token, whole))
        whole = apply(token, *(tree for tree, _ in below))
        without = [limit.open for _, limit in below if limit.open is not None]
        if without:
            found = self._beside(token, whole, below, without[0])
        else:
            branch = self._branch(token, below) if token in _BRANCHES else None
            if branch is not None:
                return branch
            found = self._of_limits(token, whole, below)
        if found.open is not None:
            self._open[whole] = None
        return whole, found

    def _of_limits(self, token: Operator, whole: Expression, below: Sequence[Part]) -> Limit:
        is_infinite = any(limit.infinite for _, limit in below)
        try:
            return (self._beyond if is_infinite else self._continuous)(token, below)
        except _OpenForm as form:
            try:
                return self._decided(whole, form)
            except (Missing, Split) as error:
                return Limit(_ZERO, open=error)
        except (Missing, Split) as error:
            return Limit(_ZERO, open=error)

    def _beside(
        self, token: Operator, whole: Expression, below: Sequence[Part], why: Missing | Split
    ) -> Limit:
        """0 for what is bounded beside what vanishes; what has no limit beside anything else."""
        if token in (op.MULTIPLY, op.DIVIDE):
            (first, one), (second, two) = below
            if token is op.DIVIDE and two.infinite and self._is_bounded(first):
                return Limit(_ZERO)
            pairs = ((one, second), (two, first)) if token is op.MULTIPLY else ()
            for known, tree in pairs:
                zero = known.open is None and not known.infinite and self._vanishes(known.value)
                if zero and self._is_bounded(tree):
                    return Limit(_ZERO)
            for rule in (self._outgrown, self._held):
                try:
                    found = rule(whole)
                except (Missing, Split):
                    continue
                if found is not None:
                    return found
        return Limit(_ZERO, open=why)

    def _is_bounded(self, formula: Expression) -> bool:
        try:
            return is_bounded(formula, self._closed, self._near)
        except Missing:
            return False

    def _gathered(self, whole: Expression) -> Limit | None:
        """The limit of c₀ for c₀ + c₁·b with a bounded b and c₁ → 0.

        First, f(b) is replaced by ±f(a) where b ∓ a → 0, f is odd and Lipschitz, and its factor
        bounded.
        """
        held = list[Expression]()
        for node in self._open:
            inner = nodes(node, self._face.budget)
            if not any(one in inner for one in held) and self._is_bounded(node):
                held.append(node)
        for one, other in combinations(tuple(held), 2):
            if one in held and other in held:
                form = self._paired(whole, one, other)
                whole, held = (whole, held) if form is None else (form, _without(held, other))
        for node in held:
            parts = _affine(whole, node)
            if parts and self._is_zero_limit(parts[1]):
                try:
                    return self.limit(parts[0])
                except Missing:
                    continue
        return None

    def _paired(self, whole: Expression, one: Expression, other: Expression) -> Expression | None:
        """A formula with ±f(a) in place of f(b), if b ∓ a → 0 and the factor of f(b) is bounded."""
        if one.root is not other.root or one.root not in _LIPSCHITZ:
            return None
        parts = _affine(whole, other)
        if parts is None or not self._is_bounded(parts[1]):
            return None
        for sign in (1, -1):
            if self._is_zero_limit(other.arguments[0] - signed(one.arguments[0], sign)):
                return _replaced(whole, other, signed(one, sign))
        return None

    def _is_zero_limit(self, formula: Expression) -> bool:
        try:
            found = self.limit(self._near.normal(formula))
        except (Missing, Split):
            return False
        return not found.infinite and self._vanishes(found.value)

    def _branch(self, token: Operator, below: Sequence[Part]) -> Part | None:
        """What a branching formula is near the face, if its guard has a strict sign on the face.

        The guard tends to that locally uniformly, so it has the sign near every compact set.
        """
        (tree, limit), *more = below
        other, bound = more[0] if more else (_ZERO, Limit(_ZERO))
        side = limit.infinite - bound.infinite
        if not side and not limit.infinite:
            try:
                side = self._sign(limit.value - bound.value)
            except (Split, Missing):
                return None
        if not side:
            return None
        if token is op.ABS and side < 0:
            return -tree, Limit(-limit.value, -limit.infinite)
        return (tree, limit) if (side > 0) is (token is not op.MIN) else (other, bound)

    def _decided(self, whole: Expression, form: _OpenForm) -> Limit:
        """An open form, if a rule decides it; asks for the sign on which a branch depends."""
        question: Split | None = None
        for rule in (self._shortened, self._squared, self._outgrown, self._held, self._expanded):
            try:
                found = rule(whole)
            except Missing:
                continue
            except Split as split:
                question = question or split
                continue
            if found is not None:
                return found
        resolve(form.value, self._face)
        raise question or form

    def _shortened(self, whole: Expression) -> Limit | None:
        """The limit of the same formula, written shorter."""
        normal = merged(self._near.normal(whole))
        return self.limit(normal) if normal.size < whole.size else None

    def _squared(self, whole: Expression) -> Limit | None:
        """0 for a quotient with roots whose square has fewer of them and tends to 0."""
        square = self._near.normal(whole**2) if _roots(whole) else whole
        if _roots(square) >= _roots(whole):
            return None
        found = self.limit(merged(square))
        return Limit(_ZERO) if not found.infinite and self._vanishes(found.value) else None

    def _outgrown(self, whole: Expression) -> Limit | None:
        """0 for exp(−f)·fᵏ·h with f → ∞ and a finite limit of h."""
        for rate, rest in decays(whole):
            if self.limit(rate).infinite > 0:
                for power in POWERS:
                    try:
                        found = self.limit(merged(self._near.normal(rest / rate**power)))
                    except Missing:
                        continue
                    if not found.infinite:
                        return Limit(_ZERO)
        return None

    def _held(self, whole: Expression) -> Limit | None:
        """0 for q·r with q between two numbers near the face and r → 0."""
        for quotient, rest in quotients(whole):
            try:
                found = self.limit(rest)
                vanishes(found.value, self._face)
            except (Missing, Split):
                continue
            if not found.infinite and is_within_numbers(quotient, self._near):
                return Limit(_ZERO)
        return None

    def _expanded(self, whole: Expression) -> Limit | None:
        """The quotient of the first derivatives across the face that do not both vanish on it.

        By Taylor's formula, for a numerator and a divisor that are smooth up to the face: their
        quotients by the same power of the distance converge locally uniformly.
        """
        if whole.root is not op.DIVIDE or len(self._fixed) != 1:
            return None
        ((token, _),) = self._fixed.items()
        if not isinstance(token, Symbol) or any(row.kinks for row in whole.operators):
            return None
        above, below = whole.arguments
        for _ in range(_MAX_ORDER):
            top, bottom = (part.substitute(self._fixed) for part in (above, below))
            if not (self._face.is_defined(top) and self._face.is_defined(bottom)):
                return None
            if not self._face.is_zero(bottom):
                known = self._face.signs.holds(bottom, Rule.NONZERO)
                return Limit(self._face.normal(top / bottom)) if known else None
            if not self._face.is_zero(top):
                return None
            above, below = (differentiate(part, token.name) for part in (above, below))
        return None

    def _continuous(self, token: Operator, below: Sequence[Part]) -> Limit:
        """A function of finite limits: continuous there, or unbounded."""
        values = [limit.value for _, limit in below]
        if token is op.SIGN:
            # Where the argument vanishes on the face alone, its sign near the face counts.
            side = self._sign(values[0]) or self._near.signs.sign(below[0][0])
            if not side:
                raise Missing(Code.LIMIT_SIGN_UNKNOWN)
            return Limit(number(side))
        if token in (op.ADD, op.SUBTRACT) and values[1] == _ZERO:
            return below[0][1]
        here = apply(token, *values)
        for margin, rule in limits_of(here, self._face.budget):
            if self._face.signs.holds(margin, rule):
                continue
            if rule is Rule.NONNEGATIVE:
                raise Missing(Code.LIMIT_NOT_SHOWN, margin=short(margin), rule=rule.value)
            if self._face.is_zero(margin):
                return self._unbounded(token, below)
            self._sign(margin)
            raise Missing(Code.LIMIT_NOT_SHOWN, margin=short(margin), rule=rule.value)
        return Limit(_ZERO if self._face.is_zero(_resolved(here)) else here)

    def _unbounded(self, token: Operator, below: Sequence[Part]) -> Limit:
        """A quotient, a power or a logarithm where what is not to vanish does."""
        last = below[-1][0]
        side = self._near.signs.sign(last)
        if not side:
            raise Missing(Code.LIMIT_VANISHES, formula=short(last))
        match token:
            case op.DIVIDE:
                return _infinity(side * self._strict(below[0][1].value))
            case op.LOG if side > 0:
                return _infinity(-1)
            case Operator(exponent=Fraction() as power) if power < 0:
                return _infinity(side if power.numerator % 2 else 1)
            case _:
                raise Missing(Code.LIMIT_NO_RULE, operator=token.name, formula=short(last))

    def _strict(self, value: Expression) -> int:
        if _BRANCHES & value.operators and self._vanishes(value):
            raise _OpenForm("0/0 or 0·∞", value)
        sign = self._sign(value)
        if not sign:
            raise _OpenForm("0/0 or 0·∞")
        return sign

    def _vanishes(self, value: Expression) -> bool:
        try:
            return bool(vanishes(value, self._face))
        except Missing:
            return False

    def _sign(self, value: Expression) -> int:
        """The strict sign of a formula on the face, 0 if it vanishes; asks for it if need be."""
        if _BRANCHES & value.operators:
            value = resolve(value, self._face)
        match value.root:
            case Number(exact):
                return (exact > 0) - (exact < 0)
            case op.NEGATE:
                return -self._sign(value.arguments[0])
            case op.MULTIPLY | op.DIVIDE:
                return self._sign(value.arguments[0]) * self._sign(value.arguments[1])
            case op.LOG:
                return self._sign(value.arguments[0] - 1)
            case _:
                return sign_of_guard(value, self._face, jumps=True)

    def _beyond(self, token: Operator, below: Sequence[Part]) -> Limit:
        """A function of limits of which one is infinite."""
        signs = [limit.infinite for _, limit in below]
        rules: Mapping[Operator, Callable[[], Limit]] = {
            op.ADD: lambda: _sum(signs),
            op.SUBTRACT: lambda: _sum([signs[0], -signs[-1]]),
            op.NEGATE: lambda: _infinity(-signs[0]),
            op.MULTIPLY: lambda: _infinity(self._product(below)),
            op.DIVIDE: lambda: self._quotient(below),
            op.MAX: lambda: _largest(below, 1),
            op.MIN: lambda: _largest(below, -1),
            op.RELU: lambda: _infinity(1) if signs[0] > 0 else Limit(_ZERO),
            op.EXP: lambda: _infinity(1) if signs[0] > 0 else Limit(_ZERO),
            op.SIGN: lambda: Limit(number(signs[0])),
            op.SINH: lambda: _infinity(signs[0]),
            **dict.fromkeys((op.COSH, op.ABS), lambda: _infinity(1)),
            **dict.fromkeys(_LEVELS, lambda: Limit(number(signs[0]) * _LEVELS[token])),
        }
        if token.exponent is not None:
            return _power(signs[0], token.exponent)
        if token is op.LOG and signs[0] > 0:
            return _infinity(1)
        if token not in rules:
            raise Missing(Code.LIMIT_AT_INFINITY, operator=token.name)
        return rules[token]()

    def _product(self, below: Sequence[Part]) -> int:
        first, second = (part.infinite or self._strict(part.value) for _, part in below)
        return first * second

    def _quotient(self, below: Sequence[Part]) -> Limit:
        (_, top), (divisor, bottom) = below
        if bottom.infinite:
            if top.infinite:
                raise _OpenForm("∞/∞")
            return Limit(_ZERO)
        side = self._near.signs.sign(divisor) or self._strict(bottom.value)
        return _infinity(top.infinite * side)


def _without(formulas: Sequence[Expression], one: Expression) -> list[Expression]:
    return [formula for formula in formulas if formula != one]


def _roots(formula: Expression) -> int:
    """How many different roots stand in a formula."""
    powers = (node.root.exponent for node in nodes(formula) if isinstance(node.root, Operator))
    return sum(power is not None and power.denominator > 1 for power in powers)


def _affine(whole: Expression, node: Expression) -> tuple[Expression, Expression] | None:
    """c₀ and c₁ for c₀ + c₁·node, as it is written."""
    symbol = Expression((Symbol(_HELD),))
    formula = _replaced(whole, node, symbol)
    slope = differentiate(formula, _HELD)
    if any({_HELD} & one.symbols for one in (slope, *kinks_of(formula))):
        return None
    return formula.substitute({Symbol(_HELD): _ZERO}), slope


def _replaced(whole: Expression, node: Expression, other: Expression) -> Expression:
    """A formula with another one in place of a part."""

    def combine(token: Token, below: Sequence[Expression], value: float) -> Expression:
        if not isinstance(token, Operator) or not below:
            return leaf(token, value)
        here = apply(token, *below)
        return other if here == node else here

    return whole.share(combine)


def _resolved(here: Expression) -> Expression:
    """What algebra can look at: without branches."""
    return number(1) if any(row.kinks for row in here.operators) else here


def _sum(signs: Sequence[int]) -> Limit:
    found = {sign for sign in signs if sign}
    if len(found) > 1:
        raise _OpenForm("∞ − ∞")
    return _infinity(found.pop())


def _largest(below: Sequence[Part], side: int) -> Limit:
    """Of limits of which one is infinite; the smallest for side −1."""
    limits = [limit for _, limit in below]
    if any(limit.infinite == side for limit in limits):
        return _infinity(side)
    return next((limit for limit in limits if not limit.infinite), _infinity(-side))


def _power(sign: int, exponent: Fraction) -> Limit:
    if exponent < 0:
        return Limit(_ZERO)
    if exponent.denominator > 1 and sign < 0:
        raise Missing(Code.LIMIT_ROOT_OF_MINUS_INFINITY)
    return _infinity(sign if exponent.numerator % 2 else 1)
