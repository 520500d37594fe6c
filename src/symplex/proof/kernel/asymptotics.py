"""What a formula tends to at a place of a face; or what it stays bounded by.

*Theorem.* Let quantities b₁ … bₙ lie in closed intervals near a point y₀, and f(y) = F(y, b(y))
with F continuous at {y₀} × these intervals. Then f is bounded near y₀, and its limits are values of
F(y₀, ·); if F(y₀, ·) is constant, f tends to it (each sequence of points has a part along which the
bₖ converge). So one calculus has both results. It is built from the leaves up: what has no limit is
*held*, as a symbol with an interval, if one of four rules bounds it:

- its range near the place is an interval (erf, sin, exp(−s) for s > 0);
- a quotient m/d with |m| ≤ c·|d|;
- exp(−f)·fᵏ with f > 0, which is at most (k/e)ᵏ; it tends to 0 if f → ∞;
- Lipschitz functions f(a), f(b) with b ∓ a → 0 are held as one.

Infinite limits follow the usual rules. Of forms such as 0/0 and 0·∞ a shorter form is tried, then
Taylor's formula across a face. Everything else is refused.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Final, final

from symplex.expression import Expression, Number, Operator, Symbol, Token, apply, leaf, number
from symplex.expression import operators as op
from symplex.expression.calculus import differentiate
from symplex.expression.operator_facts import limits_of, nodes, short
from symplex.expression.operators import Rule
from symplex.expression.ranges import range_of
from symplex.proof.kernel.meetings import Place
from symplex.proof.kernel.pieces import Split, pieces, resolve, sign_of_guard, vanishes
from symplex.proof.kernel.region import Ends, tokens_of
from symplex.proof.kernel.signs import signed
from symplex.proof.kernel.workspace import Workspace
from symplex.reasons import Code
from symplex.work.budget import Missing

_ZERO, _ONE = number(0), number(1)
_HALF_PI: Final = number(Fraction(1, 2)) * leaf(op.PI)
_LEVELS: Final[Mapping[Token, Expression]] = MappingProxyType(
    {op.ERF: _ONE, op.TANH: _ONE, op.SIGN: _ONE, op.ATAN: _HALF_PI}
)
"""What these odd functions tend to at infinity, and are bounded by."""
_BRANCHES: Final = frozenset((op.ABS, op.MAX, op.MIN, op.RELU))
_LIPSCHITZ: Final = (op.ERF, op.TANH, op.ATAN, op.SIN)
_GROWING: Final = frozenset((op.EXP, op.LOG, op.SINH, op.COSH, *_LEVELS))
"""What no quotient is searched for bounds with."""
_PRODUCTS: Final = (op.MULTIPLY, op.DIVIDE)
_HELD: Final = "held#"
"""With what the names of held quantities begin; no name of the user's contains #."""
_GRID: Final = 16
"""Intervals end at multiples of its reciprocal."""
_MAX_DEPTH: Final = 6
"""How deep one limit may ask for others."""
_MAX_ORDER: Final = 6
"""To which order a quotient of two formulas that vanish is expanded."""
_POWERS: Final = (1, 2, 3, 4)
"""With which powers an exponential is compared."""
Factors = Mapping[Expression, Fraction]
Why = Missing | Split
"""Why there is no limit; a `Split` asks for the sign of a formula."""


@final
@dataclass(frozen=True)
class Limit:
    """A formula on the place, perhaps with held quantities; or an infinity, with its sign."""

    value: Expression
    infinite: int = 0
    open: Why | None = None
    """Why it is neither."""


Part = tuple[Expression, Limit]
"""A formula, without the branches that are decided near the place, and what it tends to."""
Bound = Callable[[Expression, Why], Limit | None]


@final
class _OpenForm(Missing):
    """A form such as 0·∞, with the limit that is 0 or not finite."""

    def __init__(self, form: str, value: Expression = _ZERO) -> None:
        super().__init__(Code.LIMIT_OPEN_FORM, form=form)
        self.value = value


def _infinity(sign: int) -> Limit:
    return Limit(_ZERO, sign)


