"""Formulas as quotients in independent generators, and how each node is written in them.

Exponents and angles are written as whole combinations of rationally independent ones; when a finer
scale turns out to be needed, everything starts again with it. What each function means is in
`functions`.
"""

from collections.abc import Callable, Sequence
from enum import Enum, auto
from fractions import Fraction
from math import lcm
from typing import Any, Final, NamedTuple, NoReturn, final

from flint import fmpq_mpoly

from symplex.exact.normal.ring import Element, Ring, flint_number, fraction
from symplex.exact.normal.sums import Sums
from symplex.exact.normal.writing import polynomial_tree, tree_of
from symplex.expression import Expression, Number, Operator, Symbol, Token, leaf
from symplex.expression import operators as op
from symplex.expression.polynomial_text import polynomial_text
from symplex.reasons import Code
from symplex.work.budget import Budget, Missing

SignOf = Callable[[Expression], int]
"""1 or −1 if a formula has this sign, 0 if neither is known."""
Function = Callable[["Field", Operator, Sequence[Element]], Element]
_MAX_RESTARTS: Final = 40
_SIZES: Final = (24, 48, 96)
"""How many generators there may be; the fewer, the faster."""
_SPARE: Final = 6
"""Generators that are kept for roots of equations."""


class Kind(Enum):
    """What a generator is."""

    LEAF = auto()
    PI = auto()
    EXP = auto()
    COS = auto()
    SIN = auto()
    ROOT = auto()
    LOG = auto()
    ATAN = auto()
    OTHER = auto()


_POSITIVE: Final = frozenset({Kind.EXP, Kind.PI, Kind.ROOT})


class Meaning(NamedTuple):
    """What a generator is, and what it is made of."""

    kind: Kind
    data: Any = None


@final
class Restart(Exception):  # noqa: N818 (a finer scale is needed, nothing is wrong)
    """Exponents turned out to need a finer scale."""


