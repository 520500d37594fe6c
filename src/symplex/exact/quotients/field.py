"""Formulas as quotients in independent generators, and how each node is written in them.

Exponents and angles are written as whole combinations of rationally independent ones; when a finer
scale turns out to be needed, everything starts again with it. What each function means is in
`functions`, and in `branches` for a field in which signs may be chosen.
"""

from collections.abc import Callable, Sequence
from enum import Enum, auto
from fractions import Fraction
from math import lcm
from typing import Any, Final, NamedTuple, NoReturn, final

from flint import fmpq_mpoly

from symplex.exact.quotients.ring import Relation, TreeRing, fraction
from symplex.exact.quotients.sums import Sums
from symplex.expression import Constant, Expression, Number, Operator, Symbol, Token, leaf
from symplex.expression import operators as op
from symplex.expression.polynomial_text import polynomial_text
from symplex.expression.quotients import Element, flint_number
from symplex.expression.rewriting import Record, Rewriting
from symplex.reasons import Code
from symplex.work.budget import Budget, Missing

SignOf = Callable[[Expression], int]
"""1 or −1 if a formula has this sign, 0 if neither is known."""
Node = tuple[Token, tuple[int, ...]]
"""A token, and the numbers of what is below it."""
Function = Callable[["Field", Operator, Sequence[Element]], tuple[Element, Record]]
"""The value of a function, and by which law it is that."""
_MAX_RESTARTS: Final = 40
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
    ARC = auto()
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
        rings: Sequence[Callable[[], TreeRing]],
        sign_of: SignOf,
        budget: Budget,
        functions: Callable[[Operator], Function],
        variables: frozenset[str] | None = None,
    ) -> None:
        """A field without generators yet.

        Args:
            rings: What makes its ring, and larger ones for when that is nearly full.
            sign_of: The signs of formulas.
            budget: The steps that it may take.
            functions: How each function is written.
            variables: The symbols of which functions are to be told apart, so that constants are
                taken out of exponents and angles, and signs chosen that are not known; None where
                every law has to hold.
        """
        self.variables = variables or frozenset()
        self.chooses = variables is not None
        """Whether a sign that is not known is chosen: the form is right on some branch."""
        self._rings = list(rings)
        self._sign_of, self._budget, self._functions = sign_of, budget, functions
        self._scales: dict[Kind, dict[str, int]] = {Kind.EXP: {}, Kind.COS: {}}
        self.degrees: dict[str, int] = {}
        """The degree of the root of each polynomial, by its text."""
        self._signs: dict[Expression, int] = {}
        self._reset()

    def _reset(self) -> None:
        self.ring = self._rings[0]()
        self._sums = {kind: Sums(scales) for kind, scales in self._scales.items()}
        self._known: dict[Any, tuple[Element, Record]] = {}
        self._nodes: dict[Node, int] = {}
        self._values: list[Element] = []
        self._rules: dict[Node, Record] = {}
        self._texts: list[tuple[Token, ...]] = []
        self._named_rules: dict[tuple[Token, ...], Record] = {}
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

    def element(self, formula: Expression) -> Element:
        """A formula as a quotient; elements from before are void."""
        return self.elements([formula])[0]

    def _make_room(self) -> None:
        """Start again in a larger ring where this one is nearly full."""
        if len(self._rings) > 1 and len(self.ring.trees) >= self.ring.size - _SPARE:
            del self._rings[0]
            raise Restart

    def normal(self, formula: Expression) -> Expression:
        """The formula as its normal form is written."""
        element = self.element(formula)  # May replace the ring.
        return self.ring.quotient_tree(element)

    def rewriting(self, formula: Expression) -> Rewriting | None:
        """In which generators a formula vanishes, and how; None if it does not."""
        if not self.element(formula).top.is_zero():
            return None
        return Rewriting(tuple(self.ring.trees), self._rules_by_text())

    def rule(self, formula: Expression) -> Record:
        """By which law a function of something is what it is."""
        self.element(formula)
        return self._rules_by_text()[formula.tokens]

    def _rules_by_text(self) -> dict[tuple[Token, ...], Record]:
        """The rule of each node that is no generator, in all formulas so far."""
        for token, below in list(self._nodes)[len(self._texts) :]:
            text = (token, *(part for index in below for part in self._texts[index]))
            if (token, below) in self._rules:
                self._named_rules[text] = self._rules[token, below]
            self._texts.append(text)
        return dict(self._named_rules)

    def sign(self, formula: Expression) -> int:
        """The sign of a formula, asked for once."""
        if formula not in self._signs:
            self._signs[formula] = self._sign_of(formula)
        return self._signs[formula]

    def sign_of(self, polynomial: fmpq_mpoly) -> int:
        """The sign of a polynomial: 1 where all its terms are plainly positive, or as asked for."""
        if self.chooses and self._is_positive(polynomial):
            return 1
        return self.sign(self.ring.tree(polynomial))

    def _is_positive(self, polynomial: fmpq_mpoly) -> bool:
        """Whether no term is negative, and one of them is not zero."""
        size, strict = self.ring.size, False
        for exponents, value in polynomial.terms():
            odd = [size - 1 - place for place, times in enumerate(exponents) if times % 2]
            if value < 0 or any(self.meanings[index].kind not in _POSITIVE for index in odd):
                return False
            used = (size - 1 - place for place, times in enumerate(exponents) if times)
            strict = strict or all(self.meanings[i].kind in _POSITIVE for i in used)
        return strict

    def evaluated(self, formula: Expression) -> Element:
        """A formula in the present generators; may start again."""
        return self._values[self._number(formula)]

    def _number(self, formula: Expression) -> int:
        """The number of a formula among the values: equal subtrees are computed once."""
        if formula.constants:
            raise Missing(Code.ALGEBRA_FITTED_CONSTANT)

        def combine(token: Token, below: Sequence[int], _: float) -> int:
            node = token, tuple(below)
            if node not in self._nodes:
                self._budget.step()
                value = self._node(token, [self._values[index] for index in below], node)
                self._nodes[node] = len(self._values)
                self._values.append(value)
            return self._nodes[node]

        return formula.share(combine)

    def _node(  # noqa: C901, PLR0911 (one case for each kind of node)
        self, token: Token, below: Sequence[Element], node: Node
    ) -> Element:
        match token:
            case Number(value):
                return self.ring.number(value)
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
                value, self._rules[node] = self.value(token, below)
                return value
            case Constant():
                raise Missing(Code.ALGEBRA_FITTED_CONSTANT)
            case _:
                kind = Kind.PI if token is op.PI else Kind.LEAF
                return self.ring.element(self.atom((kind, token), leaf(token)))

    def value(self, operator: Operator, below: Sequence[Element]) -> tuple[Element, Record]:
        """A transcendental function or a root, looked up by its arguments."""
        sides = (side for part in below for side in (part.top, part.bottom))
        key = operator, *map(polynomial_text, sides)
        if key not in self._known:
            self._known[key] = self._functions(operator)(self, operator, below)
        return self._known[key]

    def atom(
        self,
        key: tuple[Kind, Any],
        tree: Expression,
        data: Any = None,  # noqa: ANN401
        relation: Relation | None = None,
    ) -> fmpq_mpoly:
        """The generator for a key, made if need be; `data` says what it is made of."""
        if key not in self.atoms:
            if len(self.ring.trees) == self.ring.size:
                self._make_room()
            self.atoms[key] = self.ring.new_for(tree, relation)
            self.meanings.append(Meaning(key[0], data))
        return self.atoms[key]

    def meaning(self, polynomial: fmpq_mpoly) -> Meaning:
        """What a polynomial is that is a single generator."""
        if self.ring.is_generator(polynomial):
            return self.meanings[self.ring.index(polynomial)]
        return Meaning(Kind.LEAF)

    def pi(self) -> Element:
        """The number π."""
        return self.evaluated(leaf(op.PI))

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
        is_plainer = self.chooses and (kind is Kind.COS or not self.varies(argument.top))
        if is_plainer and argument.top.leading_coefficient() < 0:
            return [(index, -times) for index, times in self.parts(kind, -argument)]
        found: list[tuple[int, int]] = []
        name = repr(self.ring.element_tree(argument))
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

    def basic_tree(self, kind: Kind, index: int) -> Expression:
        """The formula of an independent argument."""
        return self.ring.element_tree(self.basic(kind, index))

    def taken_out(
        self, argument: Element, *kinds: Kind
    ) -> tuple[Element, list[tuple[Meaning, Fraction, Element]]]:
        """The terms q·s of a sum, s being a generator of some kind and q a number; and the rest."""
        found: list[tuple[Meaning, Fraction, Element]] = []
        for index in sorted(self.ring.degrees(argument.top)):
            meaning, special = self.meanings[index], self.ring.generator(index)
            if meaning.kind not in kinds:
                continue
            slope = argument.top.derivative(special.degrees().index(1))
            lead, value = next(iter(argument.bottom.terms()))
            ratio = fraction(slope[lead] / value)
            if ratio:
                term = self.ring.element(special * flint_number(ratio))
                found.append((meaning, ratio, term))
                argument = argument - term
        return argument, found

    def coefficients(self, formula: Expression, name: str) -> list[Expression] | None:
        """A formula as a polynomial in a symbol, if nothing else in it depends on that symbol."""
        whole = self.element(formula)
        generator = self.atoms.get((Kind.LEAF, Symbol(name)))
        if not whole.bottom.is_one() or generator is None or whole.top.is_zero():
            return None
        index = self.ring.index(generator)
        others = self.ring.degrees(whole.top).keys() - {index}
        if any(name in self.ring.trees[other].symbols for other in others):
            return None
        parts, zero = self.ring.by_powers(whole.top, index), 0 * whole.top
        return [self.ring.tree(parts.get(power, zero)) for power in range(max(parts) + 1)]
