"""Formulas as quotients in independent generators, and how each node is written in them.

Exponents and angles are written as whole combinations of rationally independent ones; when a finer
scale turns out to be needed, everything starts again with it.
What each function means is in `functions`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from fractions import Fraction
from typing import Any, Final, NoReturn, final

from flint import fmpq_mpoly

from symplex.exact.quotients.tree_ring import TreeRing, fraction
from symplex.expression import Constant, Expression, Number, Operator, Symbol, Token, leaf
from symplex.expression import operators as op
from symplex.expression.polynomial_text import polynomial_text
from symplex.expression.quotients import SIZE, Element, flint_number
from symplex.expression.rewriting import Record, Rewriting
from symplex.reasons import Code
from symplex.work.budget import Budget, Missing

SignOf = Callable[[Expression], int]
"""1 or −1 if a formula has this sign, 0 if neither is known."""
Function = Callable[["Field", Operator, Element], tuple[Element, Record]]
_MAX_RESTARTS: Final = 40


class Kind(Enum):
    """What a generator is."""

    LEAF = auto()
    PI = auto()
    EXP = auto()
    COS = auto()
    SIN = auto()
    ROOT = auto()
    LOG = auto()
    ASIN = auto()
    ATAN = auto()
    ERF = auto()


@final
class _Restart(Exception):  # noqa: N818 (a finer scale is needed, nothing is wrong)
    """Exponents turned out to need a finer scale."""


@final
@dataclass
class Sums:
    """Arguments of one kind (exponents or angles) as rational combinations of independent ones."""

    scales: dict[str, int]
    """By how much each argument is divided, by its text: it survives a restart."""
    names: list[str] = field(default_factory=list[str])
    rows: list[Any] = field(default_factory=list[Any])
    arguments: list[Element] = field(default_factory=list[Element])

    def combination(self, argument: Element) -> dict[int, Fraction]:
        """The coefficients of the known arguments; the new one becomes known if need be."""
        rest = _coordinates(argument)
        found: dict[int, Fraction] = {}
        for pivot, row, parts in self.rows:
            factor = rest.get(pivot, Fraction(0)) / row[pivot]
            if factor:
                _accumulate(rest, row, -factor)
                _accumulate(found, parts, factor)
        if not rest:
            return found
        index = len(self.arguments)
        self.arguments.append(argument)
        parts = {index: Fraction(1)}
        _accumulate(parts, found, Fraction(-1))
        self.rows.append((next(iter(rest)), rest, parts))
        return {index: Fraction(1)}


def _coordinates(argument: Element) -> dict[Any, Fraction]:
    """The terms of a quotient; of what no monomial divides, those over its divisor."""
    if len(argument.bottom) == 1:
        # Each term over one monomial: x²/(νt) and x/ν have the same coordinates in any sum.
        ((below, factor),) = argument.bottom.terms()
        tops = [(m, fraction(c / factor)) for m, c in argument.top.terms()]
        return {tuple(a - b for a, b in zip(m, below, strict=True)): value for m, value in tops}
    whole, rest = divmod(argument.top, argument.bottom)
    below = polynomial_text(argument.bottom)
    found: dict[Any, Fraction] = {tuple(m): fraction(c) for m, c in whole.terms()}
    return found | {(below, m): fraction(c) for m, c in rest.terms()}


def _accumulate(total: dict[Any, Fraction], row: Mapping[Any, Fraction], factor: Fraction) -> None:
    for key, value in row.items():
        total[key] = total.get(key, Fraction(0)) + factor * value
        if not total[key]:
            del total[key]


@final
class Field:
    """The normal forms of one region, on which signs can be asked for."""

    def __init__(
        self, sign_of: SignOf, budget: Budget, functions: Callable[[Operator], Function]
    ) -> None:
        self._sign_of = sign_of
        self._budget = budget
        self._functions = functions
        self._scales: dict[Kind, dict[str, int]] = {Kind.EXP: {}, Kind.COS: {}}
        self.degrees: dict[str, int] = {}
        """The degree of the root of each polynomial, by its text."""
        self._signs: dict[Expression, int] = {}
        self._reset()

    def _reset(self) -> None:
        self.ring = TreeRing(self._budget)
        self.rules: dict[tuple[Token, ...], Record] = {}
        self._sums = {kind: Sums(scales) for kind, scales in self._scales.items()}
        self._known: dict[Any, tuple[Element, Record]] = {}
        self.atoms: dict[tuple[Kind, Any], fmpq_mpoly] = {}
        self._meanings: list[tuple[Kind, Any]] = []

    def element(self, formula: Expression) -> Element:
        """A formula as a quotient of polynomials."""
        for _ in range(_MAX_RESTARTS):
            try:
                return self.evaluate(formula)
            except _Restart:
                self._reset()
        raise Missing(Code.ALGEBRA_TOO_LARGE)

    def normal(self, formula: Expression) -> Expression:
        """The formula as its normal form is written."""
        element = self.element(formula)  # May replace the ring.
        return self.ring.quotient_tree(element)

    def rewriting(self, formula: Expression) -> Rewriting | None:
        """In which generators a formula vanishes, and how; None if it does not."""
        if not self.element(formula).top.is_zero():
            return None
        return Rewriting(tuple(self.ring.trees), dict(self.rules))

    def sign(self, formula: Expression) -> int:
        """The sign of a formula on the region, asked for once."""
        if formula not in self._signs:
            self._signs[formula] = self._sign_of(formula)
        return self._signs[formula]

    def evaluate(self, formula: Expression) -> Element:
        """A formula in the present generators; may restart."""
        if formula.constants:
            raise Missing(Code.PROOF_FITTED_CONSTANTS)

        def combine(token: Token, below: Sequence[Any], _: float) -> tuple[Element, Any]:
            self._budget.step()
            node = (token, *(inner for _, tokens in below for inner in tokens))
            return self._node(token, [part for part, _ in below], node), node

        return formula.share(combine)[0]

    def _node(  # noqa: C901, PLR0911 (one case for each kind of node)
        self, token: Token, below: Sequence[Element], node: tuple[Token, ...]
    ) -> Element:
        ring = self.ring
        match token:
            case Number(value):
                return ring.number(value)
            case op.ADD:
                return below[0] + below[1]
            case op.SUBTRACT:
                return below[0] - below[1]
            case op.MULTIPLY:
                return below[0] * below[1]
            case op.DIVIDE:
                return below[0] / below[1]
            case op.NEGATE:
                return -below[0]
            case Operator(exponent=Fraction() as power) if power.denominator == 1:
                return below[0] ** int(power)
            case Operator() if below:
                return self._function(token, below[0], node)
            case Constant():
                raise Missing(Code.ALGEBRA_FITTED_CONSTANT)
            case _:
                kind = Kind.PI if token is op.PI else Kind.LEAF
                return ring.element(self.atom((kind, token), leaf(token)))

    def _function(self, operator: Operator, argument: Element, node: tuple[Token, ...]) -> Element:
        """A transcendental function or a root, looked up by its argument."""
        key = operator, *map(polynomial_text, (argument.top, argument.bottom))
        if key not in self._known:
            self._known[key] = self._functions(operator)(self, operator, argument)
        value, record = self._known[key]
        self.rules[node] = record
        return value

    def atom(self, key: tuple[Kind, Any], tree: Expression, data: Any = None) -> fmpq_mpoly:  # noqa: ANN401
        """The generator for a key, made if need be; `data` says what it is."""
        if key not in self.atoms:
            self.atoms[key] = self.ring.new_for(tree)
            self._meanings.append((key[0], data))
        return self.atoms[key]

    def meaning(self, polynomial: fmpq_mpoly) -> tuple[Kind, Any]:
        """What a polynomial is that is a single generator."""
        if len(polynomial) == 1 and polynomial.total_degree() == 1:
            return self._meanings[next(iter(self.ring.generators_in(polynomial)))]
        return Kind.LEAF, None

    def pi(self) -> Element:
        """The number π."""
        return self._node(op.PI, (), ())

    def parts(self, kind: Kind, argument: Element) -> list[tuple[int, int]]:
        """An argument as a whole combination of independent ones; restarts with finer ones."""
        sums = self._sums[kind]
        if argument.top.is_zero():
            return []
        found: list[tuple[int, int]] = []
        for index, factor in sums.combination(argument).items():
            if index == len(sums.names):
                sums.names.append(repr(self.ring.element_tree(argument)))
            whole = factor * sums.scales.setdefault(sums.names[index], 1)
            if whole.denominator != 1:
                self.refine(kind, index, whole.denominator)
            found.append((index, int(whole)))
        return found

    def refine(self, kind: Kind, index: int, factor: int) -> NoReturn:
        """Start again with a finer scale of an argument."""
        sums = self._sums[kind]
        sums.scales[sums.names[index]] *= factor
        raise _Restart

    def require_degree(self, name: str, degree: int) -> None:
        """Start again unless a polynomial's root has a degree that is a multiple of this."""
        if self.degrees.get(name, 1) % degree:
            self.degrees[name] = self.degrees.get(name, 1) * degree
            raise _Restart

    def basic(self, kind: Kind, index: int) -> Expression:
        """The tree of an independent argument, divided by its scale."""
        sums = self._sums[kind]
        argument = sums.arguments[index]
        bottom = argument.bottom * flint_number(sums.scales[sums.names[index]])
        return self.ring.element_tree(self.ring.element(argument.top, bottom))

    def taken_out(self, argument: Element, kinds: tuple[Kind, ...]) -> tuple[Element, list[Any]]:
        """The terms q·s of a sum, s being a generator of some kind and q a number; and the rest."""
        found: list[Any] = []
        for index, (kind, data) in list(enumerate(self._meanings)):
            if kind not in kinds or index not in self.ring.generators_in(argument.top):
                continue
            special = self.ring.generator(index)
            slope = argument.top.derivative(special.degrees().index(1))
            lead, value = next(iter(argument.bottom.terms()))
            ratio = fraction(slope[lead] / value)
            if ratio:
                found.append((kind, data, ratio, special))
                term = self.ring.element(special * flint_number(ratio))
                argument = argument - term
        return argument, found

    def coefficients(self, formula: Expression, name: str) -> list[Expression] | None:
        """A formula as a polynomial in a symbol, if nothing else in it depends on that symbol."""
        whole = self.element(formula)
        polynomial = whole.top
        generator = self.atoms.get((Kind.LEAF, Symbol(name)))
        if not whole.bottom.is_one() or generator is None or polynomial.is_zero():
            return None
        index = next(iter(self.ring.generators_in(generator)))
        others = (i for i in self.ring.generators_in(polynomial) if i != index)
        if any(name in self.ring.trees[i].symbols for i in others):
            return None
        place, found = SIZE - 1 - index, list[Expression]()
        for power in range(polynomial.degrees()[place] + 1):
            terms = {
                (*m[:place], 0, *m[place + 1 :]): c
                for m, c in polynomial.terms()
                if m[place] == power
            }
            found.append(self.ring.tree(self.ring.context.from_dict(terms)))
        return found