@final
class Asymptotics:
    """Limits at each point of a place, of formulas that are meant on a region near it.

    `Split` asks for the sign of a formula on the place.
    """

    def __init__(self, place: Place, near: Workspace) -> None:
        values, self.face = place
        # What the region near does not know has its value everywhere.
        self._known = tokens_of({n: v for n, v in values.items() if n not in near.region.ends})
        self._fixed, self._near = tokens_of(values), near
        self._held: dict[Expression, tuple[Expression, Why]] = {}
        self._found: dict[Expression, Limit] = {}
        self._depth = 0

    def limit(self, formula: Expression) -> Limit:
        """What a formula tends to.

        Raises:
            Missing: if no rule decides.
            Split: if the sign of a formula on the place does.
        """
        found = self.enclosed(formula)
        value = found.value
        why = [
            why
            for symbol, why in self._held.values()
            if symbol.symbols & value.symbols and not found.infinite
        ]
        if not why:
            return found
        ends = {n: self.face.region.ends[n].low for n in value.symbols if n.startswith(_HELD)}
        some = tokens_of({n: _ZERO if low is None else low for n, low in ends.items()})
        fixed = value.substitute(some)
        if not self._vanishes(value - fixed):
            raise next((one for one in why if isinstance(one, Split)), why[0])
        return Limit(fixed)

    def enclosed(self, formula: Expression) -> Limit:
        """A formula of points and held quantities, whose values contain all limits.

        Raises:
            Missing: if the formula is not shown to be bounded, nor to tend to infinity.
            Split: if the sign of a formula on the place decides.
        """
        if formula not in self._found:
            self._depth += 1
            try:
                self._found[formula] = self._enclosed(formula.substitute(self._known))
            finally:
                self._depth -= 1
        found = self._found[formula]
        if found.open is not None:
            raise found.open
        return found

    def _enclosed(self, formula: Expression) -> Limit:
        """Of a formula as it is, where it is continuous; else of a shorter one, or of its parts."""
        here = formula.substitute(self._fixed)
        if not any(row.kinks for row in here.operators) and self.face.is_defined(here):
            return Limit(_ZERO if self.face.is_zero(here) else here)
        if self._depth > _MAX_DEPTH:
            return Limit(_ZERO, open=_OpenForm("0/0 or 0·∞"))
        shorter = merged(self._near.normal(formula))
        if shorter.size < formula.size:
            _, found = shorter.share(self._node)
            if not isinstance(found.open, Missing):
                return found
        return formula.share(self._node)[1]

    def require_bounded(self, formula: Expression) -> Expression:
        """What encloses the limits of a formula.

        Raises:
            Missing: if it is not shown to be bounded.
            Split: if the sign of a formula on the place decides.
        """
        found = self.enclosed(formula)
        if found.infinite:
            raise Missing(Code.ATTAINED_INFINITE)
        return found.value

    def _node(self, token: Token, below: Sequence[Part], value: float) -> Part:
        self.face.budget.step()
        if not isinstance(token, Operator) or not below:
            whole = leaf(token, value)
            return whole, Limit(self._fixed.get(token, whole))
        branch = self._branch(token, below) if token in _BRANCHES else None
        if branch is not None:
            return branch
        whole = apply(token, *(tree for tree, _ in below))
        if whole in self._held:
            return whole, Limit(self._held[whole][0])
        try:
            why = next((limit.open for _, limit in below if limit.open is not None), None)
            if why is not None:
                raise why
            is_infinite = any(limit.infinite for _, limit in below)
            return whole, (self._beyond if is_infinite else self._continuous)(token, below)
        except (Missing, Split) as error:
            return whole, self._otherwise(whole, below, error)

    def _otherwise(self, whole: Expression, below: Sequence[Part], error: Why) -> Limit:
        """What has no limit by itself: decided, held, or open."""
        why = self._question(error)
        for rule in self._rules(whole, below, error):
            try:
                found = rule(whole, why)
            except Missing:
                continue
            except Split as split:
                why = why if isinstance(why, Split) else split
                continue
            if found is not None:
                return found
        if isinstance(why, Split):  # The sign of what is held is that for which it was held.
            names = why.guard.symbols
            whys = (w for symbol, w in self._held.values() if symbol.symbols & names)
            why = next(whys, why)
        return Limit(_ZERO, open=why)

    def _question(self, error: Why) -> Why:
        """The sign on which a branch depends that vanishes in an open form; else what is given."""
        if isinstance(error, _OpenForm) and _BRANCHES & error.value.operators:
            try:
                resolve(error.value, self.face)
            except Split as split:
                return split
            except Missing:
                pass
        return error

    def _rules(self, whole: Expression, below: Sequence[Part], error: Why) -> Iterator[Bound]:
        power = whole.root.exponent if isinstance(whole.root, Operator) else None
        if isinstance(error, _OpenForm):
            yield self._shortened
            yield self._expanded
        if whole.root in _PRODUCTS:
            yield self._outgrown
            yield self._within
            yield self._squared
        if power is not None and power > 0 and not any(m.open or m.infinite for _, m in below):
            yield lambda root, why: self._hold(root, (None, None), why)
        yield self._ranged

    def _hold(
        self,
        node: Expression,
        ends: tuple[Expression | None, Expression | None],
        why: Why,
    ) -> Limit:
        """A bounded formula as a symbol; as that of another one which it approaches."""
        if node not in self._held:
            sign, name = self._twin(node) or (1, f"{_HELD}{len(self._held)}")
            low, high = ends
            if name in self.face.region.ends:
                low, high = self.face.region.ends[name].low, self.face.region.ends[name].high
            odd = node.arguments[0] if node.root in _LEVELS else node
            side = self._near.signs.sign(odd, Rule.NONNEGATIVE) * sign
            known = Ends(low, high).range
            low = _ZERO if side > 0 and not known.low > 0 else low
            high = _ZERO if side < 0 and not known.high < 0 else high
            self.face = self.face.on(self.face.region.with_ends(name, Ends(low, high)))
            symbol = signed(Expression((Symbol(name),)), sign)
            level = _LEVELS.get(node.root, _ONE)
            self._held[node] = level * symbol, why
        return Limit(self._held[node][0])

    def _twin(self, node: Expression) -> tuple[int, str] | None:
        """A sign and the name of f(a) for f(b), if f is odd and Lipschitz and b ∓ a → 0."""
        for other, (symbol, _) in list(self._held.items()):  # more may be held meanwhile
            if node.root is other.root and node.root in _LIPSCHITZ:
                for sign in (1, -1):
                    if self._tends_to_zero(node.arguments[0] - signed(other.arguments[0], sign)):
                        (name,) = symbol.symbols
                        return sign, name
        return None

    def _tends_to_zero(self, formula: Expression) -> bool:
        """Whether a formula, or its square, which may have fewer roots, tends to 0."""
        return any(map(self._is_null, (formula, formula * formula)))

    def _is_null(self, formula: Expression) -> bool:
        try:
            found = self.limit(self._near.normal(formula))
        except (Missing, Split):
            return False
        return not found.infinite and self._vanishes(found.value)

    def _shortened(self, whole: Expression, _why: Why) -> Limit | None:
        """The same formula, written shorter."""
        normal = merged(self._near.normal(whole))
        return self.enclosed(normal) if normal.size < whole.size else None

    def _outgrown(self, whole: Expression, why: Why) -> Limit | None:
        """0 for exp(−f)·fᵏ·h with f → ∞ and a bounded h; bounded, if f ≥ 0 near the place."""
        for rate, rest in decays(whole):
            is_infinite = self._is_infinite(rate)
            if is_infinite or self._near.signs.holds(rate, Rule.NONNEGATIVE):
                for power in _POWERS:
                    try:
                        value = self.require_bounded(merged(self._near.normal(rest / rate**power)))
                    except Missing:
                        continue
                    if is_infinite:
                        return Limit(_ZERO)
                    peak = apply(op.EXP, -rate) * rate**power
                    held = self._hold(peak, (_ZERO, number(power**power)), why)
                    return Limit(value * held.value)
        return None

    def _squared(self, whole: Expression, why: Why) -> Limit | None:
        """0 if the square tends to 0, and bounded if that is, where it has fewer roots."""
        square = merged(self._near.normal(whole**2)) if _roots(whole) else whole
        if _roots(square) >= _roots(whole):
            return None
        value = self.require_bounded(square)
        return Limit(_ZERO) if self._vanishes(value) else self._hold(whole, (None, None), why)

    def _is_infinite(self, formula: Expression) -> bool:
        try:
            return self.enclosed(formula).infinite > 0
        except Missing:
            return False

    def _within(self, whole: Expression, why: Why) -> Limit | None:
        """A quotient between two numbers, times something bounded."""
        for quotient, rest in quotients(whole):
            try:
                value = self.require_bounded(rest)
            except (Missing, Split):
                continue
            bound = bound_of(quotient, self._near) if not _GROWING & quotient.operators else None
            if bound is not None:
                if self._vanishes(value):
                    return Limit(_ZERO)
                held = self._hold(quotient, (number(-bound), number(bound)), why)
                return Limit(value * held.value)
        return None

    def _ranged(self, whole: Expression, why: Why) -> Limit | None:
        """What has a finite range near the place."""
        if whole.root in _LEVELS:
            return self._hold(whole, (-_ONE, _ONE), why)
        found = range_of(whole, self._near.region.ranges)
        if not (found.low.is_finite() and found.high.is_finite()):
            return None
        low, high = (
            (found.low * _GRID).floor().unique_fmpz(),
            (found.high * _GRID).ceil().unique_fmpz(),
        )
        if low is None or high is None:
            return None
        ends = number(Fraction(int(low), _GRID)), number(Fraction(int(high), _GRID))
        gaps = whole - ends[0], ends[1] - whole
        shown = all(self._near.signs.holds(gap, Rule.NONNEGATIVE) for gap in gaps)
        return self._hold(whole, ends, why) if shown else None

    def _expanded(self, whole: Expression, _why: Why) -> Limit | None:
        """The quotient of the first derivatives across the face that do not both vanish on it.

        By Taylor's formula, for a numerator and a divisor that are smooth up to the face: their
        quotients by the same power of the distance converge locally uniformly.
        """
        if whole.root is not op.DIVIDE or len(self._fixed) != 1:
            return None
        ((token, _value),) = self._fixed.items()
        if not isinstance(token, Symbol) or any(row.kinks for row in whole.operators):
            return None
        above, below = whole.arguments
        # Both vanish in a neighbourhood on the face: what closed facts say does not count.
        facts = tuple(f for f in self.face.region.facts if f.rule is not Rule.NONNEGATIVE)
        face = self.face.on(replace(self.face.region, facts=facts))
        for _ in range(_MAX_ORDER):
            top, bottom = (part.substitute(self._fixed) for part in (above, below))
            if not (face.is_defined(top) and face.is_defined(bottom)):
                return None
            if not face.is_zero(bottom):
                known = face.signs.holds(bottom, Rule.NONZERO)
                return Limit(face.normal(top / bottom)) if known else None
            if not face.is_zero(top):
                return None
            above, below = (differentiate(part, token.name) for part in (above, below))
        return None

    def _branch(self, token: Operator, below: Sequence[Part]) -> Part | None:
        """What a branching formula is near the place, if its guard has a strict sign on it."""
        (tree, limit), *more = below
        other, bound = more[0] if more else (_ZERO, Limit(_ZERO))
        if limit.open is not None or bound.open is not None:
            return None
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
        for margin, rule in limits_of(here, self.face.budget):
            if self.face.signs.holds(margin, rule):
                continue
            if rule is Rule.NONNEGATIVE:
                raise Missing(Code.LIMIT_NOT_SHOWN, margin=short(margin), rule=rule.value)
            if self.face.is_zero(margin):
                return self._unbounded(token, below)
            self._sign(margin)
            raise Missing(Code.LIMIT_NOT_SHOWN, margin=short(margin), rule=rule.value)
        return Limit(_ZERO if self.face.is_zero(_resolved(here)) else here)

    def _unbounded(self, token: Operator, below: Sequence[Part]) -> Limit:
        """A quotient, a power or a logarithm where what is not to vanish does."""
        last = below[-1][0]
        above = self._strict(below[0][1].value) if token is op.DIVIDE else 1
        side = self._near.signs.sign(last)
        if not side:
            raise Missing(Code.LIMIT_VANISHES, formula=short(last))
        match token:
            case op.DIVIDE:
                return _infinity(side * above)
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
            return bool(vanishes(value, self.face))
        except Missing:
            return False

    def _sign(self, value: Expression) -> int:
        """The strict sign of a formula on the place, 0 if it vanishes; asks for it if need be."""
        if _BRANCHES & value.operators:
            value = resolve(value, self.face)
        match value.root:
            case Number(exact):
                return (exact > 0) - (exact < 0)
            case op.NEGATE:
                return -self._sign(value.arguments[0])
            case op.MULTIPLY | op.DIVIDE:
                return self._sign(value.arguments[0]) * self._sign(value.arguments[1])
            case op.LOG:
                return self._sign(value.arguments[0] - 1)
            case op.SQRT:
                return self._sign(value.arguments[0])
            case _:
                return sign_of_guard(value, self.face, jumps=True)

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
            op.SINH: lambda: _infinity(signs[0]),
            **dict.fromkeys((op.COSH, op.ABS), lambda: _infinity(1)),
            **dict.fromkeys(
                (op.ERF, op.TANH, op.SIGN, op.ATAN),
                lambda: Limit(number(signs[0]) * _LEVELS[token]),
            ),
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


