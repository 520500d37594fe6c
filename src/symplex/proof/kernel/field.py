"""What the operators mean as identities: formulas as quotients in independent generators.

Exponentials of sums become products, sines and cosines are written in those of rationally
independent angles, roots and logarithms are split along the irreducible factors of their
arguments. A formula whose numerator reduces to the zero polynomial vanishes wherever it is defined.
Every rewriting that was used is recorded for the checker. Signs are asked for, never assumed.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, final

from flint import fmpq_mpoly, fmpz

from symplex.budget import Budget, Undecided
from symplex.expression import (
    Constant,
    Derivative,
    Expression,
    Number,
    Operator,
    Symbol,
    Token,
    apply,
    leaf,
    number,
)
from symplex.expression import operators as op
from symplex.expression import power as tree_power
from symplex.proof.kernel.ring import SIZE, TOO_LARGE, Element, Ring, flint_number, fraction

SignOf = Callable[[Expression], int]
"""1 or −1 if a formula is shown to have this sign, 0 if neither is shown."""
_MAX_ANGLE: Final = 64
_MAX_RESTARTS: Final = 40
_MAX_FACTORED_BITS: Final = 160
_HALF = Fraction(1, 2)


@final
class NeedsSignError(Exception):
    """A root hides an absolute value: the sign of a formula decides what it is."""

    def __init__(self, formula: Expression) -> None:
        super().__init__()
        self.formula = formula


@final
class _Restart(Exception):  # noqa: N818 (a finer scale is needed, nothing is wrong)
    """Exponents turned out to need a finer scale or a larger denominator."""


@final
@dataclass
class _Sums:
    """Arguments of one kind (exponents or angles) as rational combinations of independent ones."""

    denominator: fmpq_mpoly
    scales: dict[str, int] = field(default_factory=dict[str, int])
    """By how much each argument is divided, by its text: it survives a restart."""
    names: list[str] = field(default_factory=list[str])
    rows: list[Any] = field(default_factory=list[Any])
    generators: dict[int, Any] = field(default_factory=dict[int, Any])
    arguments: list[fmpq_mpoly] = field(default_factory=list[fmpq_mpoly])

    def combination(self, polynomial: fmpq_mpoly) -> dict[int, Fraction]:
        """The coefficients of the known arguments; the polynomial itself becomes one if need be."""
        rest = {m: fraction(c) for m, c in polynomial.terms()}
        found: dict[int, Fraction] = {}
        for pivot, row, parts in self.rows:
            factor = rest.get(pivot, Fraction(0)) / row[pivot]
            if factor:
                _accumulate(rest, row, -factor)
                _accumulate(found, parts, factor)
        if not rest:
            return found
        index = len(self.arguments)
        self.arguments.append(polynomial)
        parts = {index: Fraction(1)}
        _accumulate(parts, found, Fraction(-1))
        self.rows.append((next(iter(rest)), rest, parts))
        return {index: Fraction(1)}


def _accumulate(total: dict[Any, Fraction], row: Mapping[Any, Fraction], factor: Fraction) -> None:
    for key, value in row.items():
        total[key] = total.get(key, Fraction(0)) + factor * value
        if not total[key]:
            del total[key]


@final
class Field:
    """The normal forms of one region, on which signs can be asked for."""

    def __init__(self, sign_of: SignOf, budget: Budget) -> None:
        self._sign_of = sign_of
        self._budget = budget
        self._scales: dict[str, dict[str, int]] = {"exp": {}, "angle": {}}
        self._bottoms: dict[str, Expression] = {"exp": number(1), "angle": number(1)}
        self._degrees: dict[str, int] = {}
        self._signs: dict[Expression, int] = {}
        self._reset()

    def _reset(self) -> None:
        self.ring = Ring(self._budget)
        self.rules: dict[tuple[Token, ...], Any] = {}
        """The rewriting of each node, for the checker."""
        one = self.ring.constant(1)
        self._sums = {kind: _Sums(one, self._scales[kind]) for kind in ("exp", "angle")}
        self._known: dict[Any, Any] = {}
        self._atoms: dict[Any, fmpq_mpoly] = {}
        self._special: dict[int, tuple[str, Any]] = {}
        for kind, tree in self._bottoms.items():
            self._sums[kind].denominator = self._evaluate(tree).top

    def element(self, formula: Expression) -> Element:
        """A formula as a quotient of polynomials."""
        for _ in range(_MAX_RESTARTS):
            try:
                return self._evaluate(formula)
            except _Restart:
                self._reset()
        raise Undecided(TOO_LARGE)

    def is_zero(self, formula: Expression) -> bool:
        """Whether a formula is shown to vanish wherever it is defined."""
        return self.element(formula).top == 0

    def factors(self, formula: Expression) -> tuple[Fraction, list[tuple[Expression, int]]]:
        """A constant and irreducible factors with their exponents, whose product the formula is."""
        element = self.element(formula)
        constant, found = self._factored(element)
        return constant, [(self.ring.tree(p), e) for p, e in found]

    def index_of(self, name: str | Derivative) -> int:
        """The number of the generator that is a symbol or a derivative; −1 if it has none."""
        token = Symbol(name) if isinstance(name, str) else name
        generator = self._atoms.get(("leaf", token))
        return -1 if generator is None else next(iter(self.ring.generators_in(generator)))

    def coefficients(
        self, polynomial: fmpq_mpoly, name: str | Derivative
    ) -> list[Expression] | None:
        """A polynomial by powers of a leaf, if nothing else in it depends on that leaf."""
        index = self.index_of(name)
        token = Symbol(name) if isinstance(name, str) else name
        others = (i for i in self.ring.generators_in(polynomial) if i != index)
        if index < 0 or any(token in self.ring.trees[i].tokens for i in others):
            return None
        generator = self.ring.generator(index)
        place, found = generator.degrees().index(1), list[Expression]()
        for power in range(polynomial.degrees()[place] + 1):
            terms = {
                (*m[:place], 0, *m[place + 1 :]): c
                for m, c in polynomial.terms()
                if m[place] == power
            }
            found.append(self.ring.tree(self.ring.context.from_dict(terms)))
        return found

    def is_even_power(self, exponents: Sequence[int], index: int) -> bool:
        """Whether a monomial is an even power of one generator and nothing else."""
        place = SIZE - 1 - index
        others = any(e for i, e in enumerate(exponents) if i != place)
        return index >= 0 and not others and exponents[place] > 0 and exponents[place] % 2 == 0

    def sign(self, formula: Expression) -> int:
        """The sign of a formula on the region, asked for once."""
        if formula not in self._signs:
            self._signs[formula] = self._sign_of(formula)
        return self._signs[formula]

    def _evaluate(self, formula: Expression) -> Element:
        if formula.constants:
            raise Undecided("fitted constants are not exact numbers: nothing is proved of them")
        tokens = formula.tokens
        stack: list[tuple[Element, int]] = []
        for start in range(len(tokens) - 1, -1, -1):
            self._budget.check_deadline()
            token = tokens[start]
            count = token.arity if isinstance(token, Operator) else 0
            below = [stack.pop() for _ in range(count)]
            end = start + 1 + sum(size for _, size in below)
            value = self._node(token, [part for part, _ in below], tokens[start:end])
            stack.append((value, end - start))
        return stack.pop()[0]

    def _node(self, token: Token, below: Sequence[Element], node: tuple[Token, ...]) -> Element:
        ring = self.ring
        match token:
            case Number(value):
                return ring.number(value)
            case op.ADD:
                return ring.add(*below)
            case op.SUBTRACT:
                return ring.add(below[0], below[1], -1)
            case op.MULTIPLY:
                return ring.multiply(*below)
            case op.DIVIDE:
                return ring.multiply(below[0], ring.inverse(below[1]))
            case op.NEGATE:
                return Element(-below[0].top, below[0].bottom)
            case Operator(exponent=Fraction() as power) if power.denominator == 1:
                return ring.power(below[0], int(power))
            case Operator() if below:
                return self._function(token, below, node)
            case Constant():
                raise Undecided("a fitted constant is no exact number")
            case _:
                return ring.element(self._atom(("leaf", token), leaf(token)))

    def _function(
        self, operator: Operator, below: Sequence[Element], node: tuple[Token, ...]
    ) -> Element:
        """A transcendental function or a root, looked up by its argument."""
        key = operator, *(str(part) for b in below for part in b)
        if key not in self._known:
            rule = _RULES.get(operator)
            if operator.exponent is not None:
                self._known[key] = self._power(below[0], operator.exponent)
            elif rule is None:
                raise Undecided(f"{operator.name} is not resolved into pieces here")
            else:
                self._known[key] = rule(self, operator, below[0])
        value, record = self._known[key]
        self.rules[node] = record
        return value

    def _atom(self, key: tuple[str, Any], tree: Expression, data: Any = None) -> fmpq_mpoly:  # noqa: ANN401
        """The generator for a key, made if need be; `data` says what it is."""
        if key not in self._atoms:
            self._atoms[key] = self.ring.new(tree)
            kind = "pi" if tree.root is op.PI else key[0]
            self._special[len(self.ring.trees) - 1] = (kind, data)
        return self._atoms[key]

    def _meaning(self, polynomial: fmpq_mpoly) -> tuple[str, Any]:
        """What a polynomial is that is a single generator."""
        found = self.ring.generators_in(polynomial)
        if len(polynomial) == 1 and polynomial.total_degree() == 1:
            return self._special[next(iter(found))]
        return "", None

    # Sums: exponents and angles.

    def _parts(self, kind: str, argument: Element) -> list[tuple[int, int]]:
        """An argument as a whole combination of independent ones; restarts with finer ones."""
        sums = self._sums[kind]
        if argument.top == 0:
            return []
        quotient, rest = divmod(sums.denominator, argument.bottom)
        if rest != 0:
            common = sums.denominator.gcd(argument.bottom)
            new = self.ring.product(divmod(sums.denominator, common)[0], argument.bottom)
            self._bottoms[kind] = self.ring.tree(new)
            raise _Restart
        scaled = self.ring.reduced(self.ring.product(argument.top, quotient))
        found: list[tuple[int, int]] = []
        for index, factor in sums.combination(scaled).items():
            if index == len(sums.names):
                sums.names.append(self._key(scaled))
            whole = factor * sums.scales.setdefault(sums.names[index], 1)
            if whole.denominator != 1:
                self._refine(kind, index, whole.denominator)
            found.append((index, int(whole)))
        return found

    def _refine(self, kind: str, index: int, factor: int) -> None:
        sums = self._sums[kind]
        sums.scales[sums.names[index]] *= factor
        raise _Restart

    def _basic(self, kind: str, index: int) -> Expression:
        """The tree of an independent argument, divided by its scale."""
        sums = self._sums[kind]
        bottom = sums.denominator * flint_number(sums.scales[sums.names[index]])
        return self.ring.element_tree(self.ring.element(sums.arguments[index], bottom))

    def _taken_out(self, argument: Element, kinds: tuple[str, ...]) -> tuple[Element, list[Any]]:
        """The terms q·s of a sum, s being a special generator and q a number; and the rest."""
        found: list[Any] = []
        for index, (kind, data) in list(self._special.items()):
            if kind not in kinds or index not in self.ring.generators_in(argument.top):
                continue
            special = self.ring.generator(index)
            slope = argument.top.derivative(special.degrees().index(1))
            lead, value = next(iter(argument.bottom.terms()))
            ratio = fraction(slope[lead] / value)
            if ratio:
                found.append((kind, data, ratio))
                term = self.ring.element(special * flint_number(ratio))
                argument = self.ring.add(argument, term, -1)
        return argument, found

    def _exponential(self, _: Operator, argument: Element) -> tuple[Element, Any]:
        rest, logs = self._taken_out(argument, ("log",))
        value, powers = self.ring.number(1), []
        for _, base, ratio in logs:
            sign = self.sign(self.ring.tree(base))
            if not sign:
                term = self.ring.multiply(
                    self.ring.number(ratio), self.ring.element(self._log_atom(base))
                )
                rest = self.ring.add(rest, term)
                continue
            value = self.ring.multiply(value, self._positive_power(base * sign, ratio))
            powers.append((self.ring.tree(base * sign), ratio))
        parts = self._parts("exp", rest)
        for index, times in parts:
            tree = self._basic("exp", index)
            generator = self._atom(("exp", index), apply(op.EXP, tree), index)
            value = self.ring.multiply(value, self.ring.power(self.ring.element(generator), times))
        record = ("exp", [(self._basic("exp", index), n) for index, n in parts], powers)
        return value, record

    def _circular(self, argument: Element) -> tuple[Element, Element, Any]:
        """The cosine and the sine of an angle."""
        rest, specials = self._taken_out(argument, ("pi", "atan", "asin"))
        pair = (self.ring.number(1), self.ring.number(0))
        turns, arcs = Fraction(0), []
        for kind, data, ratio in specials:
            if kind == "pi" and (12 * ratio).denominator == 1:
                turns = ratio
                pair = self._turned(pair, self._of_twelfths(int(12 * ratio)))
            elif kind != "pi" and ratio.denominator == 1 and abs(ratio) <= _MAX_ANGLE:
                arcs.append((kind, self.ring.element_tree(data), int(ratio)))
                pair = self._turned(pair, self._times(self._of_arc(kind, data), int(ratio)))
            else:
                back = self.ring.element(self._special_atom(kind, data) * flint_number(ratio))
                rest = self.ring.add(rest, back)
        parts = self._parts("angle", rest)
        for index, times in parts:
            pair = self._turned(pair, self._times(self._of_angle(index), times))
        record = ("angle", [(self._basic("angle", i), n) for i, n in parts], arcs, turns)
        return *pair, record

    def _of_angle(self, index: int) -> tuple[Element, Element]:
        tree = self._basic("angle", index)
        cosine = self._atom(("cos", index), apply(op.COS, tree))
        is_new = ("sin", index) not in self._atoms
        sine = self._atom(("sin", index), apply(op.SIN, tree))
        if is_new:
            self.ring.relate(sine, 2, 1 - cosine * cosine)
        return self.ring.element(cosine), self.ring.element(sine)

    def _of_arc(self, kind: str, inner: Element) -> tuple[Element, Element]:
        """The cosine and the sine of atan(w) or asin(w)."""
        ring, square = self.ring, self.ring.multiply(inner, inner)
        if kind == "asin":
            return self._power(ring.add(ring.number(1), square, -1), _HALF)[0], inner
        below = ring.inverse(self._power(ring.add(ring.number(1), square), _HALF)[0])
        return below, ring.multiply(inner, below)

    def _of_twelfths(self, twelfths: int) -> tuple[Element, Element]:
        """The cosine and the sine of π/12 times a whole number."""
        ring = self.ring
        quarter = self._power(ring.number(2), _HALF)[0]
        root = self._power(ring.number(3), _HALF)[0]
        low, high = ring.add(root, ring.number(1), -1), ring.add(root, ring.number(1))
        scale = ring.multiply(quarter, ring.number(Fraction(1, 4)))
        one = ring.multiply(scale, high), ring.multiply(scale, low)
        return self._times(one, twelfths % 24)

    def _turned(
        self, one: tuple[Element, Element], two: tuple[Element, Element]
    ) -> tuple[Element, Element]:
        """The sum of two angles."""
        times, add = self.ring.multiply, self.ring.add
        return (
            add(times(one[0], two[0]), times(one[1], two[1]), -1),
            add(times(one[0], two[1]), times(one[1], two[0])),
        )

    def _times(self, one: tuple[Element, Element], times: int) -> tuple[Element, Element]:
        """A multiple of an angle."""
        if abs(times) > _MAX_ANGLE:
            raise Undecided(TOO_LARGE)
        cosine, sine = one
        base = (cosine, sine if times >= 0 else Element(-sine.top, sine.bottom))
        result = (self.ring.number(1), self.ring.number(0))
        for bit in bin(abs(times))[2:]:
            result = self._turned(result, result)
            if bit == "1":
                result = self._turned(result, base)
        return result

    def _trigonometric(self, operator: Operator, argument: Element) -> tuple[Element, Any]:
        cosine, sine, record = self._circular(argument)
        if operator is op.TAN:
            return self.ring.multiply(sine, self.ring.inverse(cosine)), record
        return (sine if operator is op.SIN else cosine), record

    def _hyperbolic(self, operator: Operator, argument: Element) -> tuple[Element, Any]:
        ring = self.ring
        up, record = self._exponential(operator, argument)
        down = ring.inverse(up)
        minus, plus = ring.add(up, down, -1), ring.add(up, down)
        if operator is op.TANH:
            return ring.multiply(minus, ring.inverse(plus)), record
        half = minus if operator is op.SINH else plus
        return ring.multiply(half, ring.number(_HALF)), record

    # Roots and logarithms: along the factors of their arguments.

    def _factored(self, element: Element) -> tuple[Fraction, list[tuple[fmpq_mpoly, int]]]:
        constant, found = Fraction(1), list[tuple[fmpq_mpoly, int]]()
        for polynomial, sign in ((element.top, 1), (element.bottom, -1)):
            value, factors = self._with_sines(polynomial).factor()
            constant *= fraction(value) ** sign
            for factor, times in factors:
                lead = factor.leading_coefficient()
                constant *= fraction(lead) ** (int(times) * sign)
                found.append((factor / lead, int(times) * sign))
        return constant, found

    def _with_sines(self, polynomial: fmpq_mpoly) -> fmpq_mpoly:
        """1 − cos² as sin² where that is shorter: its root is then seen."""
        for kind, index in list(self._atoms):
            if kind == "sin" and isinstance(index, int):
                cosine, sine = self._atoms["cos", index], self._atoms["sin", index]
                other = divmod(polynomial, sine * sine + cosine * cosine - 1)[1]
                swapped = _swapped(other, cosine, sine)
                polynomial = swapped if len(swapped) < len(polynomial) else polynomial
        return polynomial

    def _power(self, base: Element, exponent: Fraction) -> tuple[Element, Any]:
        """A power with a fractional exponent, of a base that is not negative."""
        if base.top == 0:
            return self.ring.number(0), ("power", Fraction(0), [], None)
        constant, factors = self._factored(base)
        value, split, hidden = self.ring.number(1), list[Any](), self.ring.constant(1)
        for factor, times in factors:
            tree = self.ring.tree(factor)
            sign = self.sign(tree)
            if sign:
                constant *= Fraction(sign) ** times
                split.append((number(sign) * tree if sign < 0 else tree, times * exponent))
                term = self._positive_power(factor * sign, times * exponent)
                value = self.ring.multiply(value, term)
                continue
            whole = _outside(times, exponent, tree)
            value = self.ring.multiply(value, self.ring.power(self.ring.element(factor), whole))
            split.append((tree, Fraction(whole)))
            inside = (times * exponent - whole) * exponent.denominator
            hidden = hidden * factor ** int(inside)
        rest = None
        if hidden != 1:
            hidden, constant = (hidden, constant) if constant > 0 else (-hidden, -constant)
            root = self._positive_power(hidden, Fraction(1, exponent.denominator))
            value = self.ring.multiply(value, root)
            rest = self.ring.tree(hidden)
        if constant <= 0:
            raise Undecided("a root of a negative number")
        value = self.ring.multiply(value, self._root_of_number(constant, exponent))
        return value, ("power", constant, split, rest)

    def _positive_power(self, base: fmpq_mpoly, exponent: Fraction) -> Element:
        """A power of a polynomial that is positive (or not negative, under a root)."""
        kind, data = self._meaning(base)
        if kind == "exp" and exponent.denominator != 1:
            self._refine("exp", data, exponent.denominator)
        if kind == "root" and exponent.denominator != 1:
            return self._positive_power(data[0], exponent / data[1])
        if exponent.denominator == 1:
            return self.ring.power(self.ring.element(base), int(exponent))
        name = str(base)
        degree = self._degrees.get(self._key(base), 1)
        if (exponent * degree).denominator != 1:
            self._degrees[self._key(base)] = math.lcm(degree, exponent.denominator)
            raise _Restart
        if ("root", name) not in self._atoms:
            tree = apply(tree_power(Fraction(1, degree)), self.ring.tree(base))
            self.ring.relate(self._atom(("root", name), tree, (base, degree)), degree, base)
        root = self.ring.element(self._atoms["root", name])
        return self.ring.power(root, int(exponent * degree))

    def _key(self, base: fmpq_mpoly) -> str:
        return repr(self.ring.tree(base))

    def _root_of_number(self, value: Fraction, exponent: Fraction) -> Element:
        result = self.ring.number(1)
        for part, sign in ((value.numerator, 1), (value.denominator, -1)):
            for prime, times in _primes(part):
                base = self.ring.constant(prime)
                term = self._positive_power(base, exponent * times * sign)
                result = self.ring.multiply(result, term)
        return result

    def _log_atom(self, base: fmpq_mpoly) -> fmpq_mpoly:
        tree = self.ring.tree(base)
        return self._atom(("log", str(base)), apply(op.LOG, apply(op.ABS, tree)), base)

    def _log_of(self, base: fmpq_mpoly) -> Element:
        """log|p| of an irreducible polynomial or a prime number."""
        kind, data = self._meaning(base)
        if kind == "exp":
            return self._evaluate(self._basic("exp", data))
        if kind == "root":
            inner = self._logarithm(op.LOG, self.ring.element(data[0]))[0]
            return self.ring.multiply(inner, self.ring.number(Fraction(1, data[1])))
        return self.ring.element(self._log_atom(base))

    def _logarithm(self, _: Operator, argument: Element) -> tuple[Element, Any]:
        if argument.top == 0:
            raise Undecided("a logarithm of zero")
        constant, factors = self._factored(argument)
        parts = ((abs(constant.numerator), 1), (constant.denominator, -1))
        numbers = [(p, n * sign) for part, sign in parts for p, n in _primes(part)]
        split = [*factors, *((self.ring.constant(p), n) for p, n in numbers)]
        value = self.ring.number(0)
        for base, times in split:
            term = self.ring.multiply(self.ring.number(times), self._log_of(base))
            value = self.ring.add(value, term)
        return value, ("log", [(self.ring.tree(base), times) for base, times in split])

    # Functions that stay as they are.

    def _special_atom(self, kind: str, inner: Any) -> fmpq_mpoly:  # noqa: ANN401
        if kind == "pi":
            return self._pi().top
        tree = apply(op.OPERATORS[kind], self.ring.element_tree(inner))
        return self._atom((kind, str(inner)), tree, inner)

    def _odd(self, operator: Operator, argument: Element) -> tuple[Element, Any]:
        """asin, acos, atan and erf: odd (acos = π/2 − asin), and known at a few numbers."""
        ring, name = self.ring, "asin" if operator is op.ACOS else operator.name
        sign = -1 if argument.top != 0 and argument.top.leading_coefficient() < 0 else 1
        inner = Element(argument.top * sign, argument.bottom)
        turns = self._turns(name, inner)
        if turns is not None:
            value = ring.multiply(ring.number(turns), self._pi())
            record = ("arc", sign, None, turns)
        else:
            value = ring.element(self._special_atom(name, inner))
            record = ("arc", sign, ring.element_tree(inner), None)
        value = Element(value.top * sign, value.bottom)
        if operator is op.ACOS:
            value = ring.add(ring.multiply(ring.number(_HALF), self._pi()), value, -1)
        return value, record

    def _pi(self) -> Element:
        return self._node(op.PI, (), ())

    def _turns(self, name: str, inner: Element) -> Fraction | None:
        """The multiple of π that an arc of a well-known number is; erf(0) is 0."""
        if inner.top == 0:
            return Fraction(0)
        if name == "erf" or self.ring.multiply(inner, inner).top.total_degree() > 0:
            return None
        square = self.ring.multiply(inner, inner)
        value = fraction(square.top.leading_coefficient()) if square.bottom == 1 else None
        table = {"atan": _ARC_TANGENTS, "asin": _ARC_SINES}[name]
        return next((turns for known, turns in table if known == value), None)


_ARC_TANGENTS = (
    (Fraction(1), Fraction(1, 4)),
    (Fraction(3), Fraction(1, 3)),
    (Fraction(1, 3), Fraction(1, 6)),
)
_ARC_SINES = (
    (Fraction(1), Fraction(1, 2)),
    (Fraction(3, 4), Fraction(1, 3)),
    (Fraction(1, 2), Fraction(1, 4)),
    (Fraction(1, 4), Fraction(1, 6)),
)
"""The squares of numbers whose arc is a known multiple of π."""

_RULES: Final[Mapping[Operator, Callable[..., tuple[Element, Any]]]] = {
    op.EXP: Field._exponential,
    op.LOG: Field._logarithm,
    **dict.fromkeys((op.SIN, op.COS, op.TAN), Field._trigonometric),
    **dict.fromkeys((op.SINH, op.COSH, op.TANH), Field._hyperbolic),
    **dict.fromkeys((op.ASIN, op.ACOS, op.ATAN, op.ERF), Field._odd),
}


def _outside(times: int, exponent: Fraction, tree: Expression) -> int:
    """The whole power of a factor of unknown sign that stands outside of a root."""
    total = times * exponent
    whole = total.numerator // total.denominator
    # An even power has no sign to lose; anything else may be an absolute value in disguise.
    is_even = whole % 2 == 0 and exponent.denominator % 2 == 0
    if whole and not is_even:
        raise NeedsSignError(tree)
    return whole


def _primes(value: int) -> list[tuple[int, int]]:
    if value == 1:
        return []
    if value.bit_length() > _MAX_FACTORED_BITS:
        return [(value, 1)]
    return [(int(prime), int(times)) for prime, times in fmpz(value).factor()]


def _swapped(polynomial: fmpq_mpoly, cosine: fmpq_mpoly, sine: fmpq_mpoly) -> fmpq_mpoly:
    """cos² replaced by 1 − sin²."""
    index = cosine.degrees().index(1)
    result = 0 * polynomial
    for exponents, value in polynomial.terms():
        whole, rest = divmod(int(exponents[index]), 2)
        exponents = list(exponents)
        exponents[index] = rest
        term = polynomial.context().from_dict({tuple(exponents): value})
        result = result + term * (1 - sine * sine) ** whole
    return result