@final
class Field:
    """Normal forms of formulas that are computed together."""

    def __init__(
        self,
        variables: frozenset[str],
        sign_of: SignOf,
        budget: Budget,
        functions: Callable[[Operator], Function],
        unknowns: frozenset[str] = frozenset(),
    ) -> None:
        self.variables = variables
        self._unknowns = unknowns
        self._sign_of = sign_of
        self._budget = budget
        self._functions = functions
        self._scales: dict[Kind, dict[str, int]] = {Kind.EXP: {}, Kind.COS: {}}
        self.degrees: dict[str, int] = {}
        """The degree of the root of each polynomial, by its text."""
        self._signs: dict[Expression, int] = {}
        self._size = _SIZES[0]
        self._reset()

    def _reset(self) -> None:
        self.ring = Ring(self._budget, self._size, self._unknowns)
        self._sums = {kind: Sums(scales) for kind, scales in self._scales.items()}
        self._known: dict[Any, Element] = {}
        self._nodes: dict[tuple[Token | int, ...], int] = {}
        self._values: list[Element] = []
        self.atoms: dict[tuple[Kind, Any], fmpq_mpoly] = {}
        self.meanings: list[Meaning] = []

    def elements(self, formulas: Sequence[Expression]) -> list[Element]:
        """Formulas as quotients in one set of generators; elements from before are void.

        Raises:
            Missing: where one has no normal form, or a divisor is identically zero.
        """
        for _ in range(_MAX_RESTARTS):
            try:
                found = [self.evaluated(formula) for formula in formulas]
                self._make_room()
            except Restart:
                self._reset()
            else:
                return found
        raise Missing(Code.ALGEBRA_TOO_LARGE)

    def _make_room(self) -> None:
        """Start again in a larger ring where this one is nearly full."""
        if len(self.ring.trees) < self._size - _SPARE or self._size == _SIZES[-1]:
            return
        self._size = _SIZES[_SIZES.index(self._size) + 1]
        raise Restart

    def sign(self, formula: Expression) -> int:
        """The sign of a formula, asked for once."""
        if formula not in self._signs:
            self._signs[formula] = self._sign_of(formula)
        return self._signs[formula]

    def sign_of(self, polynomial: fmpq_mpoly) -> int:
        """The sign of a polynomial: 1 where all its terms are plainly positive, or as asked for."""
        if all(value > 0 for value in polynomial.coeffs()) and self._is_positive(polynomial):
            return 1
        return self.sign(polynomial_tree(self.ring, polynomial))

    def _is_positive(self, polynomial: fmpq_mpoly) -> bool:
        """Whether no term with a positive number is negative, and one of them is not zero."""
        size, strict = self.ring.size, False
        for exponents in polynomial.monoms():
            odd = [size - 1 - place for place, times in enumerate(exponents) if times % 2]
            if any(self.meanings[index].kind not in _POSITIVE for index in odd):
                return False
            used = (size - 1 - place for place, times in enumerate(exponents) if times)
            strict = strict or all(self.meanings[i].kind in _POSITIVE for i in used)
        return strict

    def evaluated(self, formula: Expression) -> Element:
        """A formula in the present generators; may start again."""
        if formula.constants:
            raise Missing(Code.ALGEBRA_FITTED_CONSTANT)

        def combine(token: Token, below: Sequence[int], _: float) -> int:
            # Equal subtrees have equal numbers: each is computed once.
            node = token, *below
            if node not in self._nodes:
                self._budget.step()
                self._values.append(self._node(token, [self._values[i] for i in below]))
                self._nodes[node] = len(self._values) - 1
            return self._nodes[node]

        return self._values[formula.fold(combine)]

    def _node(  # noqa: C901, PLR0911 (one case for each kind of node)
        self, token: Token, below: Sequence[Element]
    ) -> Element:
        ring = self.ring
        match token:
            case Number(value):
                return ring.number(value)
            case op.ADD:
                return ring.add(below[0], below[1])
            case op.SUBTRACT:
                return ring.add(below[0], below[1], -1)
            case op.MULTIPLY:
                return ring.multiply(below[0], below[1])
            case op.DIVIDE:
                return ring.divide(below[0], below[1])
            case op.NEGATE:
                return ring.negative(below[0])
            case Operator(exponent=Fraction() as power) if power.denominator == 1:
                return ring.power(below[0], int(power))
            case Operator() if below:
                return self._function(token, below)
            case Symbol() | op.PI:
                kind = Kind.PI if token is op.PI else Kind.LEAF
                return ring.element(self.atom((kind, token), leaf(token)))
            case _:
                raise Missing(Code.ALGEBRA_UNKNOWN_IN_FORMULA)

    def _function(self, operator: Operator, below: Sequence[Element]) -> Element:
        """A transcendental function or a root, looked up by its arguments."""
        key = (
            operator,
            *(polynomial_text(side) for part in below for side in (part.top, part.bottom)),
        )
        if key not in self._known:
            self._known[key] = self._functions(operator)(self, operator, below)
        return self._known[key]

    def atom(self, key: tuple[Kind, Any], tree: Expression, data: Any = None) -> fmpq_mpoly:  # noqa: ANN401
        """The generator for a key, made if need be; `data` says what it is made of."""
        if key not in self.atoms:
            if len(self.ring.trees) == self._size:
                self._make_room()
            self.atoms[key] = self.ring.new(tree)
            self.meanings.append(Meaning(key[0], data))
        return self.atoms[key]

    def meaning(self, polynomial: fmpq_mpoly) -> Meaning:
        """What a polynomial is that is a single generator."""
        if self.ring.is_generator(polynomial):
            return self.meanings[self.ring.index(polynomial)]
        return Meaning(Kind.LEAF)

    def varies(self, polynomial: fmpq_mpoly) -> bool:
        """Whether a variable occurs in it."""
        return any(self.varying(index) for index in self.ring.degrees(polynomial))

    def varying(self, index: int) -> bool:
        """Whether a variable occurs in a generator's formula."""
        return not self.variables.isdisjoint(self.ring.trees[index].symbols)

    def parts(self, kind: Kind, argument: Element) -> list[tuple[int, int]]:
        """An argument as a whole combination of independent ones; starts again with finer ones."""
        sums = self._sums[kind]
        if argument.top.is_zero():
            return []
        # Where nothing varies, exp(k) and cos(k) are plainer than those of -k.
        if argument.top.leading_coefficient() < 0 and (
            kind is Kind.COS or not self.varies(argument.top)
        ):
            turned = self.parts(kind, self.ring.negative(argument))
            return [(index, -times) for index, times in turned]
        found: list[tuple[int, int]] = []
        name = repr(tree_of(self.ring, argument))
        for index, factor in sums.combination(argument, name).items():
            whole = factor * sums.scales.setdefault(sums.names[index], 1)
            if whole.denominator != 1:
                self.refine(kind, index, whole.denominator)
            found.append((index, int(whole)))
        return found

    def refine(self, kind: Kind, index: int, factor: int) -> NoReturn:
        """Start again with a finer scale of an argument."""
        sums = self._sums[kind]
        sums.scales[sums.names[index]] *= factor
        raise Restart

    def require_degree(self, name: str, degree: int) -> None:
        """Have a polynomial's root of a multiple of this degree; start again if it is another."""
        known = self.degrees.get(name, 1)
        if known % degree:
            self.degrees[name] = lcm(known, degree)
            if (Kind.ROOT, name) in self.atoms:
                raise Restart

    def basic(self, kind: Kind, index: int) -> Element:
        """An independent argument, divided by its scale."""
        sums = self._sums[kind]
        argument = sums.arguments[index]
        scale = flint_number(sums.scales[sums.names[index]])
        return self.ring.element(argument.top, argument.bottom * scale)

    def taken_out(self, argument: Element, kind: Kind) -> tuple[Element, list[Any]]:
        """The terms q·s of a sum, s being a generator of some kind and q a number; and the rest."""
        found: list[tuple[Any, Fraction, fmpq_mpoly]] = []
        for index in self.ring.degrees(argument.top):
            if self.meanings[index].kind is not kind:
                continue
            special = self.ring.generator(index)
            slope = argument.top.derivative(special.degrees().index(1))
            lead, value = next(iter(argument.bottom.terms()))
            ratio = fraction(slope[lead] / value)
            if ratio:
                found.append((self.meanings[index].data, ratio, special))
                term = self.ring.element(special * flint_number(ratio))
                argument = self.ring.add(argument, term, -1)
        return argument, found