def bound_of(quotient: Expression, near: Workspace) -> Fraction | None:
    """A number c for which |m/d| ≤ c is shown on a region: by c ± m/d ≥ 0, or (c·d)² − m² ≥ 0."""
    bound = near.advice.bound(quotient)
    if not isinstance(bound, Fraction) or bound < 0:
        return None
    c, (above, below) = number(bound), quotient.arguments
    ways = (c - quotient, c + quotient), ((c * below) ** 2 - above**2,)
    return bound if any(all(is_nonnegative(gap, near) for gap in way) for way in ways) else None


def is_nonnegative(formula: Expression, near: Workspace) -> bool:
    """Whether a formula is shown not to be negative, as it is written or on each of its pieces."""
    if near.signs.holds(formula, Rule.NONNEGATIVE):
        return True
    try:
        return all(
            not piece.jumps and piece.space.signs.holds(piece.formulas[0], Rule.NONNEGATIVE)
            for piece in pieces((formula,), near)
        )
    except Missing:
        return False


def decays(formula: Expression) -> Iterator[tuple[Expression, Expression]]:
    """F and g for each way in which a formula is exp(−f)·g, as it is written."""
    factors = factors_of(formula)
    for factor in (one for one, times in factors.items() if one.root is op.EXP and times > 0):
        rest = {**factors, factor: factors[factor] - 1}
        yield -factor.arguments[0], product(rest)


