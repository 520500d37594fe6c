"""The form of a quotient of polynomials that is easiest to read.

Owns the search: factors in several forms, each with the exponentials that it leaves outside, and
sums whose terms are joined for as long as that makes them shorter.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import reduce
from itertools import product
from math import lcm
from operator import mul
from typing import Final, NamedTuple, final

from flint import fmpq_mpoly

from symplex.exact.quotients.field import Field, Kind
from symplex.exact.quotients.ring import fraction
from symplex.exact.readable.changes import Changes
from symplex.exact.readable.layout import opposite, sum_of
from symplex.exact.readable.measure import effort
from symplex.exact.readable.product import Product, variants, written
from symplex.expression import Expression, Operator, apply, number
from symplex.expression import operators as op
from symplex.expression.polynomial_text import polynomial_text
from symplex.expression.quotients import Element
from symplex.reasons import Code
from symplex.work.budget import Budget, Missing

_MAX_FORMS: Final = 6
_MAX_JOINED: Final = 14
"""Longer sums are written term by term."""
_MAX_CENTRES: Final = 3
_SHORT: Final = 3
"""A product with no more terms may be easier to read multiplied out."""
_CIRCULAR: Final = frozenset({Kind.COS, Kind.SIN})
Factor = tuple[fmpq_mpoly, int]
"""A polynomial with the power in which it occurs."""


class _Group(NamedTuple):
    """Terms of a sum that are written as one."""

    element: Element
    tree: Expression


class _Gain(NamedTuple):
    """How much easier two groups are to read as one."""

    effort: float
    group: _Group


@final
class Writer:
    """Writes the elements of one field."""

    def __init__(self, field: Field, budget: Budget) -> None:
        """A writer that may take a number of steps; the field's elements are not to change."""
        self._field, self._ring, self._budget = field, field.ring, budget
        self._changes = Changes(field, self.formula)
        self._written: dict[tuple[str, str], Expression] = {}
        self._forms: dict[str, tuple[Product, ...]] = {}
        self._busy: set[str] = set()
        self._efforts: dict[Expression, float] = {}

    def formula(self, element: Element) -> Expression:
        """The form of a quotient that is easiest to read."""
        key = polynomial_text(element.top), polynomial_text(element.bottom)
        if key not in self._written:
            self._written[key] = self._formula(element)
        return self._written[key]

    def _formula(self, element: Element) -> Expression:
        return min(self.forms(element), key=self._effort)

    def forms(self, element: Element) -> list[Expression]:
        """A quotient in factors, and term by term."""
        whole = self._as_product(element)
        if len(element.top) <= 1 and whole is not None:
            return [whole]
        parts = sum_of(self._groups(self._terms(element)))
        return [parts] if whole is None else [whole, parts]

    def _terms(self, element: Element) -> list[Element]:
        """The monomials of the top, each over the bottom."""
        ring = self._ring
        return [
            ring.element(ring.context.from_dict({exponents: value}), element.bottom)
            for exponents, value in element.top.terms()
        ]

    def _groups(self, terms: Sequence[Element]) -> list[Expression]:
        """Terms, joined two at a time for as long as that is shorter."""
        alive = {index: self._group(term) for index, term in enumerate(terms)}
        gains: dict[tuple[int, int], _Gain] = {}
        if len(terms) <= _MAX_JOINED:
            found = {(i, j): self._gain(alive[i], alive[j]) for j in alive for i in range(j)}
            gains = {pair: gain for pair, gain in found.items() if gain is not None}
        while gains:
            pair = max(gains, key=lambda pair: (gains[pair].effort, -pair[1], -pair[0]))
            joined, fresh = gains[pair].group, max(alive) + 1
            alive = {index: group for index, group in alive.items() if index not in pair}
            gains = {known: gain for known, gain in gains.items() if not {*known} & {*pair}}
            for index, group in alive.items():
                gain = self._gain(group, joined)
                if gain is not None:
                    gains[index, fresh] = gain
            alive[fresh] = joined
        return [group.tree for group in alive.values()]

    def _group(self, element: Element) -> _Group:
        tree = self._as_product(element)
        if tree is None:
            raise Missing(Code.ALGEBRA_TOO_LARGE)
        return _Group(element, tree)

    def _gain(self, one: _Group, other: _Group) -> _Gain | None:
        """What is gained by writing two groups as one, if anything."""
        element = one.element + other.element
        tree = self._as_product(element)
        if tree is None or _is_sum(tree):
            return None
        gain = 1 + self._in_sum(one.tree) + self._in_sum(other.tree) - self._in_sum(tree)
        return _Gain(gain, _Group(element, tree)) if gain > 0 else None

    def _in_sum(self, tree: Expression) -> float:
        """The effort of a term, whose sign a sum has anyway."""
        return min(self._effort(tree), self._effort(opposite(tree)))

    def _effort(self, tree: Expression) -> float:
        if tree not in self._efforts:
            self._efforts[tree] = effort(tree)
        return self._efforts[tree]

    def _as_product(self, element: Element) -> Expression | None:
        """The easiest of the forms in factors."""
        if element.top.is_zero():
            return number(0)
        self._budget.step()
        tops, bottoms = self._forms_of(element.top), self._forms_of(element.bottom)
        found = (
            self._product(top.times(bottom.raised(-1))) for top, bottom in product(tops, bottoms)
        )
        return min(found, key=self._effort, default=None)

    def _forms_of(self, polynomial: fmpq_mpoly) -> tuple[Product, ...]:
        """A polynomial as products; none while it is being written."""
        key = polynomial_text(polynomial)
        if key in self._forms:
            return self._forms[key]
        if key in self._busy:
            return ()
        self._busy.add(key)
        try:
            found = self._best(self._all_forms(polynomial))
        finally:
            self._busy.discard(key)
        self._forms[key] = found
        return found

    def _best(self, forms: Iterable[Product]) -> tuple[Product, ...]:
        kept = {
            (form.number, tuple(form.powers.items()), tuple(form.shift.items())): form
            for form in forms
        }
        return tuple(
            sorted(kept.values(), key=lambda form: self._effort(self._product(form)))[:_MAX_FORMS]
        )

    def _all_forms(self, polynomial: fmpq_mpoly) -> Iterator[Product]:
        self._budget.step()
        if len(polynomial) == 1:
            ((exponents, value),) = polynomial.terms()
            yield from self._monomial(exponents, fraction(value))
            return
        value, factors = self._ring.factors(polynomial)
        sums = [(factor, times) for factor, times in factors if len(factor) > 1]
        outside = self._outside(value, [one for one in factors if len(one[0]) == 1])
        if all(times == 1 for _, times in sums) and (len(sums) == 1 or len(polynomial) <= _SHORT):
            whole = reduce(mul, (factor for factor, _ in sums))
            yield from map(outside.times, self._as_it_stands(whole))
        if len(sums) > 1 or sums[0][1] > 1:
            yield from map(outside.times, self._product_forms(sums))
        circular = [one for one in factors if self._field.meaning(one[0]).kind in _CIRCULAR]
        others = [one for one in factors if len(one[0]) == 1 and one not in circular]
        core = reduce(mul, (factor**times for factor, times in (*sums, *circular)))
        outside = self._outside(value, others)
        for changed, shift in self._changes.of(core):
            yield from map(outside.times(Product(shift=shift)).times, self._forms_of(changed))

    def _outside(self, value: Fraction, generators: Sequence[Factor]) -> Product:
        """A number times powers of generators, each in its best form."""
        found = Product(value)
        for generator, times in generators:
            forms = self._forms_of(generator)
            if not forms:
                raise Missing(Code.ALGEBRA_ROOT_OF_NEGATIVE)
            found = found.times(forms[0].raised(times))
        return found

    def _product_forms(self, factors: Sequence[Factor]) -> Sequence[Product]:
        """The forms of a product, the best of each number of factors."""
        found: Sequence[Product] = [Product()]
        for factor, times in factors:
            forms = self._forms_of(factor)
            found = self._best(one.times(form.raised(times)) for one in found for form in forms)
        return found

    def _as_it_stands(self, factor: fmpq_mpoly) -> Iterator[Product]:
        """A sum as it stands, about several of its exponentials, with either sign."""
        ring = self._ring
        exponentials = [i for i in ring.degrees(factor) if self._field.meanings[i].kind is Kind.EXP]
        scale = lcm(*(int(value.q) for value in factor.coeffs()))
        centres = [(0,) * len(exponentials)]
        if exponentials:
            centres = list(dict.fromkeys([*centres, *sorted(ring.collected(factor, exponentials))]))
        for centre in centres[:_MAX_CENTRES]:
            below = ring.one
            for index, times in zip(exponentials, centre, strict=True):
                below *= ring.generator(index) ** times
            shift = {i: Fraction(k) for i, k in zip(exponentials, centre, strict=True) if k}
            groups = self._groups(self._terms(Element(factor * scale, below, ring)))
            yield Product(Fraction(1, scale), {sum_of(groups): Fraction(1)}, shift)
            turned = sum_of([opposite(tree) for tree in groups])
            yield Product(Fraction(-1, scale), {turned: Fraction(1)}, shift)

    def _monomial(self, exponents: Sequence[int], value: Fraction) -> Iterator[Product]:
        """Powers of generators; what roots of one degree are of is written as one."""
        found, roots = Product(value), dict[Fraction, Element]()
        for place, times in enumerate(exponents):
            if not times:
                continue
            kind, data = self._field.meanings[self._ring.size - 1 - place]
            if kind is Kind.ROOT:
                power = Fraction(int(times), data[1])
                known = roots.get(power, self._ring.number(1))
                roots[power] = known * self._ring.element(data[0])
            else:
                found = found.times(self._power(self._ring.size - 1 - place, int(times)))
        choices = [
            [form.raised(power) for form in self._forms_of(inner.top) if form.number > 0]
            for power, inner in roots.items()
        ]
        for chosen in product(*choices):
            yield reduce(Product.times, chosen, found)

    def _power(self, index: int, times: int) -> Product:
        """A power of a generator that is no root."""
        if self._field.meanings[index].kind is Kind.EXP:
            return Product(shift={index: Fraction(times)})
        return Product(powers={self._atom(index): Fraction(times)})

    def _atom(self, index: int) -> Expression:
        """A generator that is neither a root nor an exponential, its arguments easy to read."""
        kind, data = self._field.meanings[index]
        tree = self._ring.trees[index]
        if kind in _CIRCULAR and isinstance(tree.root, Operator):
            return apply(tree.root, self.formula(self._field.basic(Kind.COS, data)))
        if kind is Kind.LOG:
            return apply(op.LOG, self.formula(self._ring.element(data)))
        if data is None:
            return tree
        operator, inner = data
        return apply(operator, *(self.formula(part) for part in inner))

    def _product(self, made: Product) -> Expression:
        """A product as a formula."""
        exponential = None
        if made.shift:
            exponential = apply(op.EXP, self.formula(self._changes.exponent(made.shift)))
        return min((written(one, exponential) for one in variants(made)), key=self._effort)


def _is_sum(tree: Expression) -> bool:
    inner = tree.arguments[0] if tree.root is op.NEGATE else tree
    return inner.root is op.ADD or inner.root is op.SUBTRACT