def quotients(formula: Expression) -> Iterator[tuple[Expression, Expression]]:
    """m/q and r for each way in which a quotient is (m/q)·r, with all of its divisors in q."""
    factors = factors_of(formula)
    below = product({factor: -times for factor, times in factors.items() if times < 0})
    above = {factor: times for factor, times in factors.items() if times > 0}
    if below.symbols and len(above) > 1:
        yield product(above) / below, _ONE
    for factor, times in above.items() if below.symbols else ():
        for step in dict.fromkeys((min(times, Fraction(1)), times - 1)) if factor.symbols else ():
            if step > 0:
                yield product({factor: step}) / below, product({**above, factor: times - step})


def merged(formula: Expression) -> Expression:
    """The same wherever it is defined, with powers of the same factor taken together."""
    return product(factors_of(formula))


def factors_of(formula: Expression) -> Factors:
    """Factors with exponents, as it is written, whose product a formula is where it is defined."""
    match formula.root:
        case op.MULTIPLY:
            return _joined(*map(factors_of, formula.arguments))
        case op.DIVIDE:
            above, below = map(factors_of, formula.arguments)
            return _joined(above, {factor: -times for factor, times in below.items()})
        case op.NEGATE:
            return _joined({number(-1): Fraction(1)}, factors_of(formula.arguments[0]))
        case Operator(exponent=Fraction() as power) if power.denominator == 1:
            inner = factors_of(formula.arguments[0])
            return {factor: times * power for factor, times in inner.items()}
        case Operator(exponent=Fraction() as power):
            return {formula.arguments[0]: power}
        case _:
            return {formula: Fraction(1)}


def _joined(one: Factors, two: Factors) -> Factors:
    both = {factor: one.get(factor, Fraction(0)) + times for factor, times in two.items()}
    return {**one, **both}


def product(factors: Factors) -> Expression:
    """The product of powers; what has the exponent 0 is left out."""
    above, below = _ONE, _ONE
    for factor, times in factors.items():
        power = factor if abs(times) == 1 else factor ** abs(times)
        if times > 0:
            above = power if above == _ONE else above * power
        elif times < 0:
            below = power if below == _ONE else below * power
    return above if below == _ONE else above / below


def _roots(formula: Expression) -> int:
    """How many different roots stand in a formula."""
    powers = (node.root.exponent for node in nodes(formula) if isinstance(node.root, Operator))
    return sum(power is not None and power.denominator > 1 for power in powers)


def _resolved(here: Expression) -> Expression:
    """What algebra can look at: without branches."""
    return _ONE if any(row.kinks for row in here.operators) else here


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
